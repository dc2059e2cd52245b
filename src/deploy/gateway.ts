// SQL Gateway over its REST API: a session, statements one by one, all pages of a result. What Flink refuses comes back as data.
import { httpJson, pause, urlOf, type Address, type HttpProblem } from './http.js'
import { problemOf, type FlinkProblem } from './stack-trace.js'

export type GatewayRowKind = 'INSERT' | 'UPDATE_BEFORE' | 'UPDATE_AFTER' | 'DELETE'

export interface GatewayRow {
  readonly kind: GatewayRowKind
  readonly fields: readonly unknown[]
}

export interface GatewayColumn {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
}

export type GatewayFailure =
  /** The statement was refused or its job failed: Flink's own words. */
  | { readonly kind: 'refused'; readonly statement: string; readonly problem: FlinkProblem }
  | { readonly kind: 'unreachable'; readonly problem: HttpProblem }
  /** Still going on; the operation was cancelled. */
  | { readonly kind: 'timeout'; readonly statement: string; readonly afterMillis: number; readonly rows: number }

export type GatewayResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: GatewayFailure }

export interface StatementResult {
  readonly columns: readonly GatewayColumn[]
  readonly rows: readonly GatewayRow[]
  /** Job that an INSERT or a statement set started. */
  readonly jobId: string | null
}

export interface ExecuteOptions {
  readonly timeoutMillis?: number
  readonly config?: Readonly<Record<string, string>>
}

export interface Session {
  execute(statement: string, options?: ExecuteOptions): Promise<GatewayResult<StatementResult>>
  close(): Promise<void>
}

interface ResultPage {
  readonly resultType: 'NOT_READY' | 'PAYLOAD' | 'EOS'
  readonly jobID?: string | null
  readonly nextResultUri?: string | null
  readonly results?: {
    readonly columns: readonly {
      readonly name: string
      readonly logicalType: { readonly type: string; readonly nullable: boolean }
    }[]
    readonly data: readonly GatewayRow[]
  }
}

const DEFAULT_TIMEOUT = 120_000
const SESSION_TIMEOUT = 20_000

const errorsOf = (body: string): string => {
  try {
    const parsed: unknown = JSON.parse(body)
    const errors = typeof parsed === 'object' && parsed !== null && 'errors' in parsed ? parsed.errors : null
    if (Array.isArray(errors)) return String(errors.at(-1))
  } catch {
    // not the gateway's form: the text says what there is
  }
  return body
}

const failed = <T>(failure: GatewayFailure): GatewayResult<T> => ({ ok: false, failure })

/** A session whose settings (`properties`) hold for all its statements. */
export async function openSession(
  base: Address,
  properties: Readonly<Record<string, string>> = {},
): Promise<GatewayResult<Session>> {
  const root = `${urlOf(base)}/v1/sessions`
  const opened = await httpJson<{ sessionHandle: string }>({
    method: 'POST',
    url: root,
    body: { properties },
    address: base,
    timeoutMillis: SESSION_TIMEOUT,
  })
  if (!opened.ok) return failed({ kind: 'unreachable', problem: opened.problem })
  const url = `${root}/${opened.value.sessionHandle}`
  return {
    ok: true,
    value: {
      execute: (statement, options) => execute(base, url, statement, options ?? {}),
      close: async () => {
        await httpJson({ method: 'DELETE', url, address: base, timeoutMillis: SESSION_TIMEOUT })
      },
    },
  }
}

async function execute(
  address: Address,
  session: string,
  statement: string,
  options: ExecuteOptions,
): Promise<GatewayResult<StatementResult>> {
  const answer = (problem: HttpProblem): GatewayResult<StatementResult> =>
    problem.kind === 'status' && problem.status !== null && problem.status !== 404
      ? failed({ kind: 'refused', statement, problem: problemOf(errorsOf(problem.body)) })
      : failed({ kind: 'unreachable', problem })
  const started = await httpJson<{ operationHandle: string }>({
    method: 'POST',
    url: `${session}/statements`,
    body: { statement, executionConfig: options.config ?? {} },
    address,
  })
  if (!started.ok) return answer(started.problem)
  const operation = `${session}/operations/${started.value.operationHandle}`
  const limit = options.timeoutMillis ?? DEFAULT_TIMEOUT
  const deadline = Date.now() + limit
  let url = `${operation}/result/0?rowFormat=JSON`
  let columns: GatewayColumn[] = []
  let jobId: string | null = null
  const rows: GatewayRow[] = []
  for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
    const page = await httpJson<ResultPage>({ method: 'GET', url, address })
    if (!page.ok) return answer(page.problem)
    const { resultType, results, nextResultUri, jobID } = page.value
    jobId = jobID ?? jobId
    if (resultType !== 'NOT_READY' && results !== undefined) {
      columns = results.columns.map((c) => ({ name: c.name, type: c.logicalType.type, nullable: c.logicalType.nullable }))
      rows.push(...results.data)
      if (resultType === 'EOS' || nextResultUri === undefined || nextResultUri === null) break
      url = new URL(nextResultUri, session).href
      if (results.data.length > 0) {
        wait = 2
        continue
      }
    }
    if (Date.now() > deadline) {
      await httpJson({ method: 'POST', url: `${operation}/cancel`, address })
      return failed({ kind: 'timeout', statement, afterMillis: limit, rows: rows.length })
    }
    await pause(wait)
  }
  await httpJson({ method: 'DELETE', url: `${operation}/close`, address })
  return { ok: true, value: { columns, rows, jobId } }
}

/** Name and version that a gateway gives itself. */
export const gatewayInfo = (base: Address, timeoutMillis = 10_000) =>
  httpJson<{ readonly productName?: string; readonly version?: string }>({
    method: 'GET',
    url: `${urlOf(base)}/v1/info`,
    timeoutMillis,
    address: base,
  })

/** True when a gateway answers at this address. */
export async function gatewayAnswers(base: Address): Promise<boolean> {
  const info = await gatewayInfo(base, 2000)
  return info.ok && info.value.productName === 'Apache Flink'
}
