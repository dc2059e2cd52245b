// `flowc gen ts`: what goes where, what is said, and that what it writes is a program.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../kit/run-cli.js'

const SHARED = `-- what every shop has
schema Order {
  order_id    bigint not null,
  amount      decimal(10, 2),
  created_at  timestamp(3) not null
}

stream orders from kafka 'shop.order.created.v1' {
  schema  Order
  time    created_at late by 10 seconds, idle after 1 minute  -- the till's clock
}
`
const BIG = `import { orders } from './shared.flow'

pipeline shop {
  owner  'team-shop'
}

stream big =
  from orders
  where amount >= 100

sink kafka 'shop.order.noticed.v1' from big append {
  message key  order_id as text
}

test 'small ones are not' for shop {
  given orders
    | order_id | amount | created_at            |
    | 1        | 99.00  | '2026-01-01 10:00:00' |
  expect nothing from big
}
`

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'flowc-gen-ts-'))
  mkdirSync(join(cwd, 'shop'))
  writeFileSync(join(cwd, 'flow.config.json'), '{ "target": "flink-2.2" }')
  writeFileSync(join(cwd, 'shop/shared.flow'), SHARED)
  writeFileSync(join(cwd, 'shop/big.flow'), BIG)
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))
const textOf = (path: string): string => readFileSync(join(cwd, path), 'utf8')

