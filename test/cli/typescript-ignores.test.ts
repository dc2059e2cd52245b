// `.ignore(…)` on the command line: what it takes out, and what is wrong with it, at its line.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runCli } from '../kit/run-cli.js'

const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))

const HEAD = `import { count, days, flow, kafka, minutes, pipeline, schema, seconds, stream, t } from 'flowc'
const Order = schema('Order', { region: t.string().notNull(), created_at: t.timestamp(3).notNull() })
const orders = stream('orders',
  kafka('shop.order.created.v1').schema(Order).messageKey('region', 'text').time('created_at', { lateBy: seconds(10), idleAfter: minutes(1) }))
`
/** `behind` stands on line 6, behind the window. */
const daily = (
  behind: string,
  size = 'days(1)',
  whole = '',
): string => `${HEAD}const daily = stream('daily', orders.windowTumble(${size}, { late: 'count' })
  ${behind}
  .groupBy('region').select((g) => ({ region: g.region, window_start: g.window_start, orders: count() })))${whole}
export default pipeline('shop').sinkAppend(daily, kafka('shop.daily.counted.v1'), { messageKey: { columns: 'region', as: 'text' } })
`

interface Found {
  readonly code: string
  readonly file: string
  readonly message: string
  readonly because?: string
  readonly range: { readonly start: { readonly line: number; readonly column: number } }
  readonly related: readonly { readonly message: string }[]
}
async function check(text: string, ...others: readonly string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'flowc-ignore-'))
  folders.push(cwd)
  writeFileSync(join(cwd, 'flow.config.json'), '{}')
  ;[text, ...others].forEach((t, i) => writeFileSync(join(cwd, `${'abc'[i]}.flow.ts`), t))
  const { stdout, exit } = await runCli(['check', '--format', 'json'], { cwd })
  const { diagnostics, suppressed } = JSON.parse(stdout) as Record<'diagnostics' | 'suppressed', readonly Found[]>
  const at = ({ code, file, range }: Found): string => `${code} ${file}:${range.start.line}:${range.start.column}`
  const ours = diagnostics.filter((d) => !d.code.startsWith('FLOW501'))
  return { exit, cwd, ours, told: ours.map(at), suppressed: suppressed.map((s) => `${at(s)} ${s.because}`) }
}

describe('a warning of a program in TypeScript', () => {
  it('is told', async () => {
    expect((await check(daily(''))).told).toEqual(['FLOW4018 a.flow.ts:5:38'])
  })
  it('is ignored behind its clause, and behind the declaration', async () => {
    for (const text of [
      daily(".ignore('FLOW4018', 'the report is read in UTC')"),
      daily('', 'days(1)', ".ignore('FLOW4018', 'the report is read in UTC')"),
    ]) {
      const { told, suppressed, cwd } = await check(text)
      expect(told).toEqual([])
      expect(suppressed).toContainEqual('FLOW4018 a.flow.ts:5:38 the report is read in UTC')
      expect((await runCli(['check', '--deny-warnings'], { cwd })).all).toMatch(/^ok: 1 file, 1 pipeline, \d ignored\n$/)
    }
  })
})

describe('what is wrong with an ignore', () => {
  const at = 'a.flow.ts:6:4'
  it('that ignores nothing, is told at the call, and where the same is', async () => {
    const { told, ours } = await check(daily(".ignore('FLOW4018', 'why')", 'days(0.5)'))
    expect(told).toEqual([`FLOW1054 ${at}`])
    expect(ours[0]!.message).toContain('`window tumble')
    const elsewhere = await check(
      daily('', 'days(1)')
        .replace('const daily', "const same = orders.as('o').ignore('FLOW4018', 'why')\nconst daily")
        .replace('orders.window', 'same.window'),
    )
    expect(elsewhere.told).toEqual(['FLOW1054 a.flow.ts:5:29', 'FLOW4018 a.flow.ts:6:36'])
    expect(elsewhere.ours[0]!.related.map((r) => r.message)).toEqual(['`FLOW4018` is here: say `ignore` of this'])
  })
  it.each([
    ['that there is no such code', ".ignore(['FLOW4018', 'FLOW4998'], 'why')", `FLOW1052 ${at}`],
    ['that it is an error', ".ignore(['FLOW4018', 'FLOW4003'], 'why')", `FLOW1053 ${at}`],
    ['that it says no reason', ".ignore('FLOW4018', '')", `FLOW2120 ${at}`],
    ['that it names no code', ".ignore('UTC', 'why')", `FLOW2120 ${at}`],
  ])('%s', async (_, behind, wanted) => {
    const { told, exit } = await check(daily(behind))
    expect(told).toEqual([wanted])
    expect(exit).toBe(1)
  })
  it('in a text, is told in the text', async () => {
    const { told } = await check(`${HEAD}export const q = flow\`
  stream q =
    -- flow:ignore FLOW4018 because why
    from \${orders}
  -- flow:ignore FLOW4998 because why
  stream r = from q
\`
`)
    expect(told).toEqual(['FLOW1054 a.flow.ts:7:5', 'FLOW1052 a.flow.ts:9:3'])
  })
})

it('one call that a loop repeats is of use where one of its copies is', async () => {
  const loop = (
    behind: string,
  ): string => `${HEAD}export const all = [days(1), minutes(5)].map((size, i) => stream('q' + i, orders.windowTumble(size, { late: 'count' })
  ${behind}
  .groupBy('region').select((g) => ({ region: g.region, window_start: g.window_start, orders: count() }))))
`
  expect((await check(loop('')))!.told.filter((t) => t.includes('4018'))).toEqual(['FLOW4018 a.flow.ts:5:82'])
  const { told, suppressed } = await check(loop(".ignore('FLOW4018', 'why')"))
  expect(told.filter((t) => !t.startsWith('FLOW5012'))).toEqual([])
  expect(suppressed).toEqual(['FLOW4018 a.flow.ts:5:82 why'])
  const wrong = await check(loop(".ignore(['FLOW4018', 'FLOW4016'], 'why')"))
  expect(wrong.told.filter((t) => !t.startsWith('FLOW5012'))).toEqual(['FLOW1054 a.flow.ts:6:4'])
})

it('a text of a module elsewhere, whose paths are written anew, keeps what it ignores', async () => {
  const { cwd } = await check(`import { rides } from './lib/rides.js'\nexport default rides\n`)
  mkdirSync(join(cwd, 'lib'))
  writeFileSync(
    join(cwd, 'lib', 'rides.ts'),
    `import { flow } from 'flowc'
export const rides = flow\`
  schema ride {
    id  bigint,
    ts  timestamp(3) not null
  }
  -- flow:ignore FLOW5012 because of the source
  stream rides from files 'rides.ndjson' {
    schema  ride
    -- flow:ignore FLOW4016 because of the clause
    time    ts
  }
\`
`,
  )
  const { stdout } = await runCli(['gen', 'flow', 'a.flow.ts'], { cwd })
  expect(stdout).toBe(`schema ride {
  id  bigint,
  ts  timestamp(3) not null
}

-- flow:ignore FLOW5012 because of the source
stream rides from files 'lib/rides.ndjson' {
  schema  ride
  -- flow:ignore FLOW4016 because of the clause
  time    ts
}
`)
})
