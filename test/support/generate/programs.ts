// Whole programs as surface trees, of every kind of declaration. Nothing in them needs to make sense: they can be written and read.
import fc from 'fast-check'
import type { Declaration, FileNode, SourceDecl } from '../../../src/surface/ast.js'
import { literal, queryParts } from './clauses.js'
import { expression } from './expressions.js'
import {
  configProperties,
  fnProperties,
  pipelineProperties,
  sinkProperties,
  sourceClauses,
  topicProperties,
} from './properties.js'
import { step } from './test-steps.js'
import { fields, type } from './types.js'
import { at, doc, duration, maybe, name, named, names, NOWHERE, path, text } from './words.js'

const span = fc.constant(NOWHERE)
const one = <const T>(value: T): fc.Arbitrary<T> => fc.constant(value)

const base = { id: one(''), doc, hash: one(''), incomplete: one(false), span }
const imported = fc.array(fc.record({ name, alias: maybe(name) }), { minLength: 1, maxLength: 4 })

const from: fc.Arbitrary<SourceDecl['from']> = fc.oneof<fc.Arbitrary<SourceDecl['from']>[]>(
  fc.record({
    kind: one('kafka' as const),
    topics: fc.array(text, { minLength: 1, maxLength: 3 }),
    pattern: one(false),
    connection: maybe(name),
    compacted: fc.boolean(),
    span,
  }),
  fc.record({
    kind: one('kafka' as const),
    topics: fc.array(text, { minLength: 1, maxLength: 1 }),
    pattern: one(true),
    connection: maybe(name),
    compacted: one(false),
    span,
  }),
  fc.record({ kind: one('files' as const), path: text, span }),
  fc.record({ kind: one('cdc' as const), connection: name, table: text, events: fc.boolean(), span }),
  fc.record({ kind: one('iceberg' as const), path, span }),
  fc.record({ kind: one('every' as const), period: duration, span }),
)

/** The body of an escape hatch: any text without three quotes. */
const sqlBody = fc
  .constantFrom('', 'SELECT 1', '\n  SELECT *  \n  FROM a -- no comment of ours\n', " 'it''s' ", '\n\n')
  .map((value) => ({ value, ...at }))

type Kind = Declaration['kind']
export const declarations: { readonly [K in Exclude<Kind, 'broken' | 'for'>]: fc.Arbitrary<Declaration> } = {
  pipeline: fc.record({ kind: one('pipeline' as const), name, properties: pipelineProperties, ...base }),
  connection: fc.record({ kind: one('connection' as const), name, connector: name, properties: configProperties, ...base }),
  catalog: fc.record({ kind: one('catalog' as const), name, connector: name, properties: configProperties, ...base }),
  topic: fc.record({ kind: one('topic' as const), topic: text, properties: topicProperties, ...base }),
  schema: fc.record({ kind: one('schema' as const), name, fields, ...base }),
  source: fc.record({
    kind: one('source' as const),
    relation: fc.constantFrom('stream' as const, 'table' as const),
    name,
    from,
    clauses: sourceClauses,
    ...base,
  }),
  query: fc.tuple(queryParts, fc.record(base)).map(([parts, rest]) => ({ ...parts, ...rest })),
  sink: fc.record({
    kind: one('sink' as const),
    target: fc.oneof(
      fc.record({ kind: one('kafka' as const), topic: text, span }),
      fc.record({ kind: one('catalog' as const), path, span }),
    ),
    relation: name,
    mode: fc.constantFrom('append' as const, 'upsert' as const),
    modeSpan: span,
    properties: sinkProperties,
    ...base,
  }),
  test: fc.record({ kind: one('test' as const), title: text, pipeline: name, steps: fc.array(step, { maxLength: 4 }), ...base }),
  import: fc.record({ kind: one('import' as const), names: imported, from: text, ...base }),
  'import pipeline': fc.record({ kind: one('import pipeline' as const), pipeline: name, names: imported, from: text, ...base }),
  param: fc.record({
    kind: one('param' as const),
    name,
    type,
    default: maybe(
      fc.oneof(
        literal.map((expr) => ({ kind: 'expression' as const, expr })),
        duration.filter((d) => d.param === null).map((duration) => ({ kind: 'duration' as const, duration })),
      ),
    ),
    ...base,
  }),
  type: fc.record({ kind: one('type' as const), name, type, ...base }),
  fn: fc.record({
    kind: one('fn' as const),
    name,
    parameters: fc.oneof(one([]), fields),
    returns: maybe(fc.record({ type, notNull: fc.boolean() })),
    body: fc.oneof(
      fc.record({ kind: one('macro' as const), expr: expression }),
      fc.record({ kind: one('java' as const), className: text, properties: fnProperties }),
    ),
    ...base,
  }),
  sql: fc.record({
    kind: one('sql' as const),
    name,
    inputs: fc.oneof(one([]), names),
    returns: fields,
    time: maybe(name),
    primaryKey: maybe(names),
    body: sqlBody,
    ...base,
  }),
  tap: fc.record({ kind: one('tap' as const), relation: name, topic: text, ...base }),
}

const inBody = fc.oneof(declarations.source, declarations.query, declarations.sink, declarations.topic, declarations.schema)
const loop: fc.Arbitrary<Declaration> = fc.record({
  kind: one('for' as const),
  variable: named(fc.constantFrom('t', 'table_name')),
  values: fc.array(text, { minLength: 1, maxLength: 3 }),
  body: fc.array(inBody, { minLength: 1, maxLength: 3 }),
  ...base,
})

export const declaration: fc.Arbitrary<Declaration> = fc.oneof(...Object.values(declarations), loop)

export const program: fc.Arbitrary<FileNode> = fc
  .array(declaration, { maxLength: 5 })
  .map((declarations) => ({ path: 'a.flow', declarations, ignores: [] }))
