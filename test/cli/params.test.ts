// Params from the environment and the command line, in every command that compiles.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { runCli } from '../kit/run-cli.js'

const cwd = fileURLToPath(new URL('../fixtures/params', import.meta.url))
const out = mkdtempSync(join(tmpdir(), 'flowc-params-'))
afterAll(() => rmSync(out, { recursive: true, force: true }))

describe('params', () => {
  it('are those of the environment that build names, over what the configuration says', async () => {
    const built = await runCli(['build', '-e', 'prod', '--param', 'size=30 minutes', '-o', out], { cwd })
    expect(built.exit, built.all).toBe(0)
    const manifest = JSON.parse(readFileSync(join(out, 'orders/manifest.json'), 'utf8')) as { inferred: { what: string }[] }
    expect(manifest.inferred.filter((i) => i.what === 'param')).toEqual([
      { about: 'env', what: 'param', value: 'prod', because: 'environment prod' },
      { about: 'least', what: 'param', value: '250.00', because: 'environment prod' },
      { about: 'size', what: 'param', value: '30 minutes', because: '--param' },
    ])
    expect(readFileSync(join(out, 'orders/topics.json'), 'utf8')).toContain('prod.order.revenue.v1')
  })

  it.each(['check', 'test', 'graph orders.flow', 'explain orders.flow'])('are told to %s', async (command) => {
    const right = await runCli([...command.split(' '), '-e', 'prod', '--param', 'least=1'], { cwd })
    expect(right.all).not.toContain('error')
    const wrong = await runCli([...command.split(' '), '-e', 'prod', '--param', 'least=lots'], { cwd })
    expect(wrong.all).toContain('error[FLOW2033]: the value of `least` from `--param` does not fit: `lots` is no DECIMAL(10, 2)')
    expect(wrong.exit).toBe(1)
  })

  it('are `NAME=VALUE`', async () => {
    const result = await runCli(['check', '--param', 'least'], { cwd })
    expect(result.exit).toBe(2)
    expect(result.all).toContain('`--param least` gives no value')
  })

  it('have one value each', async () => {
    const result = await runCli(['check', '--param', 'least=1', '--param', 'least=2'], { cwd })
    expect(result.exit).toBe(2)
    expect(result.all).toContain('`--param` gives two values to `least`')
  })

  it('need an environment that is there', async () => {
    const result = await runCli(['check', '-e', 'prd'], { cwd })
    expect(result.exit).toBe(2)
    expect(result.all).toContain('there is no environment `prd`')
  })
})
