// `flowc gen types` as a command: what it writes and refuses, `--check`, and that `schema pull` keeps the file up to date.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TYPES_HEADER } from '../../src/schema/gen-types.js'
import { runCli } from '../kit/run-cli.js'

const orders = fileURLToPath(new URL('../../examples/orders', import.meta.url))
let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'flowc-types-'))
  cpSync(join(orders, 'flow.lock'), join(cwd, 'flow.lock'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))
const read = (path: string): string => readFileSync(join(cwd, path), 'utf8')

describe('gen types', () => {
  it('writes the file of the project, wherever in it the command runs, and the same bytes again', async () => {
    mkdirSync(join(cwd, 'src'))
    const first = await runCli(['gen', 'types'], { cwd: join(cwd, 'src') })
    expect(first).toMatchObject({ exit: 0, stdout: 'wrote ../flow.types.d.ts: 2 row types\n', stderr: '' })
    const text = read('flow.types.d.ts')
    expect(text.startsWith(`${TYPES_HEADER}\n`)).toBe(true)
    expect(text).toContain("    'sales.order.created.v1-value': SalesOrderCreatedV1\n")
    expect(text).not.toContain(cwd)
    const second = await runCli(['gen', 'types'], { cwd })
    expect(second.stdout).toBe('unchanged flow.types.d.ts: 2 row types\n')
    expect(read('flow.types.d.ts')).toBe(text)
    expect(readdirSync(cwd).sort()).toEqual(['flow.lock', 'flow.types.d.ts', 'src'])
  })

  it('--check tells a file that is missing, another one, and the right one apart, and writes nothing', async () => {
    const missing = await runCli(['gen', 'types', '-o', 'src/x.d.ts', '--check'], { cwd })
    expect(missing).toMatchObject({ exit: 3, stdout: '' })
    expect(missing.stderr).toContain('error[FLOW0440]: there is no `src/x.d.ts`')
    expect(existsSync(join(cwd, 'src'))).toBe(false)
    await runCli(['gen', 'types', '-o', 'src/x.d.ts'], { cwd })
    const fresh = read('src/x.d.ts')
    expect((await runCli(['gen', 'types', '-o', 'src/x.d.ts', '--check'], { cwd })).exit).toBe(0)
    // as version control on Windows writes it
    writeFileSync(join(cwd, 'src/x.d.ts'), fresh.replaceAll('\n', '\r\n'))
    expect((await runCli(['gen', 'types', '-o', 'src/x.d.ts', '--check'], { cwd })).exit).toBe(0)
    const stale = fresh.replace('order_id: bigint', 'order_id: number')
    writeFileSync(join(cwd, 'src/x.d.ts'), stale)
    const old = await runCli(['gen', 'types', '-o', 'src/x.d.ts', '--check', '--quiet'], { cwd })
    expect(old.exit).toBe(3)
    expect(old.stderr).toContain('error[FLOW0440]: `src/x.d.ts` is not what flow.lock says')
    expect(read('src/x.d.ts')).toBe(stale)
  })

  it('keeps the line ends that the file has', async () => {
    writeFileSync(join(cwd, 'flow.types.d.ts'), `${TYPES_HEADER}\r\nold\r\n`)
    await runCli(['gen', 'types'], { cwd })
    expect(read('flow.types.d.ts').replaceAll('\r\n', '')).not.toContain('\n')
    expect(read('flow.types.d.ts')).toContain('created_at: Timestamp\r\n')
  })

  it('does not take a file of somebody for its own', async () => {
    writeFileSync(join(cwd, 'flow.types.d.ts'), 'export type Mine = 1\n')
    const result = await runCli(['gen', 'types'], { cwd })
    expect(result).toMatchObject({ exit: 2, stdout: '' })
    expect(result.stderr).toContain('FLOW0443')
    expect(read('flow.types.d.ts')).toBe('export type Mine = 1\n')
  })

  it('adds the schema files that programs name, also wrong programs', async () => {
    rmSync(join(cwd, 'flow.lock'))
    writeFileSync(join(cwd, 'flow.config.json'), '{}')
    mkdirSync(join(cwd, 'a/schemas'), { recursive: true })
    const record = (name: string): string => JSON.stringify({ type: 'record', name, fields: [{ name: 'id', type: 'long' }] })
    writeFileSync(join(cwd, 'a/schemas/order_line.avsc'), record('Line'))
    writeFileSync(join(cwd, 'a/schemas/unused.avsc'), record('Unused'))
    writeFileSync(
      join(cwd, 'a/x.flow'),
      "stream lines from kafka 'lines' {\n  schema  file 'schemas/order_line.avsc'\n  start   earliest\n}\n\nstream s =\n  from nothing\n",
    )
    const result = await runCli(['gen', 'types', '--format', 'json'], { cwd })
    expect(JSON.parse(result.stdout)).toMatchObject({
      ok: true,
      file: 'flow.types.d.ts',
      changed: true,
      interfaces: [{ of: 'a/schemas/order_line.avsc', name: 'OrderLine' }],
    })
    expect(read('flow.types.d.ts')).toBe(
      `${TYPES_HEADER}\n\n/** Schema file \`a/schemas/order_line.avsc\`. */\nexport interface OrderLine {\n  id: bigint\n}\n\nexport {}\n`,
    )
  })

  it('knows the schema files of programs in TypeScript, which need no types to run', async () => {
    writeFileSync(
      join(cwd, 'line.avsc'),
      JSON.stringify({ type: 'record', name: 'Line', fields: [{ name: 'id', type: 'long' }] }),
    )
    writeFileSync(
      join(cwd, 'lines.flow.ts'),
      "import { kafka, stream } from 'flowc'\nimport type { Line } from './flow.types.js'\nexport const lines = stream('lines', kafka('lines').schemaFile<Line>('line.avsc').start('earliest'))\n",
    )
    const result = await runCli(['gen', 'types'], { cwd })
    expect(result).toMatchObject({ exit: 0, stdout: 'wrote flow.types.d.ts: 3 row types\n', stderr: '' })
    const types = read('flow.types.d.ts')
    expect(types).toContain('export interface Line {\n  id: bigint\n}\n')
    // what a program that does not run would name is not known: nothing is taken away
    writeFileSync(join(cwd, 'broken.flow.ts'), "throw new Error('no such team')\n")
    const broken = await runCli(['gen', 'types'], { cwd })
    expect(broken).toMatchObject({ exit: 1, stdout: '' })
    expect(broken.stderr).toContain('no such team')
    expect(broken.stderr).toContain('broken.flow.ts:1:7')
    expect(read('flow.types.d.ts')).toBe(types)
  })

  it('has nothing to write without a lock and without schema files', async () => {
    rmSync(join(cwd, 'flow.lock'))
    const result = await runCli(['gen', 'types'], { cwd })
    expect(result.exit).toBe(2)
    expect(result.stderr).toContain('FLOW0442')
    expect(readdirSync(cwd)).toEqual([])
  })

  it('says what is wrong with a lock that cannot be used', async () => {
    writeFileSync(join(cwd, 'flow.lock'), '{ "lockVersion": 9 }')
    const result = await runCli(['gen', 'types'], { cwd })
    expect(result.exit).toBe(2)
    expect(result.stderr).toContain('FLOW0207')
  })
})

