// The text of a module from its statements: imports, constants in an order in which each is there before it is used, the pipeline.
import type * as ast from '../surface/ast.js'

/** A constant, or a part of the pipeline. */
export interface Statement {
  readonly of: object
  /** Null: a part of the pipeline. */
  readonly constant: string | null
  readonly comments: string
  readonly code: string
  readonly needs: ReadonlySet<object>
}

export interface Parts {
  readonly header: string
  readonly rest: string
  /** What the module imports from `flowc`. */
  readonly api: ReadonlySet<string>
  /** By module: `customers`, `customers as known`. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>
  readonly statements: readonly Statement[]
  readonly members: readonly Statement[]
  readonly pipeline: ast.PipelineDecl | null
  /** Declarations that other modules import. */
  readonly wanted: ReadonlySet<object>
}

export function assembled(parts: Parts): string {
  const { header, rest, api, imports, members, pipeline, wanted } = parts
  const whole = parts.statements.map((s) => (s.of === pipeline ? withMembers(s, members) : s))
  const statements = ordered(whole)
  const reached = reach(statements, pipeline)
  const lines = [
    importLine([...api], 'flowc'),
    ...[...imports].sort(([a], [b]) => compare(a, b)).map(([module, names]) => importLine([...names], module)),
  ]
  const blocks = statements.map((s): Block => {
    if (s.of === pipeline) return { short: false, text: `${s.comments}export default ${s.code}` }
    const exported = pipeline === null || !reached.has(s.of) || wanted.has(s.of)
    return { short: isShort(s), text: `${s.comments}${exported ? 'export ' : ''}const ${s.constant} = ${s.code}` }
  })
  const body = blocks.map((b, i) => `${i > 0 && !(b.short && blocks[i - 1]!.short) ? '\n' : ''}${b.text}\n`).join('')
  return `${header === '' ? '' : `${header}\n`}${lines.join('')}\n${body}${rest === '' ? '' : `\n${rest}`}`
}

interface Block {
  readonly short: boolean
  readonly text: string
}

/** A line a constant: no blank line between two of them. */
const isShort = (s: Statement): boolean => {
  const { kind } = s.of as { readonly kind?: string }
  return s.comments === '' && (kind === 'param' || kind === 'type') && !s.code.includes('.doc(')
}

function withMembers(s: Statement, members: readonly Statement[]): Statement {
  const code = members.map((x) => `${x.comments === '' ? '' : `\n${x.comments}`}${x.code}`).join('')
  return { ...s, code: s.code + code, needs: new Set([...s.needs, ...members.flatMap((x) => [...x.needs])]) }
}

/** Each behind those that it needs, otherwise as they were. */
function ordered(statements: readonly Statement[]): readonly Statement[] {
  const by = new Map(statements.map((s) => [s.of, s]))
  const done = new Set<object>()
  const out: Statement[] = []
  const visit = (s: Statement): void => {
    if (done.has(s.of)) return
    done.add(s.of)
    // in the order of the file, not of their first use
    for (const other of statements) if (s.needs.has(other.of)) visit(by.get(other.of)!)
    out.push(s)
  }
  for (const s of statements) visit(s)
  return out
}

/** What the pipeline needs, and what that needs. */
function reach(statements: readonly Statement[], pipeline: object | null): ReadonlySet<object> {
  const by = new Map(statements.map((s) => [s.of, s]))
  const reached = new Set<object>()
  const visit = (of: object): void => {
    if (reached.has(of)) return
    reached.add(of)
    by.get(of)?.needs.forEach(visit)
  }
  if (pipeline !== null) visit(pipeline)
  return reached
}

const bare = (name: string): string => name.replace(/^type /, '').toLowerCase()

/** Case does not count, as editors sort. */
function compare(a: string, b: string): number {
  const [x, y] = [bare(a), bare(b)]
  return x < y ? -1 : x > y ? 1 : a < b ? -1 : 1
}

const importLine = (names: readonly string[], from: string): string =>
  names.length === 0 ? '' : `import { ${[...names].sort(compare).join(', ')} } from '${from}'\n`
