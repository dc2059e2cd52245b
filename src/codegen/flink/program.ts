// A plan as Flink SQL statements: settings, catalogs, tables, views, one statement set.
import { bug } from '../../core/bug.js'
import type { PlanCatalog, PlanProgram, PlanTuning, SinkOperator, SourceOperator, SqlOperator } from '../../ir/plan.js'
import type { FlinkProgram, SqlInsert, SqlOptions, SqlStatement } from '../artifact.js'
import { isTap } from '../../ir/taps.js'
import { javaFunctions } from '../../ir/java.js'
import { configText, DEFAULT_ENVIRONMENT, plainText, type Environment } from '../environment.js'
import { checkpointTimes } from './checkpoint.js'
import { primary, type SqlTerm } from './functions.js'
import { isBeat, tickTable } from './heartbeat.js'
import { createLowering, type Lowering } from './lower.js'
import { NameAllocator } from './names.js'
import { isRelative, optionDuration } from './quote.js'
import { cellOf, renderQuery, type Query, type Select } from './select.js'
import { planShape, type PlanShape } from './shape.js'
import { messageKey, sinkTable, sinkTypes } from './sink-table.js'
import { sourceTable, type SourceTable } from './source-table.js'
import { knows, OptionList, TARGETS, type TargetProfile } from './target.js'
import { typeText } from './types.js'

export function flinkProgram(plan: PlanProgram, environment: Environment = DEFAULT_ENVIRONMENT): FlinkProgram {
  const profile = TARGETS[plan.target]
  const shape = planShape(plan)
  const names = new NameAllocator()
  const sinks = plan.operators.filter((o): o is SinkOperator => o.kind === 'sink')
  names.reserve(plan.relations.map((r) => r.name))
  const tables: SqlStatement[] = []
  const sources = new Map<string, { name: string; table: SourceTable }>()
  const lowering = createLowering({
    shape,
    names,
    source: (o) => {
      const known = sources.get(o.id)
      if (known !== undefined) return known
      return bug(`source ${o.id} has no table`)
    },
  })
  for (const o of plan.operators) {
    if (o.kind !== 'source' || !shape.live(o.id)) continue
    const name = sourceName(o, plan, names)
    const context = {
      pipeline: plan.pipeline.name,
      profile,
      environment,
      connections: plan.connections,
      used: shape.used(o.id),
      tuning: plan.pipeline.tuning,
    }
    const table = isBeat(o) ? tickTable(o, name, context) : sourceTable(o, name, docOf(plan, o), context)
    sources.set(o.id, { name, table })
    tables.push(table.table)
  }
  const targets = new Map<string, readonly string[]>()
  const target = (o: SinkOperator): void => {
    targets.set(o.id, sinkName(o, names))
    tables.push(sinkTable(o, targets.get(o.id)!, sinkComment(o), { plan, profile, environment }))
  }
  for (const o of sinks) if (!isTap(o)) target(o)
  for (const relation of plan.relations) lowering.relation(relation.edge)
  // last of all, so that nothing of the rest gets another name by them
  for (const o of sinks) if (isTap(o)) target(o)
  const inserts = sinks.map((o) => insert(o, targets.get(o.id)!, lowering, shape, profile))
  return {
    target: plan.target,
    heading: heading(plan),
    statements: [
      ...settings(plan, profile, environment),
      ...catalogs(plan, sinks, profile),
      ...functions(plan, shape, environment),
      ...tables,
      ...lowering.statements.map((s) => withRowtime(s, plan)),
      { kind: 'statement set', inserts, origin: plan.pipeline.origin },
    ],
  }
}

/** The event time that raw SQL declares goes through its view as it is. */
function withRowtime(s: SqlStatement, plan: PlanProgram): SqlStatement {
  if (s.kind !== 'create view') return s
  const o = plan.operators.find((x): x is SqlOperator => x.kind === 'sql' && x.name === s.name)
  if (o === undefined || o.traits.time === null) return s
  const { name, type } = o.columns[o.traits.time]!
  return { ...s, rowtime: { column: name, type: typeText(type) } }
}

function heading(plan: PlanProgram): readonly string[] {
  const { name, doc, owner } = plan.pipeline
  return [
    ...(doc === null
      ? [`Pipeline ${name}`]
      : doc.split('\n').map((line, i) => (i === 0 ? `${name}: ${line.trim()}` : line.trim()))),
    [...(owner === null ? [] : [`owner ${owner}`]), `target ${plan.target}`].join(', '),
    'Generated from the .flow file: change that, not this.',
    '${env:NAME} and ${secret:NAME} are put in when the job is submitted; $${ stands for a plain ${.',
  ]
}

