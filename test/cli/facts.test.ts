// `explain` on facts and `check` on what comments take out, through the command line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../kit/run-cli.js'

const program = (above: string, window = '1 day', last = 'select region, window_start, count(*) as n'): string => `schema order {
  region      string,
  created_at  timestamp(3) not null
}
stream orders from kafka 'shop.order.created.v1' {
  schema  order
  time    created_at late by 10 seconds, idle after 1 minute
}
stream daily =
  from orders
${above}  window tumble ${window} late count
  group by region
  ${last}
`
let cwd = ''
const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text)
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'flowc-facts-'))
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const IGNORE = '  -- flow:ignore FLOW4018 because the report is read in UTC\n'

describe('check', () => {
  it('counts what is ignored, and prints it in no form but the machines’', async () => {
    write('a.flow', program(IGNORE))
    const text = await runCli(['check', 'a.flow', '--deny-warnings'], { cwd })
    expect([text.exit, text.stdout]).toEqual([0, 'ok: 1 file, 0 pipelines, 1 ignored\n'])
    const json = JSON.parse((await runCli(['check', 'a.flow', '--format', 'json'], { cwd })).stdout) as {
      diagnostics: unknown[]
      suppressed: { code: string; because: string; range: { start: { line: number } } }[]
      summary: { suppressed: number }
    }
    expect(json.diagnostics).toEqual([])
    expect(json.suppressed.map((s) => [s.code, s.because, s.range.start.line])).toEqual([
      ['FLOW4018', 'the report is read in UTC', 12],
    ])
    expect(json.summary.suppressed).toBe(1)
    const sarif = await runCli(['check', 'a.flow', '--format', 'sarif'], { cwd })
    expect(sarif.stdout).toContain('"justification": "the report is read in UTC"')
    expect((await runCli(['check', 'a.flow', '--format', 'github'], { cwd })).stdout).toBe('')
  })
  it('denies an unused one with the warnings', async () => {
    write('a.flow', program(IGNORE, '1 hour'))
    const result = await runCli(['check', 'a.flow', '--deny-warnings'], { cwd })
    expect([result.exit, result.stdout.includes('FLOW1054')]).toEqual([1, true])
  })
})

describe('explain', () => {
  it('shows what a relation is, who made it so, and what is known behind each clause', async () => {
    write('a.flow', program(IGNORE))
    const { stdout, exit } = await runCli(['explain', 'a.flow', 'daily'], { cwd })
    expect(exit).toBe(0)
    expect(stdout).toMatch(/key +region, window_start: `group by` makes \(region, window_start\) the key +a\.flow:13:3/)
    expect(stdout).toMatch(/time +lost: `select` leaves out `window_time` +a\.flow:13:3/)
    expect(stdout).toMatch(/behind +line +rows +columns +key +time +watermark +window +state\n/)
    expect(stdout).toMatch(/window +12 +append +2 +created_at +orders +tumble 1 day\n/)
    expect(stdout).toMatch(/group by +13 +append +3 +region, window_start +orders +window\n/)
  })
  it('shows a wrong program as far as it is understood', async () => {
    write('a.flow', program('', '1 day', 'select region, nothing').replace('group by region', 'select region'))
    const { stdout, stderr, exit } = await runCli(['explain', 'a.flow', 'daily'], { cwd })
    expect(exit).toBe(1)
    expect(stdout).toContain('known as far as a.flow:12:3, where it is wrong')
    expect(stdout).toMatch(/window +11 +append +2 +created_at +orders +tumble 1 day\n/)
    expect(stderr).toContain('FLOW4012')
  })
  it('says the same as data', async () => {
    write('a.flow', program(IGNORE))
    const { relation, clauses } = JSON.parse(
      (await runCli(['explain', 'a.flow', 'daily', '--format', 'json'], { cwd })).stdout,
    ) as {
      relation: {
        whole: boolean
        keys: string[][]
        window: null
        madeBy: { keys: { reason: string; file: string; line: number } }
      }
      clauses: { clause: string; line: number; window: string | null }[]
    }
    expect([relation.whole, relation.keys, relation.window]).toEqual([true, [['region', 'window_start']], null])
    expect(relation.madeBy.keys).toMatchObject({ file: 'a.flow', line: 13 })
    expect(clauses.map((c) => [c.clause, c.line, c.window])).toEqual([
      ['from', 10, null],
      ['window', 12, 'tumble 1 day'],
      ['group by', 13, null],
    ])
  })
})
