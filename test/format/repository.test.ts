// The programs of this repository, right and wrong ones: nothing that they say is lost.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { formatText } from '../../src/format/file.js'
import { sameProgram } from '../../src/format/same-program.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.flow', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '')
const read = (path: string): string => {
  try {
    return readFileSync(`${root}${path}`, 'utf8')
  } catch {
    // deleted and not committed yet
    return ''
  }
}

const fences = (path: string): [string, string][] =>
  [...read(path).matchAll(/^( *)```flow\b.*\n([^]*?)^\1```/gm)].map((m, i) => [
    `${path} ${i + 1}`,
    m[2]!
      .split('\n')
      .map((l) => (l.startsWith(m[1]!) ? l.slice(m[1]!.length) : l))
      .join('\n'),
  ])

const programs: [string, string][] = tracked.flatMap((path) =>
  path.endsWith('.md') ? fences(path) : [[path, read(path)] as [string, string]],
)
describe('a program of this repository', () => {
  it('says the same when it is laid out, and its layout is final', () => {
    expect(programs.length).toBeGreaterThan(300)
    for (const [name, text] of programs) {
      const { text: formatted } = formatText(text)
      // most stand there as they are laid out: nothing is left to ask
      if (formatted === text) continue
      expect(sameProgram(text, formatted), name).toBe(true)
      expect(formatText(formatted).text, name).toBe(formatted)
    }
  })
})
