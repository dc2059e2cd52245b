// Iceberg targets: catalog, table name, format version, partition transforms and the rules of upsert tables.
import { suggest } from '../core/suggest.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import type { ReportOptions } from '../diagnostics/define.js'
import type { FlowType } from '../ir/types.js'
import type { SinkTarget } from '../ir/plan.js'
import { isInteger, isString } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import type { Checking } from './checking.js'
import { replace } from './fixes.js'
import type { CheckedRelation, Shape } from './relation.js'
import { kindWords } from './scopes.js'
import { propertyOf, sinkColumns } from './sink-columns.js'

type Iceberg = SinkTarget & { kind: 'iceberg' }
type Transform = Iceberg['partitions'][number]['transform']

const TEMPORAL = (t: FlowType): boolean => t.kind === 'date' || t.kind === 'timestamp' || t.kind === 'timestamp_ltz'
/** What a transform takes (Iceberg spec, "Partition Transforms"); null: fine. */
const TRANSFORMS: Readonly<Record<Transform, (t: FlowType) => string | null>> = {
  identity: (t) => (['array', 'map', 'row', 'multiset'].includes(t.kind) ? 'it is nested' : null),
  years: (t) => (TEMPORAL(t) ? null : 'years(…) takes a date or timestamp'),
  months: (t) => (TEMPORAL(t) ? null : 'months(…) takes a date or timestamp'),
  days: (t) => (TEMPORAL(t) ? null : 'days(…) takes a date or timestamp'),
  hours: (t) => (t.kind === 'timestamp' || t.kind === 'timestamp_ltz' ? null : 'hours(…) takes a timestamp'),
  bucket: (t) =>
    isInteger(t) || isString(t) || TEMPORAL(t) || ['decimal', 'time', 'binary', 'varbinary'].includes(t.kind)
      ? null
      : 'bucket(n, …) takes integers, decimals, texts, bytes, dates and timestamps',
  truncate: (t) =>
    isInteger(t) || isString(t) || ['decimal', 'binary', 'varbinary'].includes(t.kind)
      ? null
      : 'truncate(n, …) takes integers, decimals, texts and bytes',
}
const isTransform = (word: string): word is Transform => Object.hasOwn(TRANSFORMS, word)

export interface IcebergPlace {
  readonly kind: 'iceberg'
  readonly catalog: string
  readonly namespace: readonly string[]
  readonly table: string
  readonly formatVersion: 2 | 3
  readonly inferred: CheckedRelation['inferred']
}

/** `lake.sales.orders`: a table of a catalog, as the catalog was declared: an import may give it another name here. */
export function catalogTable(
  path: readonly ast.Name[],
  span: ast.Node['span'],
  file: string,
  checking: Checking,
): { readonly catalog: string; readonly namespace: readonly string[]; readonly table: string } | null {
  const { bag } = checking
  const [catalog, ...rest] = path
  if (catalog === undefined) return null
  const binding = checking.lookup(file, catalog, 'catalog')
  if (binding === null || binding.symbol.kind === 'broken') return null
  if (binding.symbol.kind !== 'catalog') {
    bag.report(
      sinks.config,
      catalog.span,
      { what: `\`${catalog.text}\``, reason: `it is ${kindWords(binding.symbol)}, not a catalog` },
      { related: [{ span: binding.span, text: 'declared here' }] },
    )
    return null
  }
  if (rest.length < 2) {
    bag.report(
      sinks.config,
      span,
      { what: 'the table', reason: 'it is named <catalog>.<namespace>.<table>' },
      { help: `for example \`${catalog.text}.sales.orders\`` },
    )
    return null
  }
  return {
    catalog: binding.symbol.declaration.name.text,
    namespace: rest.slice(0, -1).map((n) => n.text),
    table: rest.at(-1)!.text,
  }
}

/** Catalog, table and format version: what needs no relation. Null where they cannot be used. */
export function icebergPlace(
  d: ast.SinkDecl,
  target: ast.SinkDecl['target'] & { kind: 'catalog' },
  file: string,
  checking: Checking,
): IcebergPlace | null {
  const { bag } = checking
  const version = propertyOf(d, 'format version')
  if (version !== null && version.version !== 2 && version.version !== 3) {
    const all = { what: 'the format version', reason: `${version.version} is not 2 or 3` }
    const fixes = [replace(version.span, 'format version 2'), replace(version.span, 'format version 3')]
    bag.report(sinks.config, version.span, all, { fixes })
    return null
  }
  const place = catalogTable(target.path, target.span, file, checking)
  if (place === null) return null
  return {
    kind: 'iceberg',
    ...place,
    formatVersion: version === null ? 2 : (version.version as 2 | 3),
    inferred: version === null ? [{ what: 'format version', value: '2', because: 'the default of Iceberg' }] : [],
  }
}

export function partitionsOf(
  d: ast.SinkDecl,
  shape: Shape,
  rowKey: readonly number[],
  checking: Checking,
): Iceberg['partitions'] | null {
  const { bag } = checking
  const clause = propertyOf(d, 'partition by')
  const out: Iceberg['partitions'][number][] = []
  let bad = false
  for (const part of clause?.parts ?? []) {
    const column = part.column.text
    const refuse = (reason: string, options: ReportOptions = {}): void => {
      bag.report(sinks.partition, part.span, { column, reason }, options)
      bad = true
    }
    const word = part.transform.toLowerCase()
    if (!isTransform(word)) {
      const near = suggest(isTransform(`${word}s`) ? `${word}s` : part.transform, Object.keys(TRANSFORMS))
      refuse(`there is no transform \`${part.transform}\``, {
        help:
          near.length > 0
            ? `did you mean ${near.map((n) => `\`${n}\``).join(' or ')}?`
            : 'one of years, months, days, hours, bucket(n, …), truncate(n, …), or the bare column',
        fixes: near.map((t) =>
          replace(
            part.span,
            `${t}(${t === 'bucket' || t === 'truncate' ? `${part.parameter ?? 16}, ` : ''}${writtenName(column)})`,
          ),
        ),
      })
      continue
    }
    const at = sinkColumns([part.column], shape, shape.name, checking)?.[0]
    if (at === undefined) {
      bad = true
      continue
    }
    const { type, provenance } = shape.columns[at]!
    const problem = type.kind === 'error' ? null : TRANSFORMS[word](type)
    if (problem !== null) refuse(`it is ${type.key}; ${problem}`, { related: [{ span: provenance.span, text: type.key }] })
    const parametrised = word === 'bucket' || word === 'truncate'
    if (parametrised && (part.parameter === null || part.parameter < 1))
      refuse(`${word} takes a number: \`${word}(16, ${column})\``, {
        fixes: [replace(part.span, `${word}(16, ${writtenName(column)})`)],
      })
    if (d.mode === 'upsert' && !rowKey.includes(at)) {
      bag.report(
        sinks.partitionOutsideKey,
        part.span,
        { column, key: rowKey.map((k) => shape.columns[k]!.name) },
        { related: rowKey.map((k) => ({ span: shape.columns[k]!.provenance.span, text: 'the key' })) },
      )
      bad = true
    }
    out.push({ transform: word, column: at, parameter: parametrised ? part.parameter : null })
  }
  return bad ? null : out
}
