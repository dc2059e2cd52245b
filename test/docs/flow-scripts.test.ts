// Pages of diagnostics about programs in TypeScript: their program is run, and gives the output that they show. UPDATE_DOCS=1
// writes the output instead.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runCli } from '../kit/run-cli.js'

const folder = fileURLToPath(new URL('../../docs/errors/', import.meta.url))
const PROGRAM = /^```ts (\S+)\n([\s\S]*?)^```\n/m
const CONSOLE = /^```console\n\$ flowc check\n([\s\S]*?)^```/m
const pages = readdirSync(folder).filter((f) => /^FLOW\d{4}\.md$/.test(f) && PROGRAM.test(readFileSync(join(folder, f), 'utf8')))

it('are there', () => expect(pages.length).toBeGreaterThan(6))

it.each(pages)('%s', async (page) => {
  const path = join(folder, page)
  const text = readFileSync(path, 'utf8')
  const [, file, program] = PROGRAM.exec(text)!
  const cwd = mkdtempSync(join(tmpdir(), 'flowc-page-'))
  try {
    writeFileSync(join(cwd, file!), program!)
    const { all, exit } = await runCli(['check'], { cwd })
    const shown = text.replace(CONSOLE, () => `\`\`\`console\n$ flowc check\n${all}\`\`\``)
    if (process.env['UPDATE_DOCS']) writeFileSync(path, shown)
    else expect(shown).toBe(text)
    expect(exit).toBe(1)
    expect(all).toContain(`error[${page.slice(0, -3)}]`)
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
})
