// The pages of the clauses: their programs compile without a word, their tests pass, the SQL shown is the SQL generated.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sqlOf } from '../../src/cli/commands/explain-sql.js'
import { SourceIndex } from '../../src/core/source.js'
import { renderText } from '../../src/diagnostics/render/text.js'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { compile } from '../../src/workspace/compile.js'
import type { Host } from '../../src/workspace/host.js'

const folderOf = (name: string): string => fileURLToPath(new URL(`../../docs/${name}/`, import.meta.url))
const folder = folderOf('clauses')
const pagesIn = (path: string): string[] =>
  readdirSync(path)
    .filter((f) => f.endsWith('.md'))
    .sort()
const pages = pagesIn(folder)
/** Pages of the language that have a whole program on them. */
const language = pagesIn(folderOf('language'))
  .map((f) => join(folderOf('language'), f))
  .filter((f) => readFileSync(f, 'utf8').includes('\n## Example\n'))

/** Programs of a page by file name: the first block is the program itself, others say their name: ```flow customers.flow */
function programs(page: string): ReadonlyMap<string, string> {
  return new Map(
    [...page.matchAll(/^```flow(?: (\S+))?\n([\s\S]*?)^```/gm)].map((m): [string, string] => [m[1] ?? 'page.flow', m[2]!]),
  )
}

function compilePage(page: string): ReturnType<typeof compile> & { readonly shown: string } {
  const files = programs(page)
  const host: Host = {
    readText: (path) => {
      const text = files.get(path)
      return text === undefined ? { kind: 'missing' } : { kind: 'text', text }
    },
    list: () => [],
  }
  const index = new SourceIndex()
  const result = compile({ host, files: ['page.flow'], target: 'flink-2.2', index, before: [] })
  return { ...result, shown: renderText(result.diagnostics, index) }
}

describe.each([...pages.map((f) => join(folder, f)), ...language].map((f) => [basename(f), f]))('%s', (_, path) => {
  const page = readFileSync(path, 'utf8')

  it('has the parts of a page', () => {
    expect(page).toMatch(/^# \S.*\n\n\S/)
    expect(page).toMatch(/^## Example$/m)
    expect(page).toMatch(/^## Limits$/m)
  })
  it('has a program that compiles without a word', () => {
    expect(compilePage(page).shown).toBe('')
  })
  it('has tests that pass', () => {
    for (const { plan, tests } of compilePage(page).programs) {
      for (const test of tests) {
        const result = runTest(plan, test, { readFile: () => [] })
        expect(result.failures, `${test.title}: ${JSON.stringify(result.failures, null, 1)}`).toEqual([])
      }
    }
  })
  it('shows the SQL that is generated', () => {
    const { programs: found, model } = compilePage(page)
    const shown = page.replaceAll(/(<!-- sql (\S+) -->\n+```sql\n)[\s\S]*?```/g, (_, head: string, relation: string) => {
      const symbol = model.scopes.get('page.flow')?.get(relation)
      const sql = found[0] === undefined || symbol === undefined ? [] : sqlOf(found[0].plan, symbol.span.declaration)
      expect(sql, `no SQL for ${relation}`).not.toEqual([])
      return `${head}${sql.join('\n\n')}\n\`\`\``
    })
    if (process.env['UPDATE_DOCS'] && shown !== page) writeFileSync(path, shown)
    else expect(page).toBe(shown)
  })
})

it('has a page for every clause and declaration', () => {
  const wanted = [
    'pipeline',
    'import',
    'connection',
    'catalog',
    'schema',
    'topic',
    'stream-from-kafka',
    'stream-from-files',
    'table-from-cdc',
    'time',
    'from',
    'where',
    'join-at',
    'late',
    'window-tumble',
    'group-by',
    'select',
    'extend',
    'union-all',
    'sink-kafka',
    'sink-iceberg',
    'test',
  ]
  expect(pages.map((f) => f.slice(0, -3))).toEqual(wanted.sort())
})
