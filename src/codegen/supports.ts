// What depends on more than an operator's kind: whether a plan can run on a target, and what is worth knowing there.
// Verdicts are data; who calls decides how they are shown.
import { wordTable } from '../core/word-table.js'
import { bug } from '../core/bug.js'
import type { Operator, OperatorOf, PlanProgram, SinkOperator, SourceOperator, TargetName, Traits } from '../ir/plan.js'
import { isTap } from '../ir/taps.js'
import type { FlowType } from '../ir/types.js'
import type { Verdict } from './artifact.js'
import { BROKER_TRANSACTION_LIMIT, MAX_EXACTLY_ONCE_INTERVAL } from './flink/checkpoint.js'
import { MAX_INTERVAL } from './flink/quote.js'
import { knowsOption, TARGETS, type ConnectorName, type FormatName, type TargetProfile } from './flink/target.js'
import { isKafkaSink } from './schemas.js'

/** Whether a plan can run on its target: each operator by itself, then what only the whole says. */
export function supportsPlan(plan: PlanProgram): readonly Verdict[] {
  const profile = TARGETS[plan.target]
  if (profile.managed) return managedVerdicts(plan)
  return [
    ...pipelineVerdicts(plan),
    ...plan.operators.flatMap((o) => supports(o, o.traits, plan.target)),
    ...connectorVerdicts(plan),
  ]
}

/** What a target says to one operator with these traits. Nothing: it runs there as it is meant. */
export function supports(operator: Operator, traits: Traits, target: TargetName): readonly Verdict[] {
  const profile = TARGETS[target]
  return [...ownVerdicts(operator, traits, profile), ...expressionVerdicts(operator, profile)]
}

function ownVerdicts(operator: Operator, traits: Traits, profile: TargetProfile): readonly Verdict[] {
  switch (operator.kind) {
    case 'source':
      return sourceVerdicts(operator, profile)
    case 'sink':
      return sinkVerdicts(operator)
    case 'window_aggregate':
      return windowVerdicts(operator, traits)
    default:
      return []
  }
}

/** What a version cannot plan of the expressions in an operator. */
function expressionVerdicts(o: Operator, profile: TargetProfile): readonly Verdict[] {
  if (profile.arraysOfRows || !calls(o, (fn, args) => fn === 'array' && calls(args, (inner) => inner === 'row'))) return []
  return [
    {
      severity: 'error',
      operator: o.id,
      message: `an array of rows that are made in place cannot be planned by Flink ${profile.flink}`,
      help: 'make the rows in a step before, or compile for `flink-2.1` or later',
      origin: o.origin,
    },
  ]
}

