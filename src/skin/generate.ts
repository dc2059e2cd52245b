// One module: its declarations as constants, each behind those that it needs; what belongs to the pipeline hangs on it, at the end.
import { printFile } from '../format/file.js'
import { NO_ORIGIN, originOf } from '../format/origin.js'
import type * as ast from '../surface/ast.js'
import { assembled, type Statement } from './assemble.js'
import { importedPath } from './bindings.js'
import { call, WrongKey, prose, tagged } from './code.js'
import { endOf, headerOf, takenAbove } from './comments.js'
import { named } from './declarations.js'
import { ignoresFor } from './ignores.js'
import { importCode, importPipelineCode, localOf, type Imported } from './imports.js'
import type { BoundFile, SkinInput } from './index.js'
import { Inexpressible, type Binding, type Module, type Unsaid } from './module.js'
import { sink, tap, topic } from './pipelines.js'
import { test } from './tests.js'

export interface Generated {
  /** Not laid out: one statement a line. */
  readonly text: string
  /** What stands in it as text of the language, since the API has no words for it. */
  readonly asText: readonly Unsaid[]
}

type Member = ast.SinkDecl | ast.TapDecl | ast.TopicDecl | ast.TestDecl
const isMember = (d: ast.Declaration): d is Member =>
  d.kind === 'sink' || d.kind === 'tap' || d.kind === 'topic' || d.kind === 'test'

export function generateModule(b: BoundFile, all: ReadonlyMap<string, BoundFile>, input: SkinInput): Generated {
  const unsaid = new Map<object, Unsaid>()
  const constants = new Map(b.constants)
  // what refers to a declaration that stands as text stands as text too
  for (;;) {
    const before = unsaid.size
    const text = written({ ...b, constants }, all, input, unsaid)
    if (unsaid.size === before) return { text, asText: [...unsaid.values()] }
  }
}

type Bound = BoundFile & { readonly constants: Map<object, string> }

function written(b: Bound, all: ReadonlyMap<string, BoundFile>, input: SkinInput, unsaid: Map<object, Unsaid>): string {
  const { declarations } = b.file
  const { text, trivia } = b.source
  const whole = text === null ? NO_ORIGIN : originOf(text, trivia, input.index)
  const ignores = ignoresFor(b.file, whole, (d) => d.kind !== 'import' || !all.has(importedPath(b.file.path, d.from)))
  const others = trivia.comments.filter((c) => !ignores.taken.has(c.start))
  const origin = text === null ? NO_ORIGIN : originOf(text, { ...trivia, comments: others }, input.index)
  const header = headerOf(origin, declarations)
  const ends = new Map(declarations.map((d, i) => [d, endOf(origin, d, declarations[i + 1])]))
  const api = new Set<string>()
  const imports = new Map<string, Set<string>>()
  let needs = new Set<object>()
  const bindings = new Map([...b.bindings].filter(([, x]) => x.statement === null || !unsaid.has(ownerOf(b, x.statement))))
  const m: Module = {
    path: b.file.path,
    origin,
    endOf: (d) => ends.get(d) ?? origin.range(d).end,
    names: b.names,
    ignored: ignores.code,
    bindings,
    use: (name) => {
      api.add(name)
      return name
    },
    refer: (name, kinds) => {
      const binding = bindings.get(name.text)
      if (binding === undefined || !kinds.includes(binding.meaning.kind)) throw unknown(b, name)
      if (binding.statement !== null) needs.add(binding.statement)
      return binding
    },
  }
  const bindImport = (name: string, binding: Binding, from: { module: string; exported: string } | null): void => {
    bindings.set(name, binding)
    if (from === null) return
    const list = imports.get(from.module) ?? new Set()
    imports.set(from.module, list.add(from.exported === binding.code ? binding.code : `${from.exported} as ${binding.code}`))
  }
  const pipeline = declarations.find((d): d is ast.PipelineDecl => d.kind === 'pipeline' && !unsaid.has(d))

  /** Null: it makes no statement of its own. */
  const printed = (d: ast.Declaration): string | readonly Statement[] | null => {
    if (isImport(d)) {
      const made = d.kind === 'import' ? importCode(m, d, b, all, bindImport) : importPipelineCode(m, d, b, all, bindImport)
      return made.map((s) => ({ ...s, code: s.code + ignores.code(d) }))
    }
    if (isMember(d))
      return (
        member(
          m,
          d,
          pipeline,
          declarations.some((x) => x.kind === 'pipeline'),
        ) + ignores.code(d)
      )
    if (d.kind === 'broken' || d.kind === 'for') throw new Inexpressible(d, 'a declaration that could not be read')
    return `${named(m, d)}${d.doc === null ? '' : `.doc(${prose(d.doc)})`}${ignores.code(d)}`
  }
  const asText = (d: ast.Declaration): string => {
    // a copy of a loop stands nowhere as it is; a loop that could not be written out does
    const own = origin.text !== null && (d.kind === 'broken' || b.source.file.declarations.includes(d))
    const { start, end } = origin.range(d)
    const words = own
      ? ignores.lines(d) + origin.text.slice(start, end)
      : printFile({ path: m.path, declarations: [ignores.withAll(d)], ignores: [] }).trimEnd()
    const code = tagged(m.use('flow'), `\n${words}\n`)
    return isMember(d) && pipeline !== undefined ? call('.declare', code) : code
  }

  const statements: Statement[] = []
  const members: Statement[] = []
  let last = 0
  // what is imported is known before anything refers to it
  const inOrder = [...declarations].sort((x, y) => Number(isImport(y)) - Number(isImport(x)))
  for (const d of inOrder) {
    needs = new Set()
    const { start } = origin.range(d)
    const above = takenAbove(origin, Math.min(last, start), start, hasDoc(d) ? d.doc : null)
    let code: ReturnType<typeof printed>
    try {
      code = unsaid.has(d) ? asText(d) : printed(d)
    } catch (e) {
      const { node, what, follows } = inexpressible(e, d)
      unsaid.set(d, { node, what, of: wordsFor(d), follows })
      code = asText(d)
    }
    const end = m.endOf(d)
    const comments = above + takenAbove(origin, start, end, null)
    last = Math.max(last, end)
    const pipelineMember = isMember(d) && pipeline !== undefined
    if (typeof code === 'string') {
      const statement = { of: d, constant: pipelineMember ? null : constantOf(b, d), comments, code, needs }
      ;(pipelineMember ? members : statements).push(statement)
    } else statements.push(...(code ?? []).map((s, i) => (i === 0 ? { ...s, comments } : s)))
    for (const lane of b.lanes)
      if (lane.owner === d && !unsaid.has(d))
        statements.push({ of: lane, constant: b.constants.get(lane)!, comments: '', code: lane.code, needs: new Set([d]) })
  }
  const rest = takenAbove(origin, last, origin.text === null ? last : origin.text.length + 1, null)
  return assembled({ header, rest, api, imports, statements, members, pipeline: pipeline ?? null, wanted: b.wanted })
}

