// The steps of a test as a program of their own: it imports the pipeline and has one `test` block. It is never on the disk.
import { DECLARATION, declarationOf, type Declared } from '../api/brands.js'
import { base, recordOf } from '../api/declared.js'
import { nameNode, plainTextNode, spanAt } from '../api/nodes.js'
import type { STEPS, Steps } from '../api/pipelines/test-steps.js'
import { programOf } from '../api/program.js'
import type { Mark } from '../api/site.js'
import type { ImportDecl, Name, TestDecl, TestStep } from '../surface/ast.js'
import type { ProgramData } from '../surface/program-data.js'
import { importedName } from './names.js'

type Made = Steps[typeof STEPS]

/** Beside the file that calls: what steps say of files is found from there. */
export const testPath = (folder: string): string => `${folder === '' ? '' : `${folder}/`}(test)`

export function testProgram(path: string, flow: string, pipeline: string, made: Made, mark: Mark | null): ProgramData {
  const span = spanAt(mark)
  const nowhere = spanAt(null)
  const names = [pipeline, ...made.refs.flatMap(paramName)].map((name) => ({ name: nameNode(name, nowhere), alias: null }))
  const imported: ImportDecl = {
    ...base(nowhere),
    kind: 'import',
    names,
    from: plainTextNode(pathBetween(path, flow), nowhere),
  }
  const test: TestDecl = {
    ...base(span),
    kind: 'test',
    title: plainTextNode('runFlow', span),
    pipeline: nameNode(pipeline, span),
    steps: withDeclaredNames(made),
  }
  const declared = (node: ImportDecl | TestDecl): Declared => ({ [DECLARATION]: recordOf(node, []) })
  return programOf({ imported: declared(imported), test: declared(test) })
}

/** Params stand for durations in steps; relations are those of the pipeline, whoever imports them. */
function paramName(ref: Declared): readonly string[] {
  const { node } = ref[DECLARATION]
  return node.kind === 'param' ? [node.name.text] : []
}

/** `test/(test)` + `flows/orders.flow` → `../flows/orders.flow` */
function pathBetween(file: string, path: string): string {
  const from = file.split('/').slice(0, -1)
  const to = path.split('/')
  let same = 0
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++
  return [...from.slice(same).map(() => '..'), ...(same === from.length ? ['.'] : []), ...to.slice(same)].join('/')
}

/** A relation that the flow has imported under another name is in the plan under its own. */
function withDeclaredNames({ steps, refs }: Made): readonly TestStep[] {
  const own = new Map(refs.flatMap((ref) => importedName(declarationOf(ref)!)))
  if (own.size === 0) return steps
  const named = (name: Name): Name => ({ ...name, text: own.get(name.text) ?? name.text })
  return steps.map((step): TestStep => {
    if ('relation' in step) return { ...step, relation: named(step.relation) }
    if (step.kind !== 'given') return step
    const relations = step.relations.map(named)
    const from = step.rows.kind === 'table' ? step.rows.columns.findIndex((c) => c.name === '@from') : -1
    if (step.rows.kind === 'file' || from < 0) return { ...step, relations }
    const rows = step.rows.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, i) =>
        i === from && cell?.kind === 'word' ? { ...cell, text: own.get(cell.text) ?? cell.text } : cell,
      ),
    }))
    return { ...step, relations, rows: { ...step.rows, rows } }
  })
}