it('the types of each example that has a lock are those of its lock', async () => {
  const examples = fileURLToPath(new URL('../../examples', import.meta.url))
  const locked = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'flow.lock')))
  expect(locked).toContain('orders')
  for (const name of locked) {
    const result = await runCli(['gen', 'types', '--check'], { cwd: join(examples, name) })
    expect(result, name).toMatchObject({ exit: 0, stderr: '' })
  }
})

describe('schema pull', () => {
  const closing: (() => void)[] = []
  afterEach(() => closing.splice(0).forEach((c) => c()))

  async function registry(): Promise<string> {
    const schema = JSON.stringify({ type: 'record', name: 'Order', fields: [{ name: 'order_id', type: 'string' }] })
    const server = createServer((request, response) => {
      const subject = decodeURIComponent(request.url!.split('/')[2]!)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ subject, version: 4, id: 40, schema }))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('writes a generated file anew, and leaves any other alone', async () => {
    const pull = ['schema', 'pull', 'sales.order.created.v1-value', '--update', '--registry', await registry()]
    await runCli(['gen', 'types'], { cwd })
    const result = await runCli(pull, { cwd })
    expect(result.stdout).toContain('written    flow.types.d.ts\n')
    expect(read('flow.types.d.ts')).toContain('  order_id: string\n')
    expect((await runCli(['gen', 'types', '--check'], { cwd })).exit).toBe(0)
    const again = await runCli(pull, { cwd })
    expect(again.stdout).not.toContain('written')
    writeFileSync(join(cwd, 'flow.types.d.ts'), '// mine\n')
    await runCli(pull, { cwd })
    expect(read('flow.types.d.ts')).toBe('// mine\n')
  })

  it('names the command where programs in TypeScript have no types yet', async () => {
    const pull = ['schema', 'pull', 'sales.order.created.v1-value', '--registry', await registry()]
    expect((await runCli(pull, { cwd })).stderr).not.toContain('gen types')
    writeFileSync(join(cwd, 'orders.flow.ts'), 'export {}\n')
    const result = await runCli(pull, { cwd })
    expect(result.exit).toBe(0)
    expect(result.stderr).toContain('`flowc gen types` writes the row types')
    expect(existsSync(join(cwd, 'flow.types.d.ts'))).toBe(false)
  })
})
