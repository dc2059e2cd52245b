// `sql NAME (inputs) returns (…) = """ … """`: what is declared of it is believed, and asked of Flink where the job is planned.
import { interop } from '../diagnostics/codes/interop.js'
import { names } from '../diagnostics/codes/names.js'
import { schemas } from '../diagnostics/codes/schemas.js'
import { lookAtSql } from '../core/sql-text.js'
import type { PlanColumn, SqlOperator } from '../ir/plan.js'
import { isError, isTimestamp } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { append, meantColumn } from './fixes.js'
import { Ids, traitsOf, type CheckedRelation, type ScopeColumn, type Shape, type TimeSource } from './relation.js'
import { typeFromNode } from './type-node.js'

export function checkSql(d: ast.SqlDecl, file: string, checking: Checking): readonly CheckedRelation[] {
  const { bag } = checking
  const keyed = d.primaryKey !== null
  const relation: CheckedRelation = {
    name: d.name.text,
    file,
    kind: keyed ? 'table' : 'stream',
    declaration: d,
    lateOf: null,
    nameSpan: d.name.span,
    doc: d.doc,
    shape: null,
    versions: null,
    operators: [],
    uses: [],
    lanes: [],
    schema: null,
    inferred: [],
  }
  const body = checkText(d, checking)
  const columns = declared(d, checking)
  const uses = inputsOf(d, file, checking)
  if (uses === null || columns === null || !body) return [relation]
  const at = (name: ast.Name): number | null => {
    const i = columns.findIndex((c) => c.name === name.text)
    if (i >= 0) return i
    const all = columns.map((c) => c.name)
    bag.report(names.unknownColumn, name.span, { name: name.text, where: `\`${d.name.text}\`` }, meantColumn(name, all))
    return null
  }
  const key = (d.primaryKey ?? []).map(at)
  const time = timeOf(d, columns, uses, at, checking)
  if (key.includes(null) || time === 'wrong') return [relation]
  for (const k of key as number[])
    if (columns[k]!.nullable)
      bag.report(
        interop.sqlResult,
        columns[k]!.provenance.span,
        { what: 'a nullable primary key', reason: `\`${columns[k]!.name}\` names a row` },
        { fixes: [append(columns[k]!.provenance.span, ' not null')] },
      )
  const id = new Ids(d.name.text).make('sql', null)
  const row = columns.map((c): PlanColumn => ({
    name: c.name,
    type: c.type,
    nullable: c.nullable,
    from: [],
    ...(c.doc === null ? {} : { doc: c.doc }),
  }))
  const sources = time === null ? [] : sourcesOf(uses)
  const shape: Shape = {
    edge: { operator: id, port: 'main' },
    row,
    columns,
    change: keyed
      ? { value: 'updating', span: d.name.span, reason: `\`${d.name.text}\` has a primary key: its SQL may change rows` }
      : { value: 'append', span: d.name.span, reason: `\`${d.name.text}\` has no primary key: its SQL only adds rows` },
    keys: keyed ? [key as number[]] : [],
    time,
    timeLost: null,
    sources,
    ahead: null,
    merged: { value: 'sql', span: d.name.span, reason: 'what raw SQL does with watermarks is not known' },
    state: { bound: 'keys', detail: 'raw SQL: whatever its operators keep' },
    unavailable: [],
    timeBroken: false,
    open: d.incomplete,
    holds: [],
    name: `\`${d.name.text}\``,
  }
  const operator: SqlOperator = {
    kind: 'sql',
    id,
    inputs: uses.map((u) => u.shape!.edge),
    columns: row,
    ports: ['main'],
    traits: traitsOf(shape),
    relation: d.name.text,
    origin: d.span,
    name: d.name.text,
    body: d.body.value,
    bodyOrigin: d.body.span,
    reads: uses.map((u) => ({ name: u.name, columns: u.shape!.columns.map((c) => c.ordinal) })),
    time:
      time === null
        ? null
        : {
            ordinal: time,
            delay: Math.max(0, ...sources.map((s) => s.delay)),
            idle: sources.some((s) => s.idle === null || s.idle === 'unsaid')
              ? null
              : Math.max(0, ...sources.map((s) => s.idle as number)),
          },
    primaryKey: key as number[],
  }
  return [{ ...relation, shape, operators: [operator], uses }]
}

