// Which schema a source has: registry (from flow.lock), file, or inline; and what of it Flink can read.
import { resolvePath } from '../core/paths.js'
import { lints } from '../diagnostics/codes/lints.js'
import { schemas } from '../diagnostics/codes/schemas.js'
import type { Span } from '../core/span.js'
import { didYouMean } from '../core/suggest.js'
import { resolveSubject, resolveSchemaFile } from '../schema/resolve.js'
import type { ResolvedSchema, SchemaProblem } from '../schema/model.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { inlineSchema } from './inline-schema.js'
import { kindWords } from './scopes.js'

export type ReadFormat = 'avro' | 'json' | 'csv' | 'debezium-avro' | 'debezium-json'

export interface UsableSchema {
  readonly schema: ResolvedSchema
  readonly format: ReadFormat
  /** Avro object container file, as against the registry's framing. */
  readonly container: boolean
  /** Where the program names it. */
  readonly span: Span
  /** Fields of an inline schema could not be read. */
  readonly open: boolean
  /** `from subject x-value version 3` */
  readonly note: string | null
  readonly fieldSpan: (name: string) => Span | null
  readonly inferred: readonly { readonly what: string; readonly value: string; readonly because: string }[]
}

export const clauseOf = <K extends ast.SourceClause['kind']>(
  d: ast.SourceDecl,
  kind: K,
): Extract<ast.SourceClause, { kind: K }> | null =>
  (d.clauses.find((c) => c.kind === kind) as Extract<ast.SourceClause, { kind: K }> | undefined) ?? null

/** `topic`: that of a cdc table, whose subject holds the envelope. */
export function sourceSchema(d: ast.SourceDecl, file: string, checking: Checking, topic?: string): UsableSchema | null {
  const clause = clauseOf(d, 'schema')
  if (clause === null) {
    if (d.incomplete) return null // it may stand in what could not be read
    if (d.from.kind === 'files') {
      checking.bag.report(schemas.missing, d.name.span, {
        name: d.name.text,
        why: 'files do not carry one that a compiler could read',
      })
      return null
    }
    if (severalSubjects(d)) return subjectMissing(d, d.from.span, checking)
    const at = d.from.kind === 'kafka' ? (d.from.topics[0]?.span ?? d.from.span) : d.from.span
    return fromRegistry(d, at, null, null, checking, topic)
  }
  const { source } = clause
  switch (source.kind) {
    case 'registry':
      if (d.from.kind === 'files' && source.subject === null) {
        checking.bag.report(
          schemas.missing,
          clause.span,
          { name: d.name.text, why: 'files have no topic that would name the subject' },
          { help: "name it: `schema registry subject 'orders-value'`" },
        )
        return null
      }
      if (source.subject === null && severalSubjects(d)) return subjectMissing(d, clause.span, checking)
      return fromRegistry(d, clause.span, source.subject, source.version, checking, topic)
    case 'file':
      return fromFile(d, file, source.path, clause.span, checking)
    case 'named':
      return inlineSource(d, file, source.name, clause.span, checking)
  }
}

/** Topics that are read together have a subject each; the rows of a stream have one schema. */
const severalSubjects = (d: ast.SourceDecl): boolean => d.from.kind === 'kafka' && (d.from.pattern || d.from.topics.length > 1)

function subjectMissing(d: ast.SourceDecl, at: Span, checking: Checking): null {
  const first = d.from.kind === 'kafka' && !d.from.pattern ? d.from.topics[0]?.value : undefined
  checking.bag.report(
    schemas.missing,
    at,
    { name: d.name.text, why: 'each of its topics has a subject of its own, and all records are read with one schema' },
    { help: `name it: \`schema registry subject '${first ?? 'iot.reading.v1'}-value'\`` },
  )
  return null
}

function fromRegistry(
  d: ast.SourceDecl,
  at: Span,
  named: ast.Text | null,
  version: number | null,
  checking: Checking,
  cdcTopic?: string,
): UsableSchema | null {
  const topic = cdcTopic ?? (d.from.kind === 'kafka' ? (d.from.topics[0]?.value ?? '') : '')
  const subject = named?.value ?? `${topic}-value`
  checking.context.onSubject?.(subject, version)
  const { lock } = checking.context
  const result = lock === null ? null : resolveSubject(lock, subject, version)
  if (result === null) {
    const known = lock?.subjects.map((s) => s.subject) ?? []
    const hint = didYouMean(subject, known)
    checking.bag.report(
      schemas.notLocked,
      at,
      { subject, version, known },
      hint === undefined ? {} : { help: `${hint} else \`flowc schema pull\` fetches and locks it` },
    )
    return null
  }
  const usable = report(d, result.schema, result.problems, at, checking)
  if (usable === null) return null
  const because = named === null ? 'the default subject of the topic, locked in flow.lock' : 'locked in flow.lock'
  return withFormat(d, usable, at, () => null, [{ what: 'schema', value: usable.origin.describe, because }], checking)
}

function fromFile(d: ast.SourceDecl, file: string, path: ast.Text, at: Span, checking: Checking): UsableSchema | null {
  const result = resolveSchemaFile(checking.context.host, resolvePath(file, path.value))
  if ('missing' in result) {
    checking.bag.report(schemas.file, path.span, { path: path.value, reason: result.missing })
    return null
  }
  const usable = report(d, result.schema, result.problems, path.span, checking)
  return usable === null ? null : withFormat(d, usable, at, () => null, [], checking)
}

