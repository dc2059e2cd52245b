// Programs whose names lead somewhere: those of programs.ts, cut down to what one module of the API can be. The cells, texts,
// expressions, properties and awkward names stay as they are.
import fc from 'fast-check'
import type { Clause, Declaration, ExprNode, FileNode, LateNode, Name, QueryDecl, SelectItem } from '../../../src/surface/ast.js'
import { clause as anyClause } from './clauses.js'
import { declarations } from './programs.js'
import { at } from './words.js'

type Of<K extends Declaration['kind']> = Extract<Declaration, { kind: K }>
type OfClause<K extends Clause['kind']> = Extract<Clause, { kind: K }>

/** What is drawn before its names are made to lead somewhere. */
const parts = fc.record({
  params: fc.array(declarations.param, { maxLength: 2 }),
  connections: fc.array(declarations.connection, { minLength: 1, maxLength: 2 }),
  catalogs: fc.array(declarations.catalog, { minLength: 1, maxLength: 2 }),
  schemas: fc.array(declarations.schema, { minLength: 1, maxLength: 2 }),
  fns: fc.array(declarations.fn, { maxLength: 2 }),
  sources: fc.array(declarations.source, { minLength: 1, maxLength: 3 }),
  queries: fc.array(fc.tuple(declarations.query, fc.array(anyClause, { maxLength: 5 })), { maxLength: 4 }),
  sqls: fc.array(declarations.sql, { maxLength: 1 }),
  pipeline: declarations.pipeline,
  members: fc.uniqueArray(fc.oneof(declarations.sink, declarations.tap, declarations.topic, declarations.test), {
    maxLength: 4,
    // a topic is declared once
    selector: (d) => (d.kind === 'topic' ? d.topic.value : d),
  }),
})

export const apiProgram: fc.Arbitrary<FileNode> = parts.map((p) => {
  const names = new Uniques(['w', 'size', 'how_long', 'since', 'money'])
  const own = <D extends Declaration & { readonly name: Name | null }>(d: D): D => ({ ...d, name: names.next(d.name!.text) })
  const durations = ['w', 'size', 'how_long'].map((name) => durationParam(name))
  const params = [...durations, sinceParam, ...p.params.map((d) => own(plainDefault(d as Of<'param'>)))]
  const connections = p.connections.map((d) => own(plainConfig(d as Of<'connection'>)))
  const catalogs = p.catalogs.map((d) => ({ ...own(plainConfig(d as Of<'catalog'>)), connector: name('iceberg') }))
  const schemas = p.schemas.map((d) => own(d as Of<'schema'>))
  const fns = p.fns.map((d) => own(typed(d as Of<'fn'>)))
  const relations: Name[] = []
  const one = (list: readonly Name[], wanted: Name): Name => list[wanted.text.length % list.length]!
  const put = new References({
    relation: (n) => one(relations, n),
    connection: (n) =>
      one(
        connections.map((c) => c.name),
        n,
      ),
    catalog: (n) =>
      one(
        catalogs.map((c) => c.name),
        n,
      ),
    schema: (n) =>
      one(
        schemas.map((c) => c.name),
        n,
      ),
    lane: (n) => names.next(n.text),
    listed: (n) =>
      !sources.some(
        (d) =>
          d.name === n && d.from.kind !== 'every' && !d.clauses.some((c) => c.kind === 'schema' && c.source.kind === 'named'),
      ),
  })
  const sources = p.sources.map((d) => {
    const made = own(put.source(d as Of<'source'>))
    relations.push(made.name)
    return made
  })
  const queries = p.queries.map(([d, clauses]) => {
    const made = own(put.query(d as Of<'query'>, clauses))
    relations.push(made.name)
    return made
  })
  const sqls = p.sqls.map((d) => own(put.sql(d as Of<'sql'>)))
  const pipeline = own(p.pipeline as Of<'pipeline'>)
  const members = p.members.map((d) => put.member(d, pipeline.name))
  const all = [...params, moneyType, ...connections, ...catalogs, ...schemas, ...fns, ...sources, ...queries, ...sqls]
  return { path: 'a.flow', declarations: [...all, pipeline, ...members], ignores: [] }
})

const name = (text: string): Name => ({ text, ...at })
const base = { id: '', doc: null, hash: '', incomplete: false, ...at }
const typeNamed = (type: string) => ({ kind: 'named' as const, name: type, parameters: [], ...at })
const durationParam = (text: string): Of<'param'> => ({
  ...base,
  kind: 'param',
  name: name(text),
  type: typeNamed('duration'),
  default: null,
})
const sinceParam: Of<'param'> = { ...base, kind: 'param', name: name('since'), type: typeNamed('timestamp'), default: null }
const moneyType: Of<'type'> = { ...base, kind: 'type', name: name('money'), type: typeNamed('int') }

/** Each name once, whatever is drawn. */
class Uniques {
  readonly #taken: Set<string>

  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken)
  }

  next(text: string): Name {
    let unique = text
    for (let n = 2; this.#taken.has(unique); n++) unique = `${text}${n}`
    this.#taken.add(unique)
    return name(unique)
  }
}

