// Whole programs against the artifacts that they become. `npx vitest run test/golden -u` writes what the compiler gives now;
// what changed is then a matter of review.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { build } from '../../src/codegen/index.js'
import type { PlanProgram, TargetName } from '../../src/ir/plan.js'
import { checkProgram } from '../support/check-program.js'

const HERE = import.meta.dirname
const PROGRAMS = readdirSync(join(HERE, 'programs')).sort()

/** Follow other parts' internals too closely to be compared as text: the plan, its spans, hashes of both. */
const UNCOMPARED = /plan\.json$|\.map\.json$|manifest\.json$/

function planOf(file: string, target: TargetName = 'flink-2.2'): PlanProgram {
  const result = checkProgram({ 'main.flow': readFileSync(join(HERE, 'programs', file), 'utf8') }, target)
  const errors = result.diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.code} ${d.message}`)
  expect(errors).toEqual([])
  return result.programs[0]!.plan
}

describe('artifacts for the lead target', () => {
  for (const file of PROGRAMS) {
    const name = file.replace('.flow', '')
    it(name, async () => {
      const compared = build(planOf(file)).filter((a) => !UNCOMPARED.test(a.path))
      expect(compared.length).toBeGreaterThan(0)
      for (const a of compared) await expect(a.text).toMatchFileSnapshot(join(HERE, 'artifacts', name, a.path))
    })
  }
})

describe('what differs on other targets', () => {
  for (const target of ['flink-1.20', 'flink-2.1', 'flink-2.3'] as const)
    it(target, async () => {
      const lead = sqlLines('upserts.flow', 'flink-2.2')
      const other = sqlLines('upserts.flow', target)
      const changed = other.filter((l) => !lead.includes(l)).map((l) => `+ ${l}`)
      const gone = lead.filter((l) => !other.includes(l)).map((l) => `- ${l}`)
      await expect([...gone, ...changed, ''].join('\n')).toMatchFileSnapshot(
        join(HERE, 'artifacts', 'upserts', `flink-2.2-to-${target}.diff`),
      )
    })
})

const sqlLines = (file: string, target: TargetName): string[] =>
  build(planOf(file, target))
    .find((a) => a.mediaType === 'application/sql')!
    .text.split('\n')

describe('building', () => {
  it('gives the same bytes twice', () => {
    for (const file of PROGRAMS) {
      const once = build(planOf(file))
      const again = build(planOf(file))
      expect(again).toEqual(once)
      expect(once.at(-1)!.path).toBe('manifest.json')
    }
  })

  it('does not depend on what was built before', () => {
    const alone = build(planOf('upserts.flow'))
    for (const file of PROGRAMS) build(planOf(file))
    expect(build(planOf('upserts.flow'))).toEqual(alone)
  })

  it('puts no secret and no value of the environment into an artifact', () => {
    process.env['SHOP_DB_PASSWORD'] = 'hunter2'
    const texts = build(planOf('captured-tables.flow')).map((a) => a.text)
    delete process.env['SHOP_DB_PASSWORD']
    expect(texts.join('\n')).not.toContain('hunter2')
    expect(texts.join('\n')).toContain('${secret:ICEBERG_CREDENTIAL}')
  })
})
