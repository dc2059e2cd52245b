// Programs whose names lead somewhere: those of programs.ts, cut down to what one module of the API can be. The cells, texts,
// expressions, properties and awkward names stay as they are.
import fc from 'fast-check'
import type { Clause, Declaration, ExprNode, FileNode, LateNode, Name, QueryDecl, SelectItem } from '../../../src/surface/ast.js'
import { clause as anyClause } from './clauses.js'
import { declarations } from './programs.js'
import { Rows, withoutNames } from './query-rows.js'
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