export function inlineSource(d: ast.SourceDecl, file: string, name: ast.Name, at: Span, checking: Checking): UsableSchema | null {
  const binding = checking.lookup(file, name, 'schema')
  if (binding === null || binding.symbol.kind === 'broken') return null
  if (binding.symbol.kind !== 'schema') {
    checking.bag.report(
      schemas.file,
      name.span,
      { path: name.text, reason: `it is ${kindWords(binding.symbol)}, not a schema` },
      { related: [{ span: binding.span, text: 'declared here' }] },
    )
    return null
  }
  const { declaration } = binding.symbol
  const schema = inlineSchema(declaration, d.from.kind === 'cdc', checking)
  const fieldSpan = (n: string): Span | null => declaration.fields.find((f) => f.name.text === n)?.span ?? null
  const usable = schema === null ? null : withFormat(d, schema, at, fieldSpan, [], checking)
  return usable === null ? null : { ...usable, open: declaration.incomplete }
}

function report(
  d: ast.SourceDecl,
  schema: ResolvedSchema | null,
  problems: readonly SchemaProblem[],
  at: Span,
  checking: Checking,
): ResolvedSchema | null {
  const { bag } = checking
  const where = schema?.origin.describe ?? `the schema of \`${d.name.text}\``
  for (const p of problems) {
    const parameters = { where: p.path === '' ? where : `${where}, ${p.path}`, message: p.message }
    if (p.severity === 'error') bag.report(schemas.problem, at, parameters)
    else if (p.severity === 'warning') bag.report(schemas.warning, at, parameters)
    else bag.report(lints.schemaNote, at, parameters)
  }
  if (schema === null) {
    if (!problems.some((p) => p.severity === 'error')) bag.report(schemas.problem, at, { where, message: 'it cannot be read' })
    return null
  }
  const left = schema.fields.flatMap((f) =>
    f.field === null
      ? [{ path: f.name, reason: f.unreadable ?? '' }]
      : (f.omitted ?? []).map((o) => ({ path: o.path, reason: o.reason })),
  )
  const reasons = new Map<string, string[]>()
  for (const { path, reason } of left) reasons.set(reason, [...(reasons.get(reason) ?? []), path])
  for (const [reason, fields] of reasons) bag.report(schemas.leftOut, at, { names: fields, where, reason })
  return schema
}

function withFormat(
  d: ast.SourceDecl,
  schema: ResolvedSchema,
  at: Span,
  fieldSpan: UsableSchema['fieldSpan'],
  inferred: UsableSchema['inferred'],
  checking: Checking,
): UsableSchema | null {
  const { bag } = checking
  const said = clauseOf(d, 'format')
  const cdc = d.from.kind === 'cdc'
  if (schema.envelope && !cdc) {
    bag.report(schemas.envelopeAsRows, at, { subject: schema.origin.describe, name: d.name.text })
    return null
  }
  if (cdc && !schema.envelope && schema.origin.kind !== 'inline') {
    bag.report(schemas.notEnvelope, at, { subject: schema.origin.describe, name: d.name.text })
    return null
  }
  const inline = schema.origin.kind === 'inline'
  const path = d.from.kind === 'files' ? d.from.path.value : ''
  const byName = /\.(ndjson|jsonl|json)$/i.test(path)
    ? 'json'
    : /\.csv$/i.test(path)
      ? 'csv'
      : /\.avro$/i.test(path)
        ? 'avro'
        : null
  const word = said?.format.text.toLowerCase() ?? (d.from.kind === 'files' ? byName : inline ? 'json' : 'avro')
  const refuse = (reason: string, help: string): null => {
    bag.report(schemas.formatMismatch, said?.format.span ?? d.from.span, { format: word ?? path, reason }, { help })
    return null
  }
  if (word !== 'avro' && word !== 'json' && word !== 'csv')
    return refuse(
      word === null ? `nothing says what \`${path}\` holds` : 'there is no such format',
      'say `format json`, `format csv` or `format avro`',
    )
  if (cdc && word === 'csv') return refuse('Debezium writes no CSV', 'say `format json` or `format avro`')
  if (d.from.kind === 'kafka' && word === 'csv')
    return refuse('records of a topic are read as Avro or JSON', 'say `format json` or `format avro`')
  if (inline && word === 'avro')
    return refuse('an inline schema has no Avro schema of the writer', "say `schema file 'x.avsc'` or `schema registry`")
  const nested =
    word === 'csv'
      ? schema.fields.find((f) => f.field !== null && ['row', 'array', 'map'].includes(f.field.type.kind))
      : undefined
  if (nested !== undefined) return refuse(`\`${nested.name}\` is nested, and CSV has no nested values`, 'use `format json`')
  const format: ReadFormat = cdc ? (word === 'avro' ? 'debezium-avro' : 'debezium-json') : word
  return {
    schema,
    format,
    container: word === 'avro' && d.from.kind === 'files',
    span: at,
    open: false,
    note: schema.origin.kind === 'inline' ? null : `from ${schema.origin.describe}`,
    fieldSpan,
    inferred: [
      ...inferred,
      ...(said === null
        ? [
            {
              what: 'format',
              value: word,
              because:
                d.from.kind === 'files' ? "by the file's name" : inline ? 'an inline schema reads JSON' : 'the schema is Avro',
            },
          ]
        : []),
    ],
  }
}
