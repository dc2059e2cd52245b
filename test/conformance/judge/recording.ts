// What a real Flink did with a scenario, as committed: for each test and relation the changelog, with the number of the
// happening that caused each change. One change a line, so that a difference reads well.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LiteralValue } from '../../../src/ir/expr.js'
import type { RowKind } from '../../../src/ir/test-plan.js'
import { formatRaw } from './raw-json.js'

export interface RecordedChange {
  /** Index of the happening; their number for the end of input. */
  readonly at: number
  readonly kind: RowKind
  readonly cells: readonly LiteralValue[]
}

export interface RecordedTest {
  readonly title: string
  readonly relations: Readonly<Record<string, readonly RecordedChange[]>>
}

export interface Recording {
  readonly scenario: string
  readonly flink: string
  /** SHA-256 of the scenario's text, and of the SQL that ran. */
  readonly hashes: { readonly scenario: string; readonly sql: string }
  readonly tests: readonly RecordedTest[]
}

const HERE = fileURLToPath(new URL('..', import.meta.url))
export const SCENARIOS = join(HERE, 'scenarios')
export const recordingPath = (scenario: string, flink: string): string => join(HERE, 'recordings', `${scenario}.${flink}.json`)

type Line = readonly [number, RowKind, readonly LiteralValue[]]

export function readRecording(path: string): Recording {
  const raw = JSON.parse(readFileSync(path, 'utf8')) as Recording & {
    tests: { title: string; relations: Record<string, readonly Line[]> }[]
  }
  return {
    ...raw,
    tests: raw.tests.map((t) => ({
      title: t.title,
      relations: Object.fromEntries(
        Object.entries(t.relations).map(([name, lines]) => [
          name,
          (lines as unknown as readonly Line[]).map(([at, kind, cells]) => ({ at, kind, cells })),
        ]),
      ),
    })),
  }
}

export function formatRecording(r: Recording): string {
  const changes = (list: readonly RecordedChange[]): string =>
    list.length === 0 ? '[]' : `[\n${list.map((c) => `        ${formatRaw([c.at, c.kind, c.cells])}`).join(',\n')}\n      ]`
  const tests = r.tests.map((t) => {
    const relations = Object.entries(t.relations).map(([name, list]) => `      ${JSON.stringify(name)}: ${changes(list)}`)
    return `    {\n      "title": ${JSON.stringify(t.title)},\n      "relations": {\n${relations.join(',\n').replaceAll(/^/gm, '  ')}\n      }\n    }`
  })
  return `{
  "scenario": ${JSON.stringify(r.scenario)},
  "flink": ${JSON.stringify(r.flink)},
  "hashes": ${JSON.stringify(r.hashes)},
  "tests": [\n${tests.join(',\n')}\n  ]\n}\n`
}