/** Of an import it stands above it as a comment. */
const hasDoc = (d: ast.Declaration): boolean => !isImport(d)

const isImport = (d: ast.Declaration): d is ast.ImportDecl | ast.ImportPipelineDecl =>
  d.kind === 'import' || d.kind === 'import pipeline'
const ownerOf = (b: BoundFile, statement: object): object => b.lanes.find((l) => l === statement)?.owner ?? statement
function constantOf(b: Bound, d: ast.Declaration): string {
  const known = b.constants.get(d) ?? b.names.declare(`${d.kind} text`, '')
  b.constants.set(d, known)
  return known
}

function inexpressible(e: unknown, d: ast.Declaration): Inexpressible {
  if (e instanceof WrongKey) return new Inexpressible(d, `the key \`${e.key}\` in an object: it is there twice, or a number`)
  if (e instanceof Inexpressible) return e
  throw e
}

/** A name that is there and cannot be named has been told of. */
function unknown(b: BoundFile, name: ast.Name): Inexpressible {
  const follows = b.bindings.has(name.text) || [...b.imported.keys()].some((item) => localOf(item as Imported) === name.text)
  return new Inexpressible(name, `\`${name.text}\`, which ${follows ? 'stands as text' : 'is not there'}`, follows)
}

function member(m: Module, d: Member, own: ast.PipelineDecl | undefined, whole: boolean): string {
  if (own === undefined) throw new Inexpressible(d, `\`${d.kind}\` in a file without a pipeline`, whole)
  switch (d.kind) {
    case 'sink':
      return sink(m, d)
    case 'tap':
      return tap(m, d)
    case 'topic':
      return topic(m, d)
    case 'test':
      if (d.pipeline.text !== own.name.text) throw new Inexpressible(d.pipeline, 'a test of the pipeline of another file')
      return test(m, d)
  }
}

/** How a message calls a declaration. */
function wordsFor(d: ast.Declaration): string {
  const word = d.kind === 'source' || d.kind === 'query' ? d.relation : d.kind === 'broken' ? 'a declaration' : d.kind
  return 'name' in d && d.name !== null ? `\`${word} ${d.name.text}\`` : `this \`${word}\``
}
