// What a file takes from others: from modules that are made in the same call by `import`, from programs that stay text by name.
import type * as ast from '../surface/ast.js'
import { call, options, quoted } from './code.js'

import type { Statement } from './assemble.js'
import { importedPath } from './bindings.js'
import type { BoundFile } from './index.js'
import { Inexpressible, type Binding, type KnownRelation, type Module } from './module.js'

type BindImport = (name: string, binding: Binding, from: { module: string; exported: string } | null) => void
export type Imported = ast.ImportDecl['names'][number]

export const localOf = ({ name, alias }: Imported): string => (alias ?? name).text
const asOption = ({ alias }: Imported): string => options({ as: alias === null ? null : quoted(alias.text) })

/** `<{ region: string | null }>`: what TypeScript cannot find out from here. */
function rowOf(m: Module, known: KnownRelation | null): string {
  if (known === null || known.row === null) return ''
  for (const name of known.row.types) m.use(`type ${name}`)
  return `<${known.row.text}>`
}

export function importCode(
  m: Module,
  d: ast.ImportDecl,
  b: BoundFile,
  all: ReadonlyMap<string, BoundFile>,
  bindImport: BindImport,
): readonly Statement[] {
  const other = all.get(importedPath(m.path, d.from))
  return d.names.flatMap((item): Statement[] => {
    const local = localOf(item)
    const constant = b.imported.get(item)!
    const binding = other?.bindings.get(item.name.text)
    if (other !== undefined && binding === undefined)
      throw new Inexpressible(item.name, `\`${item.name.text}\`, which \`${d.from.value}\` does not declare`)
    if (binding !== undefined) {
      const exported = binding.meaning.kind === 'pipeline' ? 'default' : binding.code
      bindImport(local, { meaning: binding.meaning, code: constant, statement: null }, { module: `${d.from.value}.ts`, exported })
      return []
    }
    const known = b.know(m.path, local)
    if (known === null) throw new Inexpressible(item.name, `\`${item.name.text}\` of \`${d.from.value}\`, a file that stays text`)
    bindImport(local, { meaning: { kind: 'relation', known }, code: constant, statement: item }, null)
    const name = `${m.use(known.kind === 'table' ? 'importTable' : 'importStream')}${rowOf(m, known)}`
    const code = call(name, quoted(item.name.text), quoted(d.from.value), asOption(item))
    return [{ of: item, constant, comments: '', code, needs: new Set() }]
  })
}

export function importPipelineCode(
  m: Module,
  d: ast.ImportPipelineDecl,
  b: BoundFile,
  all: ReadonlyMap<string, BoundFile>,
  bindImport: BindImport,
): readonly Statement[] {
  const path = all.has(importedPath(m.path, d.from)) ? `${d.from.value}.ts` : d.from.value
  const of = call(m.use('importPipeline'), quoted(d.pipeline.text), quoted(path))
  return d.names.map((item): Statement => {
    const constant = b.imported.get(item)!
    const known = b.know(m.path, localOf(item))
    bindImport(localOf(item), { meaning: { kind: 'relation', known }, code: constant, statement: item }, null)
    const code = call(`${of}.stream${rowOf(m, known)}`, quoted(item.name.text), asOption(item))
    return { of: item, constant, comments: '', code, needs: new Set() }
  })
}