function checkText(d: ast.SqlDecl, checking: Checking): boolean {
  const { problem, at } = lookAtSql(d.body.value)
  if (problem === null) return true
  // the text stands between three quotes
  const start = d.body.span.start + 3 + at
  checking.bag.report(interop.sqlText, { ...d.body.span, start, end: Math.min(start + 1, d.body.span.end) }, { reason: problem })
  return false
}

function declared(d: ast.SqlDecl, checking: Checking): readonly ScopeColumn[] | null {
  const first = new Map<string, ast.FieldNode>()
  const out: ScopeColumn[] = []
  for (const f of d.returns) {
    const known = first.get(f.name.text)
    if (known !== undefined)
      checking.bag.report(
        schemas.duplicateField,
        f.name.span,
        { name: f.name.text },
        { related: [{ span: known.name.span, text: 'the first one' }] },
      )
    first.set(f.name.text, f)
    const type = typeFromNode(f.type, checking.bag)
    out.push({
      name: f.name.text,
      qualifier: null,
      ordinal: out.length,
      type,
      nullable: !f.notNull,
      provenance: { span: f.span, note: null },
      doc: f.doc,
    })
  }
  return first.size < d.returns.length || out.some((c) => isError(c)) ? null : out
}

function inputsOf(d: ast.SqlDecl, file: string, checking: Checking): readonly CheckedRelation[] | null {
  const seen = new Map<string, ast.Name>()
  let good = true
  const uses = d.inputs.flatMap((name): CheckedRelation[] => {
    const known = seen.get(name.text)
    if (known !== undefined) {
      const related = [{ span: known.span, text: 'the first one' }]
      checking.bag.report(
        interop.sqlResult,
        name.span,
        { what: `\`${name.text}\` twice`, reason: 'an input is named once' },
        { related },
      )
      return []
    }
    seen.set(name.text, name)
    const relation = checking.relation(file, name)
    if (relation === null || relation.shape === null || relation.shape.open) {
      good = false
      return []
    }
    if (relation.name !== name.text) {
      checking.bag.report(interop.sqlInput, name.span, { name: name.text, declared: relation.name })
      good = false
    }
    return [relation]
  })
  return good ? uses : null
}

const sourcesOf = (uses: readonly CheckedRelation[]): readonly TimeSource[] => [
  ...new Map(uses.flatMap((u) => u.shape!.sources.map((s) => [s.operator, s] as const))).values(),
]

function timeOf(
  d: ast.SqlDecl,
  columns: readonly ScopeColumn[],
  uses: readonly CheckedRelation[],
  at: (name: ast.Name) => number | null,
  checking: Checking,
): number | null | 'wrong' {
  if (d.time === null) return null
  const ordinal = at(d.time)
  if (ordinal === null) return 'wrong'
  const column = columns[ordinal]!
  const refuse = (reason: string, help?: string): 'wrong' => {
    const related = [{ span: column.provenance.span, text: column.type.key }]
    checking.bag.report(
      interop.sqlResult,
      d.time!.span,
      { what: `\`time ${d.time!.text}\``, reason },
      { related, ...(help === undefined ? {} : { help }) },
    )
    return 'wrong'
  }
  if (!isTimestamp(column.type) || column.type.precision !== 3)
    return refuse(
      `\`${column.name}\` is ${column.type.key}${column.nullable ? ' and nullable' : ''}`,
      `an event time is TIMESTAMP(3) or TIMESTAMP_LTZ(3)${column.nullable ? ', and `not null`' : ''}`,
    )
  if (column.nullable) return refuse(`\`${column.name}\` is nullable`, 'every row has an event time: `not null`')
  if (!uses.some((u) => u.shape!.time !== null))
    return refuse(
      uses.length === 0
        ? 'without an input there is no watermark'
        : 'none of its inputs has an event time, so there is no watermark',
    )
  return ordinal
}