describe('gen ts', () => {
  it('prints one program, with its comments', async () => {
    const { stdout, exit } = await runCli(['gen', 'ts', 'shop/shared.flow'], { cwd })
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^\/\/ what every shop has\n/m)
    expect(stdout).toContain("idleAfter: minutes(1) }), // the till's clock\n")
    expect(stdout).toContain('export const orders = stream(')
  })

  it('names what stays text with the row that it has', async () => {
    const { stdout, stderr, exit } = await runCli(['gen', 'ts', 'shop/big.flow'], { cwd })
    expect([stderr, exit]).toEqual(['', 0])
    expect(stdout).toMatch(/import \{ type Decimal, importStream, kafka, pipeline, stream, type Timestamp \} from 'flowc'/)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      "importStream<{ order_id: bigint; amount: Decimal | null; created_at: Timestamp }>( 'orders', './shared.flow', )",
    )
  })

  it('writes modules that import each other, and are the same programs', async () => {
    const { stdout, exit } = await runCli(['gen', 'ts', 'shop', '-o', 'ts'], { cwd })
    expect([stdout, exit]).toEqual(['wrote ts/shop/big.flow.ts\nwrote ts/shop/shared.flow.ts\n', 0])
    expect(textOf('ts/shop/big.flow.ts')).toContain("import { orders } from './shared.flow.ts'\n")
    expect(textOf('ts/shop/big.flow.ts')).toContain("amount: '99.00'")
    const tested = await runCli(['test', 'ts'], { cwd })
    expect([tested.stderr, tested.exit]).toEqual(['', 0])
    expect(tested.stdout).toContain('1 test: 1 passed')
    const again = await runCli(['gen', 'ts', 'shop', '-o', 'ts'], { cwd })
    expect(again.stdout).toBe('replaced ts/shop/big.flow.ts\nreplaced ts/shop/shared.flow.ts\n')
  })

  it('writes one program to a file, or into a folder', async () => {
    await runCli(['gen', 'ts', 'shop/shared.flow', '-o', 'a.flow.ts'], { cwd })
    await runCli(['gen', 'ts', 'shop/shared.flow', '-o', '.'], { cwd })
    expect(textOf('a.flow.ts')).toBe(textOf('shop/shared.flow.ts'))
  })

  it('has a document for machines', async () => {
    const { stdout } = await runCli(['gen', 'ts', 'shop/shared.flow', '--format', 'json'], { cwd })
    const { ok, files, diagnostics } = JSON.parse(stdout) as {
      ok: boolean
      files: { file: string; output: null; text: string }[]
      diagnostics: unknown[]
    }
    expect([ok, files[0]!.file, files[0]!.output, diagnostics]).toEqual([true, 'shop/shared.flow', null, []])
    expect(files[0]!.text).toContain('export const orders')
  })

  it('writes nothing where a program cannot be read', async () => {
    writeFileSync(join(cwd, 'shop/big.flow'), BIG.replace('where amount', 'wher amount'))
    const { stderr, exit } = await runCli(['gen', 'ts', 'shop', '-o', 'ts'], { cwd })
    expect(exit).toBe(1)
    expect(stderr).toMatch(/error\[FLOW1\d\d\d\]/)
    expect(existsSync(join(cwd, 'ts'))).toBe(false)
  })

  it('makes a program of one whose expressions are wrong, and of what reads it', async () => {
    const wrong = 'stream wrong = from orders select order_id, amount + true as b\n'
    writeFileSync(join(cwd, 'shop/wrong.flow'), `import { orders } from './shared.flow'\n${wrong}`)
    writeFileSync(join(cwd, 'shop/big.flow'), "import { wrong } from './wrong.flow'\nstream again = from wrong\n")
    const { stdout, stderr, exit } = await runCli(['gen', 'ts', 'shop/big.flow'], { cwd })
    expect([stderr, exit]).toEqual(['', 0])
    expect(stdout).toContain("importStream<{ order_id: bigint; b: unknown }>('wrong', './wrong.flow')")
    expect((await runCli(['gen', 'ts', 'shop', '-o', 'ts'], { cwd })).exit).toBe(0)
  })

  it('keeps a loop as text that makes too much', async () => {
    const many = Array.from({ length: 11 }, (_, i) => `'${i}'`).join(', ')
    const body = '        schema s_${a}_${b}_${c}_$d {\n          id  bigint\n        }\n'
    const text = ['d', 'c', 'b', 'a'].reduce((inner, name, i) => {
      const indent = '  '.repeat(3 - i)
      return `${indent}for ${name} in [${many}] {\n${inner}${indent}}\n`
    }, body)
    writeFileSync(join(cwd, 'shop/loop.flow'), text)
    const { stdout, stderr, exit } = await runCli(['gen', 'ts', '-q', 'shop/loop.flow'], { cwd })
    expect([stderr, exit]).toEqual(['', 0])
    expect(stdout).toContain("for a in ['0', '1',")
  })

  it('takes programs of text only', async () => {
    await runCli(['gen', 'ts', 'shop/shared.flow', '-o', 'a.flow.ts'], { cwd })
    const { stderr, exit } = await runCli(['gen', 'ts', 'a.flow.ts'], { cwd })
    expect([exit, /error\[FLOW0106\]/.test(stderr)]).toEqual([2, true])
    expect((await runCli(['gen', 'ts', 'shop'], { cwd })).stderr).toContain('error[FLOW0451]: 2 programs')
  })

  it('tells a folder from a file by its `/`, unless it is there', async () => {
    const gen = (...args: string[]) => runCli(['gen', 'ts', ...args], { cwd })
    const slip = await gen('shop/shared.flow', '-o', 'made')
    expect([slip.exit, existsSync(join(cwd, 'made'))]).toEqual([2, false])
    expect(slip.stderr).toContain('error[FLOW0452]: `made` is no name of a file of TypeScript\n')
    expect((await gen('shop/shared.flow', '-o', 'made/')).exit).toBe(0)
    expect(textOf('made/shop/shared.flow.ts')).toContain('export const orders = stream(')
    expect((await gen('shop/big.flow', '-o', 'made')).exit).toBe(0)
    expect(existsSync(join(cwd, 'made/shop/big.flow.ts'))).toBe(true)
    expect((await gen('shop/shared.flow', '-o', 'one.flow.ts')).exit).toBe(0)
    const both = await gen('shop/shared.flow', 'shop/big.flow', '-o', 'one.ts')
    expect([both.exit, existsSync(join(cwd, 'one.ts'))]).toEqual([2, false])
    expect(both.stderr).toContain('2 programs do not go to one file, `one.ts`')
  })
})

it.each([
  ['gen ts', ['gen', 'ts', 'shop/shared.flow', '-o', 'taken/orders.flow.ts']],
  ['gen flow', ['gen', 'flow', 'plain.flow.ts', '-o', 'taken/orders.flow']],
])('%s: a file that cannot be written there is another file, not a folder', async (_, args) => {
  writeFileSync(join(cwd, 'taken'), '')
  writeFileSync(join(cwd, 'plain.flow.ts'), "import { param, t } from 'flowc'\nexport const least = param('least', t.int(), 1)\n")
  const { stderr, exit } = await runCli([...args], { cwd })
  expect(exit).toBe(2)
  expect(stderr).toContain('FLOW0301')
  expect(stderr).toContain('`-o FILE` names another one')
})
