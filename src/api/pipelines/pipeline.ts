// The unit of deployment. Each method gives a new pipeline with one more part; what the module exports is the program.
import type { PipelineDecl, PipelineProperty, TapDecl, TestDecl, TuningNode } from '../../surface/ast.js'
import { countOf, oneOf, optionsOf, textOf, wrong } from '../arguments.js'
import { DECLARATION, isDeclared, MADE, type DeclarationRecord, type Declared, type MadePipeline } from '../brands.js'
import { base, docIn, documented, recordOf, refSet } from '../declared.js'
import { durationNode } from '../durations.js'
import { ignoreOf, ignoring, nothingToIgnore } from '../ignores.js'
import { mistake } from '../mistake.js'
import { named } from '../names.js'
import { nameNode, plainTextNode, spanAt, textNode, type MarkedSpan } from '../nodes.js'
import { refused } from '../refused.js'
import { namedRelation, queryOf } from '../relations/state.js'
import { callersOf, markOf } from '../site.js'
import { sourceOf } from '../sources/source.js'
import type { Untyped } from '../functions.js'
import type { Relations } from '../types/api.js'
import type { PipelineProperties } from '../types/pipeline.js'
import { sinkRecord } from './sinks.js'
import { stepsOf } from './test-steps.js'
import { entriesOf, topicRecord, unknownProperty } from './topics.js'

class PipelineObject implements Declared {
  readonly [DECLARATION]: DeclarationRecord
  readonly name: string

  /** `added`: the members that the one before it has not. */
  constructor(record: DeclarationRecord, added: readonly Declared[] = []) {
    this[DECLARATION] = record
    this.name = (record.node as PipelineDecl).name.text
    Object.freeze(this)
    // a loader looks here for parts that belong to nothing
    const made = (globalThis as unknown as Record<symbol, MadePipeline[] | undefined>)[MADE]
    made?.push({
      node: record.node as PipelineDecl,
      added: added.map((m) => m[DECLARATION].node),
      after: record.members.at(-added.length - 1)?.[DECLARATION].node ?? null,
      callers: callersOf(),
    })
  }

  #with(...members: readonly Declared[]): PipelineObject {
    const record = this[DECLARATION]
    const all = [...record.members, ...members]
    return new PipelineObject(Object.freeze({ ...record, members: all }), members)
  }

  sinkAppend(from: unknown, to: unknown, properties?: unknown): PipelineObject {
    const span = spanAt(markOf(this.sinkAppend))
    return this.#with(member(sinkRecord('append', from, to, properties, 'sinkAppend', span)))
  }

  sinkUpsert(from: unknown, to: unknown, properties?: unknown): PipelineObject {
    const span = spanAt(markOf(this.sinkUpsert))
    return this.#with(member(sinkRecord('upsert', from, to, properties, 'sinkUpsert', span)))
  }

  topic(name: unknown, properties: unknown): PipelineObject {
    return this.#with(member(topicRecord(name, properties, spanAt(markOf(this.topic)))))
  }

  tap(from: unknown, to: unknown, options?: unknown): PipelineObject {
    const span = spanAt(markOf(this.tap))
    const refs = refSet()
    const relation = namedRelation(from, 'tap', span.mark)
    refs.add(relation.declared)
    const node: TapDecl = {
      ...base(span),
      ...docIn(optionsOf(options, ['doc'], 'tap', span.mark), span.mark),
      kind: 'tap',
      relation: nameNode(relation.name, span),
      topic: textNode(textOf(to, 'tap', 'the name of a topic', span.mark), span, refs),
    }
    return this.#with(member(recordOf(node, refs)))
  }

  test(title: unknown, steps: unknown, options?: unknown): PipelineObject {
    const span = spanAt(markOf(this.test))
    const made = stepsOf(steps, span.mark)
    const node: TestDecl = {
      ...base(span),
      ...docIn(optionsOf(options, ['doc'], 'test', span.mark), span.mark),
      kind: 'test',
      title: plainTextNode(textOf(title, 'test', 'a title', span.mark), span),
      pipeline: nameNode(this.name, span),
      steps: made.steps,
    }
    return this.#with(member(recordOf(node, made.refs)))
  }

  declare(...declarations: readonly unknown[]): PipelineObject {
    const { mark } = spanAt(markOf(this.declare))
    return this.#with(
      ...declarations.flatMap((d) => {
        if (isDeclared(d)) return d
        const is = queryOf(d) !== null ? 'query' : sourceOf(d) !== null ? 'source' : null
        return is === null
          ? wrong('declare', 'declarations', d, mark, () => [])
          : refused(mistake('unnamedRelation', { reader: 'declare', is }, mark), () => [])
      }),
    )
  }

  /** Of the part that was added last; of the pipeline itself where it has none yet. */
  ignore(codes: unknown, because: unknown): PipelineObject {
    const record = this[DECLARATION]
    const ignore = ignoreOf(codes, because, this.ignore)
    const last = record.members.at(-1)
    if (last === undefined) return new PipelineObject(ignoring(record, ignore))
    if (!PARTS.has(last[DECLARATION].node.kind)) {
      const why = 'what `declare` names has an `ignore` of its own; a text has comments'
      return refused(nothingToIgnore(why, ignore), () => this)
    }
    const ignored = member(ignoring(last[DECLARATION], ignore))
    const members = Object.freeze([...record.members.slice(0, -1), ignored])
    return new PipelineObject(Object.freeze({ ...record, members }), [ignored])
  }

  doc(text: string): PipelineObject {
    return new PipelineObject(documented(this[DECLARATION], text, markOf(this.doc)))
  }
}