const plainDefault = (d: Of<'param'>): Of<'param'> => (d.default?.kind === 'duration' ? { ...d, default: null } : d)

const PLAIN_KEY = /^[a-z]+(?: [a-z]+)*$/
const plainConfig = <D extends Of<'connection'> | Of<'catalog'>>(d: D): D => ({
  ...d,
  properties: d.properties.filter(
    (p) => PLAIN_KEY.test(p.name.text) && !(p.value.kind === 'number' && p.value.value.includes('.')),
  ),
})

const typed = (d: Of<'fn'>): Of<'fn'> =>
  d.body.kind === 'java' && d.returns === null ? { ...d, returns: { type: typeNamed('int'), notNull: false } } : d

/** Puts names that are declared where others stand. */
interface Known {
  readonly relation: (wanted: Name) => Name
  readonly connection: (wanted: Name) => Name
  readonly catalog: (wanted: Name) => Name
  readonly schema: (wanted: Name) => Name
  /** The program lists its columns: the API writes them one by one where it says `*`. */
  readonly listed: (relation: Name) => boolean
  /** A new name. */
  readonly lane: (wanted: Name) => Name
}

class References {
  readonly #known: Known

  constructor(known: Known) {
    this.#known = known
  }

  #late<L extends LateNode | null>(late: L): L {
    if (late === null) return late
    if (late.action.kind === 'as') return { ...late, action: { kind: 'as', name: this.#known.lane(late.action.name) } }
    return late.action.kind === 'accept' ? { ...late, strict: false } : late
  }

  /** `lake.sales.orders` */
  #path(path: readonly Name[]): readonly Name[] {
    const [first, ...rest] = path
    return [this.#known.catalog(first!), ...(rest.length === 0 ? [first!] : rest)]
  }

  source(d: Of<'source'>): Of<'source'> {
    const { from } = d
    const whence =
      from.kind === 'cdc'
        ? { ...from, connection: this.#known.connection(from.connection) }
        : from.kind === 'kafka' && from.connection !== null
          ? { ...from, connection: this.#known.connection(from.connection) }
          : from.kind === 'iceberg'
            ? { ...from, path: this.#path(from.path) }
            : from
    const clauses = d.clauses.map((c) => {
      if (c.kind === 'late') return { ...c, late: this.#late(c.late) }
      if (c.kind === 'history') return { ...c, path: this.#path(c.path) }
      if (c.kind === 'schema' && c.source.kind === 'named')
        return { ...c, source: { ...c.source, name: this.#known.schema(c.source.name) } }
      return c
    })
    return { ...d, from: whence, clauses }
  }

  sql = (d: Of<'sql'>): Of<'sql'> => ({ ...d, inputs: d.inputs.map((n) => this.#known.relation(n)) })

  member(d: Declaration, pipeline: Name): Declaration {
    const relation = (n: Name): Name => this.#known.relation(n)
    if (d.kind === 'tap') return { ...d, relation: relation(d.relation) }
    if (d.kind === 'sink') {
      const target = d.target.kind === 'catalog' ? { ...d.target, path: this.#path(d.target.path) } : d.target
      return { ...d, target, relation: relation(d.relation) }
    }
    if (d.kind !== 'test') return d
    const steps = d.steps.flatMap((s): typeof d.steps => {
      const table = s.kind === 'given' ? s.rows : 'table' in s ? s.table : null
      // rows of nothing are not there
      if (table?.kind === 'table' && !table.rows.some((r) => r.cells.some((c) => c !== null))) return []
      if (s.kind === 'given') return [{ ...s, relations: [relation(s.relations[0]!)] }]
      return ['relation' in s ? { ...s, relation: relation(s.relation) } : s]
    })
    return { ...d, pipeline, steps }
  }

  /** Clauses in an order that queries have: a group behind a window, and nothing else there. */
  query(d: Of<'query'>, drawn: readonly Clause[]): QueryDecl {
    const from = d.clauses[0] as OfClause<'from'>
    const relation = this.#known.relation(from.relation)
    const aliases = new Uniques([])
    // no column is called like a side: which of them is meant is the checker's to say
    const word = (n: Name): Name => aliases.next(`${n.text}_q`)
    const alone = from.alias === null && !drawn.some((c) => c.kind === 'join')
    const first = { ...from, relation, alias: alone ? null : word(from.alias ?? relation) }
    aliases.next(relation.text)
    const out: Clause[] = [first]
    const rows = new Rows(first)
    const known = (n: Name): boolean => this.#known.listed(n)
    let listed = known(relation)
    for (const c of drawn) {
      switch (c.kind) {
        case 'join': {
          const alias = word(c.alias ?? c.relation)
          rows.join(alias)
          const at = rows.seen(c.at, rows.sides.length - 1)
          const on = rows.seen(c.on)
          const joined = this.#known.relation(c.relation)
          listed ||= known(joined)
          out.push({ ...c, relation: joined, alias, at, on, late: this.#late(c.late) })
          break
        }
        case 'union':
          rows.one()
          out.push({ ...c, relation: this.#known.relation(c.relation) })
          break
        case 'select': {
          const items = named(c.items.flatMap((item) => (item.kind === 'item' ? [rows.item(item)] : listed ? [] : rows.stars())))
          rows.one()
          out.push({ ...c, items })
          break
        }
        case 'extend':
          out.push({ ...c, items: distinct(c.items.map((i) => ({ ...i, expr: rows.seen(i.expr) }))) })
          rows.extend()
          break
        case 'where':
          out.push({ ...c, condition: rows.seen(c.condition) })
          break
        case 'group': {
          const window = drawn.find((x): x is OfClause<'window'> => x.kind === 'window') ?? WINDOW
          rows.one()
          const keys = distinct(c.keys.flatMap((k) => (k.kind === 'path' ? [{ name: k.names[0]!, k }] : []))).map(
            ({ name: key }): ExprNode => ({ kind: 'path', names: [key], ...at }),
          )
          const items = named(c.items.flatMap((item) => (item.kind === 'star' ? [] : [rows.item(item)])))
          const having = c.having === null ? null : withoutNames(rows.seen(c.having), items)
          out.push({ ...window, late: this.#late(window.late) }, { ...c, keys, items, having })
          break
        }
        default:
      }
    }
    return { ...d, clauses: out }
  }
}

/** Which word the API writes before a column, at a point of a query. */
class Rows {
  sides: readonly (string | null)[]
  readonly #aliased: boolean
  readonly #words: Set<string>

  constructor(from: OfClause<'from'>) {
    this.sides = [(from.alias ?? from.relation).text]
    this.#aliased = from.alias !== null
    this.#words = new Set([this.sides[0]!])
  }

  join(alias: Name): void {
    this.sides = [...this.sides, alias.text]
    this.#words.add(alias.text)
  }
  one(): void {
    this.sides = [null]
  }
  extend(): void {
    this.sides = this.sides.map(() => null)
  }

  #word(side: number): string | null {
    return this.sides.length === 1 && !this.#aliased ? null : this.sides[side]!
  }

  /** Of all sides, or of the first so many. */
  seen(node: ExprNode, count = this.sides.length): ExprNode {
    return everyPath(node, (names) => {
      if (names.length === 1 && PARAMS.has(names[0]!.text)) return names
      // the word is put before it below
      const column = this.#words.has(names[0]!.text) ? [name(`${names[0]!.text}_`), ...names.slice(1)] : names
      const words = this.sides.slice(0, count).flatMap((_, i) => this.#word(i) ?? [])
      // rows behind a `select` have the columns that it lists, and no others
      const word = words[column[0]!.text.length % words.length] ?? null
      return word === null ? column : [name(word), ...column]
    })
  }

  item = (item: Extract<SelectItem, { kind: 'item' }>): SelectItem => ({ ...item, expr: this.seen(item.expr) })

  stars(): readonly SelectItem[] {
    // behind a list the API writes the columns one by one, as far as they are known
    if (this.sides.includes(null)) return []
    return this.sides.map((_, i): SelectItem => {
      const word = this.#word(i)
      return { kind: 'star', qualifier: word === null ? null : name(word), ...at }
    })
  }
}

const PARAMS: ReadonlySet<string> = new Set(['w', 'size', 'how_long', 'since'])

function everyPath(node: ExprNode, change: (names: readonly Name[]) => readonly Name[]): ExprNode {
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit)
    if (typeof part !== 'object' || part === null) return part
    if ('kind' in part && part.kind === 'path') {
      const path = part as Extract<ExprNode, { kind: 'path' }>
      return { ...path, names: change(path.names) }
    }
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, key === 'span' ? value : visit(value)]))
  }
  return visit(node) as ExprNode
}

/** In `having` the name of an output stands for what it is. */
function withoutNames(node: ExprNode, items: readonly SelectItem[]): ExprNode {
  const outputs = new Set(items.flatMap((item) => (item.kind === 'item' ? [item.alias?.text] : [])))
  return everyPath(node, (names) => (outputs.has(names[0]!.text) ? [name(`not_${names[0]!.text}`)] : names))
}

const WINDOW: OfClause<'window'> = {
  kind: 'window',
  window: {
    kind: 'tumble',
    size: { milliseconds: 60_000, param: null, written: '1 minute', ...at },
    offset: null,
    ...at,
  },
  late: null,
  ...at,
}

const distinct = <T extends { readonly name: Name }>(items: readonly T[]): readonly T[] =>
  items.filter((x, i) => items.findIndex((y) => y.name.text === x.name.text) === i)

/** Every column has a name, and no two the same; one that keeps its name is written without it. */
function named(items: readonly SelectItem[]): readonly SelectItem[] {
  const names = new Uniques([])
  const out = items.map((item): SelectItem => {
    if (item.kind === 'star') return item
    const own = item.expr.kind === 'path' ? item.expr.names.at(-1)! : null
    const alias = names.next((item.alias ?? own ?? name('c')).text)
    return { ...item, alias: own?.text === alias.text ? null : alias }
  })
  return out.length > 0 ? out : [{ kind: 'item', expr: { kind: 'null', ...at }, alias: name('nothing'), ...at }]
}
