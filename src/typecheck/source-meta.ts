// `meta { off = offset, trace = header 'traceparent' as text }`: columns that a record has beside its fields.
import { kafkaSources } from '../diagnostics/codes/kafka-sources.js'
import type { PlanColumn, RecordMetadata, SourceExpr } from '../ir/plan.js'
import { BIGINT, BYTES, INT, STRING, map, notNull, nullable, timestampLtz, type Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { append, meant } from './fixes.js'
import type { ScopeColumn } from './relation.js'

/** KafkaDynamicSource.ReadableMetadata of flink-connector-kafka 5.0.0, seen by DESCRIBE on Flink 2.2.0. */
const TYPES: Readonly<Record<RecordMetadata, Typed>> = {
  topic: notNull(STRING),
  partition: notNull(INT),
  offset: notNull(BIGINT),
  timestamp: notNull(timestampLtz(3)),
  'timestamp-type': notNull(STRING),
  'leader-epoch': nullable(INT),
  headers: notNull(map(nullable(STRING), nullable(BYTES))),
}

const FORMS = ['text', 'raw'] as const

/** Adds the columns at the end of the row. False where one could not be: which column was meant is not known. */
export function addMeta(
  clause: ast.SourceClause & { kind: 'meta' },
  row: PlanColumn[],
  columns: ScopeColumn[],
  compute: SourceExpr[],
  checking: Checking,
): boolean {
  let complete = true
  for (const item of clause.items) {
    const { name } = item
    const known = columns.find((c) => c.name === name.text)
    if (known !== undefined) {
      checking.bag.report(
        kafkaSources.meta,
        name.span,
        { name: name.text, reason: 'there is a column of that name' },
        {
          related: [{ span: known.provenance.span, text: 'the other one' }],
          help: `the new name stands on the left: \`record_${item.key.replaceAll(/[ -]/g, '_')} = ${item.key}${item.header === null ? '' : ` '${item.header.value}'`}${item.as === null ? '' : ` as ${item.as.text}`}\``,
        },
      )
      complete = false
      continue
    }
    const expr = exprOf(item, checking)
    if (expr === null) {
      complete = false
      continue
    }
    const typed = expr.kind === 'metadata' ? TYPES[expr.key] : nullable(expr.as === 'text' ? STRING : BYTES)
    columns.push({
      name: name.text,
      qualifier: null,
      ordinal: row.length,
      ...typed,
      provenance: { span: item.span, note: null },
      doc: null,
    })
    row.push({ name: name.text, ...typed, from: [] })
    compute.push(expr)
  }
  return complete
}

function exprOf(item: ast.MetaNode, checking: Checking): (SourceExpr & { kind: 'metadata' | 'header' }) | null {
  const refuse = (span: ast.Node['span'], reason: string, way = {}): null => {
    checking.bag.report(kafkaSources.meta, span, { name: item.name.text, reason }, way)
    return null
  }
  if (item.key !== 'header') {
    if (item.as !== null)
      return refuse(item.as.span, `\`${item.key}\` has its own type; \`as\` says what the bytes of a header are`)
    return { kind: 'metadata', key: item.key.replace(' ', '-') as RecordMetadata }
  }
  if (item.header === null) return null // the parser has said that its name is missing
  if (item.header.value === '') return refuse(item.header.span, 'a header has a name')
  if (item.as === null)
    return refuse(item.span, 'a header is bytes, and it does not say what they are', {
      help: '`as text` reads them as UTF-8, `as raw` leaves them as they are',
      fixes: [append(item.span, ' as text')],
    })
  const form = FORMS.find((f) => f === item.as!.text.toLowerCase())
  if (form === undefined)
    return refuse(item.as.span, `there is no form \`${item.as.text}\` of a header`, {
      help: '`as text` reads the bytes as UTF-8, `as raw` leaves them as they are; casts are made in the query',
      ...meant(item.as, FORMS),
    })
  return { kind: 'header', header: item.header.value, as: form }
}

/** The columns that an event time may be: the fields of the record, and its own time. */
export const timeColumns = (columns: readonly ScopeColumn[], compute: readonly SourceExpr[]): readonly ScopeColumn[] =>
  columns.filter((c) => {
    const expr = compute[c.ordinal]
    return expr?.kind === 'physical' || (expr?.kind === 'metadata' && expr.key === 'timestamp')
  })
