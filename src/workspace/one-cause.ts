// One message a cause: what a broken text makes wrong elsewhere is not said a second time. A text that could not be read was
// mended by a guess, so what is found in the guess, or what only seems to be missing, waits until the text is mended.
import type { SourceIndex } from '../core/source.js'
import type { Diagnostic } from '../diagnostics/define.js'
import type { FileNode } from '../surface/ast.js'

/** Mistakes of form; not what a later version will read. */
const isSyntax = (d: Diagnostic): boolean => d.severity === 'error' && d.code.startsWith('FLOW1')

/** Of a text behind a mistake on the same line: they tell where the guess ended. */
const GUESSES: ReadonlySet<string> = new Set(['FLOW1001', 'FLOW1002', 'FLOW1004', 'FLOW1005', 'FLOW1007', 'FLOW1028'])
/** Behind a bracket that is never closed nothing is what it seems. */
const UNCLOSED: ReadonlySet<string> = new Set(['FLOW1006', 'FLOW1037', 'FLOW1045'])

/** Something is not there, in a declaration of which a part could not be read. */
const MISSING_HERE: ReadonlySet<string> = new Set([
  'FLOW3020', // a group
  'FLOW3022',
  'FLOW3401', // a schema
  'FLOW3412', // a key
  'FLOW4003', // event time
  'FLOW4004', // idleness
  'FLOW4005', // what late rows do
  'FLOW5008', // the form of a key
])
/** Something is not there, and any declaration may have made it. */
const MISSING_ANYWHERE: ReadonlySet<string> = new Set([
  'FLOW2002', // a relation
  'FLOW2006', // a column
  'FLOW2008', // a connection, catalog, schema
  'FLOW2030', // a param
  'FLOW2047',
  'FLOW2053', // a `for`
  'FLOW2082', // the event time of raw SQL
  'FLOW3011', // a function
  'FLOW3304', // a type
  'FLOW4022', // a column of a union
  'FLOW4070', // rows of a test
  'FLOW4072', // a stand-in
  'FLOW5010', // a DLQ
  'FLOW5016', // a sink
  'FLOW7001', // a column of a relation
  'FLOW7008',
])

/** A name that is nowhere: one mistake, however often it is said. */
const NAMES: ReadonlySet<string> = new Set([
  'FLOW2002',
  'FLOW2006',
  'FLOW2008',
  'FLOW2017',
  'FLOW2019',
  'FLOW2030',
  'FLOW2047',
  'FLOW3011',
  'FLOW3304',
])

/** A name that a `$` could not make: what is said of it elsewhere at the same place follows from that. */
const UNMADE: ReadonlySet<string> = new Set(['FLOW2053', 'FLOW2054'])

/** `files`: all that were read. What is left keeps its order. */
export function oneCauseEach(
  files: readonly FileNode[],
  diagnostics: readonly Diagnostic[],
  index: SourceIndex,
): readonly Diagnostic[] {
  return onceForEachName(withoutFollowUps(files, diagnostics, index), index)
}

/** The first place of a name has the others beside it, and its fixes mend all of them. */
function onceForEachName(diagnostics: readonly Diagnostic[], index: SourceIndex): readonly Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>()
  for (const d of diagnostics) {
    if (d.primary === null || !(NAMES.has(d.code) || d.code === 'FLOW2054')) continue
    // one value of a loop is the cause of all the names that it spoils
    const cause = d.code === 'FLOW2054' ? d.related.map((r) => Object.values(index.range(r.span)).join(':')).join('|') : d.message
    const key = `${d.code}|${index.range(d.primary.span).file}|${cause}`
    groups.set(key, [...(groups.get(key) ?? []), d])
  }
  const merged = new Map<Diagnostic, Diagnostic | null>()
  for (const group of groups.values()) {
    if (group.length < 2) continue
    const inOrder = [...group].sort((a, b) => index.range(a.primary!.span).start - index.range(b.primary!.span).start)
    const [first, ...others] = inOrder
    merged.set(first!, {
      ...first!,
      related: [...first!.related, ...others.slice(0, SHOWN).map((o) => ({ span: o.primary!.span, text: 'and here' }))],
      notes: others.length > SHOWN ? [...first!.notes, `and ${others.length - SHOWN} times more`] : first!.notes,
      fixes: first!.fixes.map((fix) => ({
        ...fix,
        edits: inOrder.flatMap((d) => d.fixes.find((f) => f.title === fix.title)?.edits ?? []),
      })),
    })
    for (const o of others) merged.set(o, null)
  }
  return diagnostics.flatMap((d) => {
    const made = merged.get(d)
    return made === undefined ? [d] : made === null ? [] : [made]
  })
}

/** Further places that are shown with the first. */
const SHOWN = 4

function withoutFollowUps(
  files: readonly FileNode[],
  diagnostics: readonly Diagnostic[],
  index: SourceIndex,
): readonly Diagnostic[] {
  const syntax = diagnostics.filter((d) => isSyntax(d) && d.primary !== null && d.code !== 'FLOW1900')
  // `sink kafka from r`: read as a table of a catalog `kafka`, and so are its properties
  const noCatalog = new Set(diagnostics.flatMap((d) => (d.code === 'FLOW2008' ? [d.primary?.span.declaration] : [])))
  /** By file and line, by file, by declaration: where the first of them begins. */
  const onLine = new Map<string, number>()
  const inFile = new Map<string, number>()
  const unclosed = new Map<string, number>()
  const note = (map: Map<string, number>, key: string, offset: number): void => {
    map.set(key, Math.min(map.get(key) ?? Infinity, offset))
  }
  const dirty = new Set(files.flatMap((f) => f.declarations.flatMap((d) => (d.incomplete || d.kind === 'broken' ? [d.id] : []))))
  for (const d of syntax) {
    const { declaration } = d.primary!.span
    const { file, start } = index.locate(d.primary!.span)
    dirty.add(declaration)
    note(onLine, `${file}:${start.line}`, start.offset)
    if (d.code !== 'FLOW1007') note(inFile, file, start.offset)
    if (UNCLOSED.has(d.code)) note(unclosed, declaration, start.offset)
  }
  const place = (d: Diagnostic): string => Object.values(index.range(d.primary!.span)).join(':')
  const unmade = new Set(diagnostics.flatMap((d) => (UNMADE.has(d.code) && d.primary !== null ? [place(d)] : [])))
  const noLock = diagnostics.some((d) => d.code === 'FLOW0207')
  const isFollowUp = (d: Diagnostic): boolean => {
    if (d.severity !== 'error' || d.primary === null) return false
    if (noLock && d.code === 'FLOW3402') return true
    if (unmade.size > 0 && !UNMADE.has(d.code) && unmade.has(place(d))) return true
    const at = index.locate(d.primary.span)
    const { offset } = at.start
    const line = onLine.get(`${at.file}:${at.start.line}`)
    if (isSyntax(d)) {
      // a bracket that closes nothing: its other half was in a text that could not be read
      if (d.code === 'FLOW1007' && inFile.get(at.file)! < offset) return true
      return GUESSES.has(d.code) && (line! < offset || unclosed.get(d.primary.span.declaration)! < offset)
    }
    if (d.code === 'FLOW5013' && noCatalog.has(d.primary.span.declaration)) return true
    if (syntax.length === 0) return false
    if (line !== undefined) return true
    const meant = d.help?.startsWith('did you mean') === true
    if (MISSING_ANYWHERE.has(d.code)) return !meant
    return MISSING_HERE.has(d.code) && [d.primary, ...d.related].some((label) => dirty.has(label.span.declaration))
  }
  return diagnostics.filter((d) => !isFollowUp(d))
}
