// Rows a second of the interpreter alone: decoded records in, sink rows out.
import { fileURLToPath } from 'node:url'
import { SourceIndex } from '../src/core/source.js'
import type { PlanProgram, SourceOperator } from '../src/ir/plan.js'
import type { SourceRecord } from '../src/runtime/api.js'
import { createEngine } from '../src/runtime/engine.js'
import { compile } from '../src/workspace/compile.js'
import { createNodeHost } from '../src/workspace/host-node.js'

export const ROWS = 100_000

export interface Rate {
  readonly name: string
  readonly rates: readonly number[]
}

export function interpreterRates(rounds: number): readonly Rate[] {
  const plan = planOf('../examples/iot', 'readings.flow')
  const source = plan.operators.find((o): o is SourceOperator => o.kind === 'source')!
  const records = Array.from({ length: ROWS }, (_, i) => reading(i))
  return [{ name: 'interpreter, examples/iot', rates: Array.from({ length: rounds }, () => rate(plan, source.id, records)) }]
}

function planOf(folder: string, file: string): PlanProgram {
  const host = createNodeHost(fileURLToPath(new URL(folder, import.meta.url)))
  const { programs } = compile({ host, files: [file], target: 'flink-2.2', index: new SourceIndex(), before: [] })
  if (programs[0] === undefined) throw new Error(`${folder}/${file} does not compile`)
  return programs[0].plan
}

/** A hundred devices, one reading each second, a few of them late or wrong: the same ones in every run. */
function reading(i: number): SourceRecord {
  const device = i % 100
  const late = i % 97 === 0 ? 90_000 : (i * 7919) % 4000
  const celsius = i % 89 === 0 ? 85 : -20 + ((i * 31) % 80) / 10
  return {
    fields: [`device-${device}`, `room-${device % 7}`, celsius, BigInt(1767261600000 + Math.floor(i / 100) * 1000 - late)],
    op: 'c',
    commitTime: null,
    recordTime: null,
    topic: 'iot.reading.measured.v1',
    partition: 0,
    offset: BigInt(i),
  }
}

function rate(plan: PlanProgram, source: string, records: readonly SourceRecord[]): number {
  let rows = 0
  const engine = createEngine(plan, { observer: () => rows++ })
  const begin = performance.now()
  for (const record of records) engine.push(source, record)
  engine.end()
  const seconds = (performance.now() - begin) / 1000
  if (rows === 0) throw new Error('nothing came out')
  return records.length / seconds
}