/** What the methods of a pipeline make. */
const PARTS: ReadonlySet<string> = new Set(['sink', 'tap', 'topic', 'test'])

const member = (record: DeclarationRecord): Declared => Object.freeze({ [DECLARATION]: record })

/**
 * `pipeline NAME { … }`
 *
 * @example
 * export default pipeline('shop_copies', { owner: 'team-shop', sla: minutes(10), dlq: 'shop.dlq' })
 *   .doc('Orders as they come, in the lake.')
 *   .sinkAppend(orders, lake.table('shop', 'orders'), { partitionBy: [days('created_at')] })
 *   .test('an order reaches the lake', (test) =>
 *     test
 *       .given(orders, [{ order_id: 1, customer_id: 7, amount: '12.50', created_at: '2026-01-01 10:00:00' }])
 *       .expect(orders, [{ order_id: 1, amount: '12.50' }]),
 *   )
 */
export const pipeline: Relations['pipeline'] = ((name: unknown, properties?: unknown) => {
  const span = spanAt(markOf(pipeline))
  const refs = refSet()
  const node: PipelineDecl = {
    ...base(span),
    kind: 'pipeline',
    name: named(name, '`pipeline`', span),
    properties: entriesOf(properties, 'pipeline', span.mark).flatMap(([key, value]) => pipelineProperty(key, value, span, refs)),
  }
  return new PipelineObject(recordOf(node, refs))
}) as Untyped

const PIPELINE_PROPERTIES: Readonly<Record<keyof PipelineProperties, true>> = {
  owner: true,
  sla: true,
  dlq: true,
  timeZone: true,
  checkpoint: true,
  tuning: true,
}
const MODES = { 'exactly once': 'exactly-once', 'at least once': 'at-least-once' } as const

function pipelineProperty(
  name: string,
  value: unknown,
  span: MarkedSpan,
  refs: Set<Declared>,
): PipelineProperty | readonly never[] {
  const of = `pipeline.${name}`
  switch (name as keyof PipelineProperties) {
    case 'owner':
    case 'dlq':
    case 'timeZone':
      return {
        kind: name === 'timeZone' ? 'time zone' : (name as 'owner' | 'dlq'),
        value: textNode(textOf(value, of, 'a text', span.mark), span, refs),
        span,
      }
    case 'sla':
      return { kind: 'sla', value: durationNode(value, of, span.mark, refs), span }
    case 'checkpoint': {
      const { every, mode } = optionsOf(value, ['every', 'mode'], of, span.mark)
      const once = mode === undefined ? 'exactly once' : oneOf(mode, ['exactly once', 'at least once'], `${of}.mode`, span.mark)
      return { kind: 'checkpoint', every: durationNode(every, `${of}.every`, span.mark, refs), mode: MODES[once], span }
    }
    case 'tuning':
      return {
        kind: 'tuning',
        items: entriesOf(value, of, span.mark).flatMap(([key, v]) => tuningItem(key, v, span, refs)),
        span,
      }
    default:
      return unknownProperty('pipeline', name, PIPELINE_PROPERTIES, span.mark)
  }
}

function tuningItem(name: string, value: unknown, span: MarkedSpan, refs: Set<Declared>): TuningNode | readonly never[] {
  const of = `pipeline.tuning.${name}`
  const kinds = {
    miniBatch: 'mini batch',
    alignDrift: 'align drift',
    watermarksEvery: 'watermarks every',
    parallelism: 'parallelism',
    maxParallelism: 'max parallelism',
  } as const satisfies Record<keyof NonNullable<PipelineProperties['tuning']>, TuningNode['kind']>
  switch (name as keyof typeof kinds) {
    case 'miniBatch':
    case 'alignDrift':
    case 'watermarksEvery':
      return { kind: kinds[name as 'miniBatch'], duration: durationNode(value, of, span.mark, refs), span }
    case 'parallelism':
    case 'maxParallelism':
      return { kind: kinds[name as 'parallelism'], count: countOf(value, of, span.mark), span }
    default:
      return unknownProperty('pipeline.tuning', name, kinds, span.mark)
  }
}
