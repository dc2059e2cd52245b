// Every diagnostic has a page and every page a diagnostic; what a page calls wrong gives exactly its code, what it calls right gives nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../../src/core/source.js'
import { catalog } from '../../src/diagnostics/catalog.js'
import { renderText } from '../../src/diagnostics/render/text.js'
import type { Diagnostic } from '../../src/diagnostics/define.js'
import { compile } from '../../src/workspace/compile.js'
import type { Host } from '../../src/workspace/host.js'
import { runScript, typeErrors } from './script-program.js'

const folder = fileURLToPath(new URL('../../docs/errors/', import.meta.url))
const pages = readdirSync(folder)
  .filter((f) => /^FLOW\d{4}\.md$/.test(f))
  .sort()
const codes = [...catalog().keys()]

/** A page's program is alone, but for the files that stand beside it in blocks with a name. */
const folderOf = (files: ReadonlyMap<string, string>): Host => ({
  readText: (path) => (files.has(path) ? { kind: 'text', text: files.get(path)! } : { kind: 'missing' }),
  list: (folder, suffix) =>
    [...files.keys()].filter((f) => (folder === '' || folder === '.' || f.startsWith(`${folder}/`)) && f.endsWith(suffix)),
})

interface Checked {
  readonly found: readonly Pick<Diagnostic, 'code' | 'severity'>[]
  readonly shown: string
}

function check(section: string): Checked {
  const [script, ...others] = scripts(section)
  if (script === undefined) return checkText(section)
  expect(others).toEqual([])
  const result = runScript(script, 'page.flow.ts')
  if (result.kind === 'printed') return checkText(`\`\`\`flow\n${result.text}\n\`\`\`\n${section}`)
  // the place is in the program, never in the library
  expect(result.file).toBe('page.flow.ts')
  return { found: [{ code: result.code, severity: 'error' }], shown: result.message }
}

function checkText(section: string): Checked {
  const index = new SourceIndex()
  const [program, ...more] = blocks(section)
  expect(more).toEqual([])
  const files = new Map([['page.flow', program!], ...besides(section)])
  const { diagnostics } = compile({ host: folderOf(files), files: ['page.flow'], target: 'flink-2.2', index, before: [] })
  return { found: diagnostics, shown: renderText(diagnostics, index) }
}

/** Sections by heading; the blocks of one. */
function sections(page: string): ReadonlyMap<string, string> {
  const parts = page.split(/^## /m)
  return new Map(
    parts
      .slice(1)
      .map((part): [string, string] => [part.slice(0, part.indexOf('\n')).trim(), part.slice(part.indexOf('\n') + 1)]),
  )
}
/** ```` ```json order.avsc ````: another file. */
const besides = (section: string): readonly [string, string][] =>
  [...section.matchAll(/^```(?:flow|json) (\S+)\n([\s\S]*?)^```/gm)].map((m) => [m[1]!, m[2]!])
/** Pages of the TypeScript API have programs of it. */
const scripts = (section: string): readonly string[] => [...section.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((m) => m[1]!)
const blocks = (section: string): readonly string[] => [...section.matchAll(/^```flow\n([\s\S]*?)^```/gm)].map((m) => m[1]!)

it('has a page for every code and a code for every page', () => {
  expect(pages.map((f) => f.slice(0, -3))).toEqual(codes)
})

describe.each(pages.map((f) => [f.slice(0, -3), readFileSync(join(folder, f), 'utf8')] as const))('%s', (code, page) => {
  const entry = catalog().get(code as `FLOW${string}`)
  const parts = sections(page)

  it('has the parts of a page in their order', () => {
    const [title, , meaning] = page.split('\n')
    expect(title).toBe(`# ${code} ${entry?.name}`)
    expect(meaning?.length).toBeGreaterThan(20)
    expect([...parts.keys()].join(', ')).toMatch(/^(Wrong, Right|Example), Why$/)
    expect(parts.get('Why')!.trim().length).toBeGreaterThan(20)
  })
  if (parts.has('Example')) {
    it('shows the message', () => {
      expect(parts.get('Example')).toMatch(new RegExp(`${entry?.severity}\\[${code}\\]: |"${code}"`))
    })
    return
  }
  it('gives exactly this code for the wrong program', () => {
    const { found, shown } = check(parts.get('Wrong')!)
    expect(
      found.some((d) => d.code === code),
      shown,
    ).toBe(true)
    expect(
      found.filter((d) => d.severity === 'error' && d.code !== code),
      shown,
    ).toEqual([])
  })
  it('gives nothing for the right program', () => {
    expect(check(parts.get('Right')!).shown).toBe('')
  })
})

it('TypeScript takes what pages of its API call right', () => {
  const right = pages.flatMap((f) => {
    const [script] = scripts(sections(readFileSync(join(folder, f), 'utf8')).get('Right') ?? '')
    return script === undefined ? [] : [[f.replace('.md', '.flow.ts'), script] as const]
  })
  expect(typeErrors(new Map(right))).toEqual({ exit: 0, text: '' })
})