const docOf = (plan: PlanProgram, o: SourceOperator): string | null => plan.relations.find((r) => r.name === o.name)?.doc ?? null

/** A table carries the source's name unless a view of that name stands on it: a captured table and its changes. */
function sourceName(o: SourceOperator, plan: PlanProgram, names: NameAllocator): string {
  if (isBeat(o)) return names.fresh(`${o.name}_ticks`)
  const relation = plan.relations.find((r) => r.name === o.name)
  if (relation !== undefined && relation.edge.operator === o.id) return o.name
  if (relation === undefined) return names.fresh(o.name)
  return names.fresh(`${o.name}_${PARTS[o.connector.kind]}`)
}

/** What a source is of the relation that carries its name. */
const PARTS: Readonly<Record<SourceOperator['connector']['kind'], string>> = {
  kafka: 'topic',
  iceberg: 'history',
  cdc: 'changes',
  every: 'ticks',
  files: 'rows',
}

function sinkName(o: SinkOperator, names: NameAllocator): readonly string[] {
  if (o.target.kind === 'iceberg') return [o.target.catalog, o.target.namespace.join('.'), o.target.table]
  return [names.fresh(o.target.topic)]
}

function sinkComment(o: SinkOperator): string | null {
  if (o.target.kind === 'kafka' && o.target.role === 'dlq') return 'rows that the pipeline rejected or that came too late'
  return null
}

function settings(plan: PlanProgram, profile: TargetProfile, environment: Environment): readonly SqlStatement[] {
  const { name, checkpoint, origin } = plan.pipeline
  const statements: SqlStatement[] = []
  const set = (key: string, value: string, because: string): void => {
    if (!knows({ names: profile.settings, prefixes: [] }, key)) bug(`setting \`${key}\` is unknown to ${profile.name}`)
    statements.push({ kind: 'set', key, value, because, origin })
  }
  set('pipeline.name', name, 'the name of the job')
  set('execution.runtime-mode', 'streaming', 'also for bounded inputs: watermarks decide, as in production')
  set('table.local-time-zone', 'UTC', 'conversions between TIMESTAMP and TIMESTAMP_LTZ do not depend on the machine')
  // Kafka sources emit on every event at any interval; their idle time-outs are looked at in the periodic emit alone, so
  // that an interval of 0 switches them off (seen on 2.2). A file's watermark is an operator's: 0 makes it follow each row.
  const follows = plan.operators.some(
    (o) => o.kind === 'source' && o.connector.kind === 'files' && o.time !== null && !o.acceptLate,
  )
  const { tuning } = plan.pipeline
  if (tuning.watermarksEvery !== null)
    set('pipeline.auto-watermark-interval', optionDuration(tuning.watermarksEvery), '`watermarks every` of `tuning`')
  else if (follows) set('pipeline.auto-watermark-interval', '0 ms', 'a watermark after every row of a file')
  else set('pipeline.auto-watermark-interval', '200 ms', 'how often idle time-outs are looked at; watermarks come with every row')
  set('execution.checkpointing.interval', optionDuration(checkpoint.interval), 'rows become visible with each checkpoint')
  set(
    'execution.checkpointing.mode',
    checkpoint.mode === 'exactly-once' ? 'EXACTLY_ONCE' : 'AT_LEAST_ONCE',
    'as the pipeline says',
  )
  set(
    'execution.checkpointing.timeout',
    optionDuration(checkpointTimes(checkpoint.interval).timeout),
    "within the sinks' transaction time-out",
  )
  set(
    'table.plan.compile.catalog-objects',
    'IDENTIFIER',
    'a compiled plan refers to tables by name: Iceberg renames its key constraint at every load',
  )
  // what an environment says of the size of its cluster and the like comes last, and is the only one said
  const own = new Set(environment.settings.map((s) => s.name))
  for (const s of tuningSettings(tuning)) if (!own.has(s.key)) set(s.key, s.value, s.because)
  for (const s of environment.settings)
    statements.push({ kind: 'set', key: s.name, value: s.value, because: 'from the environment', origin })
  return statements
}

/** Rows of one batch at most: enough for a batch to be ended by its time, little enough to be held in memory. */
const MINI_BATCH_ROWS = 5_000

