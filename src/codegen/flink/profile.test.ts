// Option tables, checkpoint times, physical counts.
import { describe, expect, it } from 'vitest'
import { BROKER_TRANSACTION_LIMIT, checkpointTimes, MAX_EXACTLY_ONCE_INTERVAL } from './checkpoint.js'
import { physicalCounts } from './explain.js'
import { knowsOption, OptionList, TARGETS } from './target.js'

const MINUTE = 60_000

describe('option tables', () => {
  it('refuse a name that the target does not know', () => {
    expect(() => new OptionList(TARGETS['flink-2.2'], 'kafka').add('scan.startup.mod', 'earliest-offset')).toThrow(
      /scan\.startup\.mod/,
    )
    expect(() => new OptionList(TARGETS['flink-1.20'], 'kafka').add('scan.parallelism', '4')).toThrow(/flink-1\.20/)
    expect(() => new OptionList(TARGETS['flink-2.2'], 'kafka').add('value.json.ignore-parse-errors', 'false')).toThrow()
  })
  it('know the options of an opened format under its prefix only', () => {
    const list = new OptionList(TARGETS['flink-2.2'], 'kafka')
      .format('value.format', 'json')
      .add('value.json.ignore-parse-errors', 'false')
    expect(list.list.map((o) => o.name)).toEqual(['value.format', 'value.json.ignore-parse-errors'])
    expect(() => list.add('json.ignore-parse-errors', 'false')).toThrow()
  })
  it('let a user replace an option in place', () => {
    const list = new OptionList(TARGETS['flink-2.2'], 'kafka').add('connector', 'kafka').add('properties.group.id', 'a')
    list.override([
      { name: 'properties.group.id', value: 'b' },
      { name: 'properties.fetch.min.bytes', value: '1' },
    ])
    expect(list.list.map((o) => `${o.name}=${o.value}`)).toEqual([
      'connector=kafka',
      'properties.group.id=b',
      'properties.fetch.min.bytes=1',
    ])
  })
  it('differ between connector versions', () => {
    const knows = (target: keyof typeof TARGETS, name: string): boolean => knowsOption(TARGETS[target], 'kafka', [], name)
    expect([
      knows('flink-1.20', 'sink.transaction-naming-strategy'),
      knows('flink-2.2', 'sink.transaction-naming-strategy'),
    ]).toEqual([false, true])
  })
})

describe('checkpoints and Kafka transactions', () => {
  it.each([1_000, 10_000, MINUTE, 5 * MINUTE, 10 * MINUTE, MAX_EXACTLY_ONCE_INTERVAL])(
    'hang together at an interval of %i ms',
    (interval) => {
      const { timeout, transaction } = checkpointTimes(interval)
      expect(transaction).toBeLessThanOrEqual(BROKER_TRANSACTION_LIMIT)
      expect(timeout).toBeGreaterThanOrEqual(MINUTE)
      expect(interval + timeout + MINUTE).toBeLessThanOrEqual(transaction)
    },
  )
  it('a longer interval does not fit', () => {
    const { timeout, transaction } = checkpointTimes(MAX_EXACTLY_ONCE_INTERVAL + 1)
    expect(MAX_EXACTLY_ONCE_INTERVAL + 1 + timeout + MINUTE).toBeGreaterThan(transaction)
  })
})

describe('counting physical operators', () => {
  it('counts each once where it is reused, and not the local half of an aggregate', () => {
    const explain = `== Abstract Syntax Tree ==
LogicalTableScan … TableSourceScan(ignored)
== Optimized Execution Plan ==
TableSourceScan(table=[[a]])(reuse_id=[1])
TemporalJoin(joinType=[LeftOuterJoin])
:- Reused(reference_id=[1])
+- Deduplicate(keep=[LastRow])
   +- TableSourceScan(table=[[b]])
GlobalWindowAggregate(groupBy=[x])
+- LocalWindowAggregate(groupBy=[x])
WindowAggregate(groupBy=[y])
Join(joinType=[InnerJoin])
GroupAggregate(groupBy=[z])
Sink(table=[s], upsertMaterialize=[true])`
    expect(physicalCounts(explain)).toEqual({ scans: 2, versions: 1, temporalJoins: 1, windowAggregates: 2, others: 3 })
  })
})
