// What stands in the blocks of pipelines, connections, topics, sources, sinks and functions.
import type * as ast from '../surface/ast.js'
import type { Property } from './blocks.js'
import { group, ifBreak, indent, join, line, softline, type Doc } from './doc.js'
import { bracketList, expressionDoc } from './expressions.js'
import { lateDoc } from './clauses.js'
import { ignoreLines } from './ignores.js'
import { durationText, freeName, instantText, nameText, pathText, quotedText, text } from './names.js'
import type { Origin } from './origin.js'

const property = (o: Origin, node: ast.Node, key: string, value: Doc | (() => Doc) | null, block = false): Property => ({
  ...o.range(node),
  above: ignoreLines(node),
  key,
  value: value === null ? null : typeof value === 'function' ? value : () => value,
  block,
})

/** After a comma a property may go on below. */
const list = (items: readonly string[]): Doc => group(join([',', line], items as Doc[]))

export function pipelineProperty(o: Origin, p: ast.PipelineProperty): Property {
  switch (p.kind) {
    case 'owner':
    case 'dlq':
    case 'time zone':
      return property(o, p, p.kind, text(p.value))
    case 'sla':
      return property(o, p, 'sla', durationText(o, p.value))
    case 'checkpoint':
      return property(o, p, 'checkpoint', `every ${durationText(o, p.every)}${modeText(o, p)}`)
    case 'tuning': {
      const items = p.items.map((item) => ({ ...o.range(item), print: () => tuningText(o, item) }))
      return property(o, p, 'tuning', () => braces(o, items, p), true)
    }
  }
}

/** What is the default is written only where it was. */
function modeText(o: Origin, p: ast.PipelineProperty & { kind: 'checkpoint' }): string {
  if (p.mode === 'at-least-once') return ' at least once'
  const { end } = o.range(p)
  return o.text === null || o.find('once', o.range(p.every).end, end) >= 0 ? ' exactly once' : ''
}

function tuningText(o: Origin, item: ast.TuningNode): string {
  switch (item.kind) {
    case 'mini batch':
    case 'align drift':
    case 'watermarks every':
      return `${item.kind} ${durationText(o, item.duration)}`
    case 'parallelism':
    case 'max parallelism':
      return `${item.kind} ${item.count}`
  }
}

/** `{ a, b }` on one line, or an item a line. */
function braces(o: Origin, items: readonly { start: number; end: number; print: () => Doc }[], whole: ast.Node): Doc {
  if (items.length === 0) return '{}'
  const { start, end } = o.range(whole)
  const open = o.find('{', start, end)
  return bracketList(o, '{', items, '}', { start: Math.max(open, start), end }, '', line)
}

export const configProperty = (o: Origin, p: ast.ConfigProperty): Property => property(o, p, p.name.text, configValue(p.value))

function configValue(v: ast.ConfigValueNode): string {
  switch (v.kind) {
    case 'text':
      return quotedText(v.value)
    case 'number':
      return v.value
    case 'env':
    case 'secret':
      return `${v.kind}(${quotedText(v.name)})`
  }
}

export function topicProperty(o: Origin, p: ast.TopicProperty): Property {
  switch (p.kind) {
    case 'throughput':
      return property(o, p, 'throughput', `${p.megabytes} MB/s`)
    case 'partitions':
    case 'replicas':
    case 'min insync':
      return property(o, p, p.kind, String(p.count))
    case 'partitions for':
      return property(o, p, 'partitions', `for ${p.megabytes} MB/s`)
    case 'retention':
      return property(o, p, 'retention', durationText(o, p.duration))
    case 'cleanup':
      return property(o, p, 'cleanup', p.policy)
  }
}

const messageKey = (
  o: Origin,
  p: ast.Node & { readonly columns: readonly ast.Name[]; readonly format: ast.Name | null },
): Property =>
  property(o, p, 'message key', () =>
    list(
      p.columns.map((c, i) =>
        i === p.columns.length - 1 && p.format !== null ? `${nameText(o, c)} as ${freeName(o, p.format)}` : nameText(o, c),
      ),
    ),
  )

function withOptions(o: Origin, p: ast.WithClause): Property {
  const items = p.options.map((option) => ({
    start: o.range(option.name).start,
    end: o.range(option.value).end,
    print: () => `${text(option.name)} = ${text(option.value)}`,
  }))
  return property(o, p, 'with', () => braces(o, items, p), true)
}

