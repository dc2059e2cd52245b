// What the command line promises about mistakes: all at once, each with its place, its reason and a fix that works.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCli } from '../kit/run-cli.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'flowc-acceptance-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

interface Found {
  readonly code: string
  readonly severity: string
  readonly message: string
  readonly help: string | null
  readonly file: string
  readonly range: { readonly start: { readonly line: number; readonly column: number; readonly offset: number } }
  readonly related: readonly { readonly file: string; readonly message: string }[]
  readonly fixes: readonly {
    readonly edits: readonly {
      readonly range: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } }
      readonly text: string
    }[]
  }[]
}

async function check(...args: string[]): Promise<readonly Found[]> {
  const result = await runCli(['check', ...args, '--format', 'json'], { cwd })
  return (JSON.parse(result.stdout) as { diagnostics: readonly Found[] }).diagnostics
}

it('eight different mistakes give eight diagnostics with place, reason and help; the first fix of each works', async () => {
  cpSync(join(root, 'test/fixtures/eight/eight.flow'), join(cwd, 'eight.flow'))
  const text = readFileSync(join(cwd, 'eight.flow'), 'utf8')
  const errors = (await check('eight.flow')).filter((d) => d.severity === 'error')
  expect(errors.map((d) => `${d.range.start.line}:${d.range.start.column} ${d.code}`)).toEqual([
    '20:3 FLOW1003',
    '23:8 FLOW2002',
    '28:20 FLOW2006',
    '32:9 FLOW3101',
    '36:3 FLOW4005',
    '42:20 FLOW2011',
    '46:16 FLOW1024',
    '49:16 FLOW2006',
  ])
  for (const d of errors) {
    expect(d.help, d.code).toMatch(/\w/)
    expect(d.fixes.length, d.code).toBeGreaterThan(0)
  }
  const edits = errors.flatMap((d) => d.fixes[0]!.edits).sort((a, b) => b.range.start.offset - a.range.start.offset)
  const mended = edits.reduce((t, e) => t.slice(0, e.range.start.offset) + e.text + t.slice(e.range.end.offset), text)
  writeFileSync(join(cwd, 'eight.flow'), mended)
  expect((await check('eight.flow')).filter((d) => d.severity === 'error').map((d) => d.message)).toEqual([])
})

it('a type that changes in a schema is reported with subject, version and both places', async () => {
  cpSync(join(root, 'examples/orders'), cwd, { recursive: true })
  const lock = JSON.parse(readFileSync(join(cwd, 'flow.lock'), 'utf8')) as {
    subjects: { subject: string; version: number; schema: string }[]
  }
  const order = lock.subjects.find((s) => s.subject === 'sales.order.created.v1-value')!
  order.version = 4
  const schema = JSON.parse(order.schema) as { fields: { name: string; type: unknown }[] }
  schema.fields.find((f) => f.name === 'amount')!.type = 'string'
  order.schema = JSON.stringify(schema)
  writeFileSync(join(cwd, 'flow.lock'), JSON.stringify(lock))
  const result = await runCli(['check'], { cwd })
  expect(result.exit).toBe(1)
  expect(result.stdout).toContain('`amount` is STRING')
  expect(result.stdout).toContain('subject sales.order.created.v1-value version 4')
  // where it is used, and where it comes from
  expect(result.stdout).toMatch(/--> orders\.flow:\d+:\d+[\s\S]*?--> orders\.flow:\d+:\d+[\s\S]*?version 4/)
})
