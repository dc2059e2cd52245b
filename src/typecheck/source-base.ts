// What all sources share: the relation that could not be checked, and `late …` in a source's block.
import { streaming } from '../diagnostics/codes/streaming.js'
import type { Operator, SourceOperator } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { checkLate } from './late.js'
import type { CheckedRelation, Ids, Lane, Shape } from './relation.js'
import { clauseOf } from './source-schema.js'

export const broken = (d: ast.SourceDecl, file: string): CheckedRelation => ({
  name: d.name.text,
  file,
  kind: d.relation,
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
})

/** `late …` in a source block: a strict split for all consumers. */
export function withLate(
  d: ast.SourceDecl,
  file: string,
  shape: Shape,
  source: SourceOperator,
  said: Pick<CheckedRelation, 'schema' | 'inferred'>,
  ids: Ids,
  checking: Checking,
): readonly CheckedRelation[] {
  const late = clauseOf(d, 'late')?.late ?? null
  const operators: Operator[] = [source]
  const lanes: Lane[] = []
  let seen = shape
  let named: { name: ast.Name; shape: Shape } | null = null
  if (late !== null && late.action.kind === 'count')
    checking.bag.report(
      streaming.lateImpossible,
      late.span,
      { what: 'late count', reason: 'a source drops nothing; `late` here is a split for all consumers' },
      { help: 'say `late to dlq` or `late as NAME`, or say it at the operator' },
    )
  else if (late !== null && late.action.kind !== 'accept') {
    if (shape.time === null && shape.timeBroken) seen = shape
    else if (shape.time === null)
      checking.bag.report(
        streaming.noTime,
        late.span,
        { step: '`late`', relation: shape.name, lost: null },
        { help: 'say the event time: `time created_at late by 30 seconds, idle after 1 minute`' },
      )
    else {
      const result = checkLate(
        { ...late, strict: true },
        shape,
        {
          operator: source.id,
          step: `source \`${d.name.text}\``,
          discriminator: d.name.text,
          rule: { kind: 'row' },
          span: late.span,
          file,
        },
        ids,
        checking,
      )
      if (result.split !== null) operators.push({ ...result.split, relation: d.name.text })
      if (result.lane !== null) lanes.push(result.lane)
      seen = result.kept
      named = result.named
    }
  }
  const base = { ...broken(d, file), operators, lanes, ...said }
  return [
    { ...base, shape: seen },
    ...(named === null
      ? []
      : [{ ...base, name: named.name.text, nameSpan: named.name.span, lateOf: late!.span, doc: null, shape: named.shape }]),
  ]
}