export function sinkProperty(o: Origin, p: ast.SinkProperty): Property {
  switch (p.kind) {
    case 'message key':
      return messageKey(o, p)
    case 'key':
      return property(o, p, 'key', () => list(p.columns.map((c) => nameText(o, c))))
    case 'partition by':
      return property(o, p, 'partition by', () => list(p.parts.map((part) => partitionText(o, part))))
    case 'format version':
      return property(o, p, 'format version', String(p.version))
    case 'format':
      return property(o, p, 'format', nameText(o, p.format))
    case 'with':
      return withOptions(o, p)
    default:
      return topicProperty(o, p)
  }
}

function partitionText(o: Origin, p: ast.PartitionNode): string {
  const column = nameText(o, p.column)
  if (p.transform === 'identity' && p.parameter === null) return column
  return `${p.transform}(${p.parameter === null ? '' : `${p.parameter}, `}${column})`
}

export function sourceClause(o: Origin, c: ast.SourceClause): Property {
  switch (c.kind) {
    case 'schema':
      return property(o, c, 'schema', schemaText(o, c))
    case 'primary key':
      return property(o, c, 'primary key', () => list(c.columns.map((n) => nameText(o, n))))
    case 'message key':
      return messageKey(o, c)
    case 'time':
      return property(o, c, 'time', timeText(o, c))
    case 'start':
      return property(
        o,
        c,
        'start',
        c.position === 'at'
          ? `at ${instantText(o, c.at!)}`
          : `${c.position}${c.otherwise === null ? '' : ` else ${c.otherwise}`}`,
      )
    case 'until':
      return property(o, c, 'until', c.position === 'at' ? `at ${instantText(o, c.at!)}` : c.position)
    case 'history':
      return property(o, c, 'history', `from iceberg ${pathText(o, c.path)} until ${instantText(o, c.until)} then kafka`)
    case 'meta': {
      const items = c.items.map((item) => ({ ...o.range(item), print: () => metaText(o, item) }))
      return property(o, c, 'meta', () => braces(o, items, c), true)
    }
    case 'invalid':
      return property(o, c, 'invalid', c.action)
    case 'parallelism':
      return property(o, c, 'parallelism', String(c.count))
    case 'snapshot at':
      return property(o, c, 'snapshot at', nameText(o, c.column))
    case 'deletes never':
      return property(o, c, 'deletes never', null)
    case 'late':
      return property(o, c, 'late', lateDoc(o, c.late).slice('late '.length))
    case 'format':
      return property(o, c, 'format', nameText(o, c.format))
    case 'with':
      return withOptions(o, c)
  }
}

function schemaText(o: Origin, { source }: ast.SchemaClause): string {
  switch (source.kind) {
    case 'registry':
      return [
        'registry',
        ...(source.subject === null ? [] : [`subject ${text(source.subject)}`]),
        ...(source.version === null ? [] : [`version ${source.version}`]),
      ].join(' ')
    case 'file':
      return `file ${text(source.path)}`
    case 'named':
      return nameText(o, source.name)
  }
}

function timeText(o: Origin, { time, lateBy, idle }: ast.TimeClause): string {
  const from =
    time.kind === 'commit'
      ? 'commit'
      : time.kind === 'metadata'
        ? `metadata(${text(time.key)})`
        : `${pathText(o, time.path)}${time.as === null ? '' : ` as ${time.as}`}`
  const late = lateBy === null ? '' : ` late by ${durationText(o, lateBy)}`
  const quiet = idle === null ? '' : `, idle ${idle.after === null ? 'never' : `after ${durationText(o, idle.after)}`}`
  return from + late + quiet
}

function metaText(o: Origin, { name, key, header, as }: ast.MetaNode): string {
  const what = header === null ? key : `header ${text(header)}`
  return `${nameText(o, name)} = ${what}${as === null ? '' : ` as ${freeName(o, as)}`}`
}

export function fnProperty(o: Origin, p: ast.FnProperty): Property {
  switch (p.kind) {
    case 'jar':
      return property(o, p, 'jar', text(p.path))
    case 'locally':
      // a property may go on below only inside of brackets
      return property(o, p, 'locally', () =>
        group([ifBreak('(', ''), indent([softline, expressionDoc(o, p.expr)]), softline, ifBreak(')', '')]),
      )
  }
}
