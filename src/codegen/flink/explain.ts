// What a plan must look like after Flink's planner: one scan a source, one stateful operator for each one written.
import { isBeat } from './heartbeat.js'
import type { OperatorKind, PlanProgram } from '../../ir/plan.js'
import { planShape } from './shape.js'

/** How many of each physical operator an EXPLAIN text shows, each counted once where it is reused. */
export interface PhysicalCounts {
  readonly scans: number
  readonly versions: number
  readonly temporalJoins: number
  readonly windowAggregates: number
  /** Operators with unbounded state that no plan of ours asks for. */
  readonly others: number
}

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

export function physicalCounts(explain: string): PhysicalCounts {
  const start = explain.indexOf('== Optimized Execution Plan ==')
  const text = start < 0 ? explain : explain.slice(start)
  return {
    scans: count(text, /\bTableSourceScan\(/g),
    versions: count(text, /\bDeduplicate\(/g),
    temporalJoins: count(text, /\bTemporalJoin\(/g),
    // the local half of a two-phase aggregate keeps its rows for one watermark only
    windowAggregates: count(text, /(?<!Local)WindowAggregate\(/g),
    others:
      count(
        text,
        /(?<![A-Za-z])(?:GroupAggregate|GlobalGroupAggregate|Join|IntervalJoin|Rank|OverAggregate|ChangelogNormalize|WindowTableFunction)\(/g,
      ) + count(text, /upsertMaterialize=\[true\]/g),
  }
}

export function expectedCounts(plan: PlanProgram): PhysicalCounts {
  const shape = planShape(plan)
  const of = (kind: OperatorKind): number => plan.operators.filter((o) => o.kind === kind && shape.live(o.id)).length
  return {
    scans: of('source'),
    versions: plan.operators.reduce(
      (n, o) => (o.kind === 'versions' && shape.live(o.id) ? n + kinds(shape.versionReaders(o.id)) : n),
      0,
    ),
    temporalJoins: of('temporal_join'),
    // a heartbeat is a window over ticks
    windowAggregates:
      of('window_aggregate') + plan.operators.filter((o) => o.kind === 'source' && isBeat(o) && shape.live(o.id)).length,
    others: 0,
  }
}

const kinds = (readers: { readonly joins: number; readonly others: number }): number =>
  Number(readers.joins > 0) + Number(readers.others > 0)
