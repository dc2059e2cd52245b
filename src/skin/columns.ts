// Columns that the tree itself tells of: those that a list names, of what a schema declares, and what clauses make of them.
import { postOrder } from '../core/post-order.js'
import type * as ast from '../surface/ast.js'
import { relationsIn } from '../surface/relations-in.js'
import { outputName } from './scope.js'

type Columns = readonly string[] | null

/** By relation of a file; what nobody lists is not in it. */
export function listedColumns(file: ast.FileNode): ReadonlyMap<string, readonly string[]> {
  const by = new Map(file.declarations.flatMap((d) => ('name' in d && d.name !== null ? [[d.name.text, d] as const] : [])))
  const done = new Map<string, Columns>()
  const of = (name: string): Columns => {
    const known = done.get(name)
    if (known !== undefined) return known
    // a relation that reads itself is told of elsewhere
    done.set(name, null)
    const d = by.get(name)
    const columns = d === undefined ? null : columnsOf(d, of)
    done.set(name, columns)
    return columns
  }
  return new Map(
    postOrder(by.keys(), (name) => (by.has(name) ? relationsIn(by.get(name)!).map((n) => n.text) : [])).flatMap((name) => {
      const columns = of(name)
      return columns === null ? [] : [[name, columns] as const]
    }),
  )
}

function columnsOf(d: ast.Declaration, of: (name: string) => Columns): Columns {
  switch (d.kind) {
    case 'sql':
    case 'schema':
      return (d.kind === 'sql' ? d.returns : d.fields).map((f) => f.name.text)
    case 'source': {
      if (d.from.kind === 'every') return ['beat_time']
      const schema = d.clauses.find((c) => c.kind === 'schema')
      // an event time may be a column more
      const plain = d.clauses.every((c) => c.kind !== 'meta' && c.kind !== 'time') && (d.from.kind !== 'cdc' || !d.from.events)
      return plain && schema?.kind === 'schema' && schema.source.kind === 'named' ? of(schema.source.name.text) : null
    }
    case 'query':
      return d.clauses.reduce((columns: Columns, c) => behind(columns, c, of), null)
    default:
      return null
  }
}

function behind(columns: Columns, c: ast.Clause, of: (name: string) => Columns): Columns {
  switch (c.kind) {
    case 'from':
      return of(c.relation.text)
    case 'join':
      return null
    case 'extend':
      return columns === null ? null : [...columns, ...c.items.map((i) => i.name.text)]
    case 'select':
    case 'group': {
      const names = c.items.map((item) => (item.kind === 'item' ? (outputName(item)?.text ?? null) : null))
      return names.every((n): n is string => n !== null) ? names : null
    }
    default:
      return columns
  }
}