/** Whether a call that `wanted` takes stands somewhere in plain data. */
function calls(value: unknown, wanted: (fn: string, args: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some((v) => calls(v, wanted))
  const { kind, fn, args } = value as { kind?: unknown; fn?: unknown; args?: unknown }
  if (kind === 'call' && typeof fn === 'string' && wanted(fn, args)) return true
  return Object.entries(value).some(([key, part]) => !WITHOUT_CALLS.has(key) && calls(part, wanted))
}
const WITHOUT_CALLS: ReadonlySet<string> = new Set(['type', 'columns', 'traits', 'origin', 'reader'])

function pipelineVerdicts(plan: PlanProgram): readonly Verdict[] {
  const verdicts: Verdict[] = []
  const { checkpoint, timeZone, origin } = plan.pipeline
  if (timeZone !== 'UTC')
    verdicts.push({
      severity: 'error',
      operator: null,
      message: `time zone \`${timeZone}\`: generated statements run in UTC`,
      help: 'write the zone where it matters',
      origin,
    })
  const exactlyOnce =
    plan.operators.some((o) => o.kind === 'sink' && o.target.kind === 'kafka' && !isTap(o)) && checkpoint.mode === 'exactly-once'
  if (exactlyOnce && checkpoint.interval > MAX_EXACTLY_ONCE_INTERVAL)
    verdicts.push({
      severity: 'error',
      operator: null,
      message: `a checkpoint every ${minutes(checkpoint.interval)} leaves no room in a Kafka transaction, which the broker cuts after ${minutes(BROKER_TRANSACTION_LIMIT)}`,
      help: `at most every ${minutes(MAX_EXACTLY_ONCE_INTERVAL)}, or \`at least once\``,
      origin,
    })
  // FLINK-35886: from 2.0 on a source that waits for others is not silent
  const idle = plan.operators.some((o) => o.kind === 'source' && o.time !== null && o.time.idle !== null)
  if (plan.pipeline.tuning.alignDrift !== null && idle && plan.target === 'flink-1.20')
    verdicts.push({
      severity: 'warning',
      operator: null,
      message:
        'with `align drift` the time that a source waits for others counts as silence: it may go idle, and its rows be late',
      help: 'an `idle after` longer than any source waits',
      origin,
    })
  return verdicts
}

function windowVerdicts(o: OperatorOf<'window_aggregate'>, traits: Traits): readonly Verdict[] {
  if (traits.change === 'updating') return bug(`the window of ${o.id} updates: only an aggregation without a window does`)
  if (Math.max(o.window.size, Math.abs(o.window.offset)) <= MAX_INTERVAL) return []
  return [
    {
      severity: 'error',
      operator: o.id,
      message: 'a window of 1000 days or more has no interval literal in Flink',
      help: null,
      origin: o.origin,
    },
  ]
}

/**
 * A service that runs Flink itself has topics for tables and settings of its own. What of a plan it cannot have at all is said
 * piece by piece; the rest waits until its statements have been tried.
 */
function managedVerdicts(plan: PlanProgram): readonly Verdict[] {
  const verdicts: Verdict[] = []
  const add = (operator: string | null, origin: Verdict['origin'], message: string, help: string | null): void =>
    void verdicts.push({ severity: 'error', operator, message, help, origin })
  for (const o of plan.operators) {
    if (o.kind === 'source' && o.connector.kind !== 'kafka' && o.connector.kind !== 'cdc')
      add(
        o.id,
        o.origin,
        `\`${o.name}\` is read from ${o.connector.kind}: its tables are topics`,
        'bring the rows into a topic first',
      )
    if ((o.kind === 'source' || o.kind === 'sink') && 'options' in o && o.options.length > 0)
      add(o.id, o.origin, `\`${o.name}\` sets options of a connector: there they are the service's`, 'leave `with { … }` out')
    if (o.kind === 'sink' && o.target.kind === 'iceberg')
      add(
        o.id,
        o.origin,
        `\`${o.name}\` writes an Iceberg table: its statements write topics`,
        'write a topic, and let the service keep it as a table',
      )
  }
  add(
    null,
    plan.pipeline.origin,
    'statements for Confluent Cloud are not written yet: none has been tried there',
    'compile for `flink-2.2`, or read docs/targets.md for what will differ',
  )
  return verdicts
}

const minutes = (ms: number): string => (ms % 60_000 === 0 ? `${ms / 60_000} minutes` : `${ms / 1000} seconds`)

/** Formats whose options a `with` block may set, with their prefix. */
function formatsOf(o: SourceOperator): readonly { readonly prefix: string; readonly format: FormatName }[] {
  const prefix = o.connector.kind === 'files' ? '' : 'value.'
  switch (o.format.kind) {
    case 'avro':
      return [{ prefix, format: o.connector.kind === 'files' ? 'avro' : 'avro-confluent' }]
    case 'debezium':
      return [{ prefix, format: o.format.encoding === 'avro' ? 'avro-confluent' : 'json' }]
    case 'json':
    case 'csv':
      return [{ prefix, format: o.format.kind }]
    case 'none':
      return []
  }
}

/** Options that the compiler derives from other clauses: setting them by hand would contradict the plan. */
const DERIVED: Readonly<Record<string, string>> = wordTable({
  connector: 'the source says it',
  topic: 'the source says it',
  'topic-pattern': 'the source says it',
  path: 'the source says it',
  format: 'the schema decides it',
  'value.format': 'the schema decides it',
  'scan.startup.mode': '`start` says it',
  'scan.startup.timestamp-millis': '`start` says it',
  'scan.startup.specific-offsets': '`start` says it',
  'properties.auto.offset.reset': '`start committed else …` says it',
  'scan.bounded.mode': '`until` says it',
  'scan.bounded.timestamp-millis': '`until` says it',
  'scan.bounded.specific-offsets': '`until` says it',
  'scan.parallelism': '`parallelism` says it',
  'scan.watermark.emit.strategy': 'a watermark follows every row',
  'scan.watermark.idle-timeout': '`idle after` says it',
  'scan.watermark.alignment.group': '`align drift` of `tuning` says it',
  'scan.watermark.alignment.max-drift': '`align drift` of `tuning` says it',
})

function sourceVerdicts(o: SourceOperator, profile: TargetProfile): readonly Verdict[] {
  const verdicts: Verdict[] = []
  const add = (severity: Verdict['severity'], message: string, help: string | null = null): void =>
    void verdicts.push({ severity, operator: o.id, message, help, origin: o.origin })
  const connector: ConnectorName = o.connector.kind === 'files' ? 'filesystem' : 'kafka'
  for (const { name } of o.options) {
    const derived = DERIVED[name]
    if (derived !== undefined) add('error', `option \`${name}\` of \`${o.name}\` cannot be set: ${derived}`)
    else if (!knowsOption(profile, connector, formatsOf(o), name))
      add('error', `option \`${name}\` of \`${o.name}\` is unknown to connector \`${connector}\` on ${profile.name}`)
  }
  if (o.parallelism !== null && !knowsOption(profile, connector, [], 'scan.parallelism'))
    add(
      'error',
      `\`parallelism\` of \`${o.name}\`: the Kafka connector of ${profile.name} reads with the parallelism of the job`,
      'leave it away; `tuning { parallelism … }` says it for the whole job',
    )
  if (o.time !== null && o.time.delay > MAX_INTERVAL)
    add('error', `a delay of 1000 days or more has no interval literal in Flink`)
  if (o.connector.kind === 'files' && o.format.kind === 'csv')
    add(
      'warning',
      `\`${o.name}\`: Flink's CSV format knows no header line, and reads columns by position`,
      'give the job a file without one',
    )
  if (
    o.connector.kind === 'cdc' &&
    o.connector.events &&
    !profile.computedRows &&
    o.physical.some((f) => f.encoding !== undefined)
  )
    add(
      'error',
      `the change events of \`${o.name}\` have fields that Debezium carries in a form of its own, and Flink ${profile.flink} cannot plan the rows that are made of them`,
      'compile for `flink-2.2` or later, or read the table itself',
    )
  if (o.format.kind === 'avro' && o.format.schemaOption && o.physical.some((f) => hasTime(f.type)))
    add(
      'error',
      `\`${o.name}\` has a field of type TIME beside an enum or fixed: Flink SQL has TIME(0) only, and its reader schema would have to say TIME(3)`,
      'read it with a schema that leaves one of them out',
    )
  return verdicts
}

function sinkVerdicts(o: SinkOperator): readonly Verdict[] {
  const verdicts: Verdict[] = []
  const add = (severity: Verdict['severity'], message: string, help: string | null = null): void =>
    void verdicts.push({ severity, operator: o.id, message, help, origin: o.origin })
  if (o.target.kind === 'iceberg') {
    if (o.target.namespace.length !== 1)
      add('error', `Flink's Iceberg catalog has namespaces of one level, not \`${o.target.namespace.join('.')}\``)
    return verdicts
  }
  if (isKafkaSink(o) && o.target.format === 'avro')
    for (const c of o.row)
      if (hasTime(c.type))
        add(
          'error',
          `column \`${c.name}\` is ${c.type.key}: Flink SQL has TIME(0) only, and Avro's time-millis asks for TIME(3)`,
          `cast it: \`cast(${c.name} as string)\``,
        )
  return verdicts
}

function hasTime(type: FlowType): boolean {
  switch (type.kind) {
    case 'time':
      return true
    case 'array':
    case 'multiset':
      return hasTime(type.element.type)
    case 'map':
      return hasTime(type.mapKey.type) || hasTime(type.value.type)
    case 'row':
      return type.fields.some((f) => hasTime(f.type))
    default:
      return false
  }
}

/** Tables of one connection share the connector's converter and number format. */
function connectorVerdicts(plan: PlanProgram): readonly Verdict[] {
  return plan.connections.flatMap((connection) => {
    const tables = plan.operators.filter(
      (o): o is SourceOperator => o.kind === 'source' && o.connector.kind === 'cdc' && o.connector.connection === connection.name,
    )
    const isAvro = (o: SourceOperator): boolean => o.format.kind === 'debezium' && o.format.encoding === 'avro'
    const other = tables.find((t) => isAvro(t) !== isAvro(tables[0]!))
    if (other === undefined) return []
    return [
      {
        severity: 'error' as const,
        operator: other.id,
        message: `\`${tables[0]!.name}\` and \`${other.name}\` come through connection \`${connection.name}\`, one as ${isAvro(tables[0]!) ? 'Avro' : 'JSON'}, one as ${isAvro(other) ? 'Avro' : 'JSON'}: a connector has one converter`,
        help: 'read both the same way, or use two connections',
        origin: other.origin,
      },
    ]
  })
}
