// Relations with a name: sources and queries that others read.
import type { LateNode, QueryDecl, SourceDecl } from '../../surface/ast.js'
import { writtenName } from '../../surface/names.js'
import { DECLARATION, RELATION, type DeclarationRecord, type Declared, type NamedRelation } from '../brands.js'
import { documented } from '../declared.js'
import { ignoreOf, ignoring, nothingToIgnore } from '../ignores.js'
import { mistake } from '../mistake.js'
import { named } from '../names.js'
import { spanAt, type MarkedSpan } from '../nodes.js'
import { isSpoiled, refused } from '../refused.js'
import { markOf } from '../site.js'
import { next, Query } from './query.js'
import { beginning } from './state.js'

/** It is read as it stands, so it is a query too: one of which nothing is said but where it begins. */
export class Relation extends Query implements Declared {
  readonly [DECLARATION]: DeclarationRecord
  readonly [RELATION]: NamedRelation

  readonly #isLane: boolean

  constructor(record: DeclarationRecord, relation: NamedRelation, isLane = false) {
    super(beginning(relation, null, record.node.span as MarkedSpan))
    this[DECLARATION] = record
    this[RELATION] = relation
    this.#isLane = isLane
    Object.freeze(this)
  }

  static of(record: DeclarationRecord, name: string, columns: readonly string[] | null): Relation {
    return new Relation(record, { name, declared: Object.freeze({ [DECLARATION]: record }), columns, lanes: lanesOf(record) })
  }

  as(alias: unknown): Query {
    const span = spanAt(markOf(this.as))
    return next(beginning(this[RELATION], named(alias, '`as`', span), span))
  }

  /** The late rows of one of its clauses: a stream with a name of its own. */
  lane(name: unknown): Relation {
    const { lanes, name: of } = this[RELATION]
    const lane = lanes.find((l) => l === name)
    const { declared } = this[RELATION]
    const laneOf = (text: string): Relation =>
      new Relation(this[DECLARATION], { name: text, declared, columns: null, lanes: [] }, true)
    if (lane !== undefined) return laneOf(lane)
    const instead = (): Relation => laneOf(String(name))
    // the clause that names it may be the one that was refused
    if (isSpoiled(declared)) return instead()
    return refused(mistake('unknownLane', { lane: String(name), of, lanes }, markOf(this.lane)), instead)
  }

  doc(text: string): Relation {
    const mark = markOf(this.doc)
    const { name, columns } = this[RELATION]
    if (this.#isLane) {
      const why = 'a stream of late rows is documented where its relation is'
      return refused(mistake('clauseOrder', { clause: 'doc', why }, mark), () => this)
    }
    return Relation.of(documented(this[DECLARATION], text, mark), name, columns)
  }

  override ignore(codes: unknown, because: unknown): Relation {
    const ignore = ignoreOf(codes, because, this.ignore)
    const { name, columns } = this[RELATION]
    if (this.#isLane)
      return refused(nothingToIgnore('a stream of late rows is declared where its relation is', ignore), () => this)
    return Relation.of(ignoring(this[DECLARATION], ignore), name, columns)
  }

  /** Its name, as the body of `sql` writes it. */
  override toString(): string {
    return writtenName(this[RELATION].name)
  }
}

function lanesOf({ node }: DeclarationRecord): readonly string[] {
  if (node.kind !== 'query' && node.kind !== 'source') return []
  const lates = (node as QueryDecl | SourceDecl).clauses.flatMap((c): (LateNode | null)[] =>
    c.kind === 'join' || c.kind === 'window' || c.kind === 'late' ? [c.late] : [],
  )
  return lates.flatMap((late) => (late?.action.kind === 'as' ? [late.action.name.text] : []))
}