function tuningSettings(t: PlanTuning): readonly { readonly key: string; readonly value: string; readonly because: string }[] {
  const mini = '`mini batch` of `tuning`'
  return [
    ...(t.parallelism === null
      ? []
      : [{ key: 'parallelism.default', value: String(t.parallelism), because: '`parallelism` of `tuning`' }]),
    ...(t.maxParallelism === null
      ? []
      : [
          {
            key: 'pipeline.max-parallelism',
            value: String(t.maxParallelism),
            because: '`max parallelism` of `tuning`; state is of no use under another one',
          },
        ]),
    ...(t.miniBatch === null
      ? []
      : [
          { key: 'table.exec.mini-batch.enabled', value: 'true', because: mini },
          { key: 'table.exec.mini-batch.allow-latency', value: optionDuration(t.miniBatch), because: mini },
          {
            key: 'table.exec.mini-batch.size',
            value: String(MINI_BATCH_ROWS),
            because: 'Flink asks for it; a batch ends earlier when full',
          },
        ]),
  ]
}

function functions(plan: PlanProgram, shape: PlanShape, environment: Environment): readonly SqlStatement[] {
  return javaFunctions(plan.operators.filter((o) => shape.live(o.id))).map(({ function: f, origin }) => ({
    kind: 'create function',
    name: f.name,
    className: f.className,
    jar: f.jar === null ? null : placeOf(f.jar, environment),
    origin,
  }))
}

/** A URL or an absolute path as it is; else inside the folder of files, as the cluster sees it. */
const placeOf = (path: string, environment: Environment): string =>
  !isRelative(path) ? plainText(path) : `${configText(environment.files)}/${plainText(path)}`

function catalogs(plan: PlanProgram, sinks: readonly SinkOperator[], profile: TargetProfile): readonly SqlStatement[] {
  const statements: SqlStatement[] = []
  const databases = new Set<string>()
  for (const catalog of plan.catalogs) {
    const own = sinks.filter((o) => o.target.kind === 'iceberg' && o.target.catalog === catalog.name)
    const read = plan.operators.filter(
      (o) => o.kind === 'source' && o.connector.kind === 'iceberg' && o.connector.catalog === catalog.name,
    )
    const first = own[0] ?? read[0]
    if (first === undefined) continue
    statements.push({
      kind: 'create catalog',
      name: catalog.name,
      options: catalogOptions(catalog, profile),
      origin: first.origin,
    })
    for (const o of own) {
      if (o.target.kind !== 'iceberg') continue
      const name = o.target.namespace.join('.')
      if (databases.has(`${catalog.name}.${name}`)) continue
      databases.add(`${catalog.name}.${name}`)
      statements.push({ kind: 'create database', catalog: catalog.name, name, origin: o.origin })
    }
  }
  return statements
}

function catalogOptions(catalog: PlanCatalog, profile: TargetProfile): SqlOptions {
  const list = new OptionList(profile, 'iceberg-catalog')
  list.add('type', 'iceberg')
  if (!catalog.properties.some((p) => p.name === 'catalog-type' || p.name === 'catalog-impl')) list.add('catalog-type', 'rest')
  // `oauth2 server uri` is written in words
  for (const p of catalog.properties) list.add(p.name.replaceAll(' ', '-'), configText(p.value))
  return list.list
}

function insert(
  o: SinkOperator,
  target: readonly string[],
  lowering: Lowering,
  shape: PlanShape,
  profile: TargetProfile,
): SqlInsert {
  const edge = o.inputs[0]!
  const input = shape.operator(edge.operator)
  const key = messageKey(o)
  const table = sinkTypes(o).map((t) => typeText(t.type))
  const ordinals = o.row.map((_, i) => i)
  const cast = (s: Select): Select => {
    const cells = new Map<number, SqlTerm>()
    for (const i of ordinals) {
      const from = input.columns[i]!.type
      const term = cellOf(s, i)
      cells.set(i, from.key === table[i] || from.kind === 'null' ? term : primary(`CAST(${term.sql} AS ${table[i]})`))
    }
    if (key?.added != null) cells.set(ADDED, primary(`CAST(${cellOf(s, key.added.ordinal).sql} AS STRING)`))
    return { ...s, cells, origin: o.origin }
  }
  const query = lowering.query(edge)
  const casted: Query = query.kind === 'union' ? { ...query, branches: query.branches.map(cast) } : cast(query)
  const items = [
    ...(key?.added == null ? [] : [{ ordinal: ADDED, name: key.added.name }]),
    ...ordinals.map((ordinal) => ({ ordinal, name: o.row[ordinal]!.name })),
  ]
  const body = renderQuery(casted, items)
  return {
    sink: o.id,
    target,
    columns: items.map((i) => i.name),
    sql: body.sql,
    marks: body.marks,
    suffix: profile.onConflict && o.mode === 'upsert' && o.target.kind === 'kafka' ? 'ON CONFLICT DO DEDUPLICATE' : null,
    origin: o.origin,
  }
}

/** Stands for the column that only the message key has. */
const ADDED = -1
