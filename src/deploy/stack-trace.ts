// The useful sentence in a Java stack trace: Flink's services answer errors with the whole trace as text.

export interface JavaCause {
  readonly type: string
  readonly message: string
}

export interface FlinkProblem {
  /** Message of the root cause, without the list of all tokens that a parser would have liked. */
  readonly message: string
  readonly type: string
  /** Place in the SQL text, from 1, where the planner says it. */
  readonly at: { readonly line: number; readonly column: number; readonly endLine: number; readonly endColumn: number } | null
  /** Outermost first. */
  readonly causes: readonly JavaCause[]
}

const HEAD = /^(?:Caused by: )?((?:[a-z_][\w$]*\.)+[A-Z][\w$]*)(?:: ([\s\S]*))?$/
const NOISE = /^\s*(?:at |\.\.\. \d+ (?:more|common frames))/

/** Cuts a trace into its causes; a message may go on over several lines. */
export function causesOf(trace: string): readonly JavaCause[] {
  const causes: { type: string; lines: string[] }[] = []
  for (const line of trace.split('\n')) {
    if (line.startsWith('<Exception on server side') || line.startsWith('End of exception on server side') || NOISE.test(line))
      continue
    const head = HEAD.exec(line)
    if (head !== null) causes.push({ type: head[1]!, lines: [head[2] ?? ''] })
    else causes.at(-1)?.lines.push(line)
  }
  return causes.map(({ type, lines }) => ({ type, message: lines.join('\n').trimEnd() }))
}

const RANGE = /[Ff]rom line (\d+), column (\d+) to line (\d+), column (\d+)/
const POINT = /[Aa]t line (\d+), column (\d+)/

function placeIn(causes: readonly JavaCause[]): FlinkProblem['at'] {
  for (const { message } of causes) {
    const range = RANGE.exec(message)
    if (range !== null) {
      const [line, column, endLine, endColumn] = range.slice(1).map(Number) as [number, number, number, number]
      return { line, column, endLine, endColumn }
    }
    const point = POINT.exec(message)
    if (point !== null) {
      const [line, column] = point.slice(1).map(Number) as [number, number]
      return { line, column, endLine: line, endColumn: column }
    }
  }
  return null
}

export function problemOf(trace: string): FlinkProblem {
  const causes = causesOf(trace)
  const root = causes.findLast((c) => c.message !== '') ?? causes.at(-1) ?? { type: '', message: trace.trim() }
  return { message: root.message.split('\nWas expecting')[0]!.trim(), type: root.type, at: placeIn(causes), causes }
}
