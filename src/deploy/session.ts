// A pipeline's statements in a gateway session, one by one as the compiler has them; refusals come back with the line of
// the program and, where a class or factory is missing, with the jar that holds it.
import type { FlinkProgram, SqlCreateView, SqlOptions, SqlStatement } from '../codegen/artifact.js'
import { escapeFor } from '../codegen/flink/kafka-client.js'
import { printStatement } from '../codegen/flink/printer.js'
import { quoteName } from '../codegen/flink/quote.js'
import { TARGETS } from '../codegen/flink/target.js'
import type { MarkedSql } from '../codegen/flink/writer.js'
import { bug } from '../core/bug.js'
import type { Span } from '../core/span.js'
import { deploy } from '../diagnostics/codes/deploy.js'
import { interop } from '../diagnostics/codes/interop.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import type { TargetName } from '../ir/plan.js'
import { addressOf, systemName, type Endpoint } from './endpoint.js'
import { DeployFailure, httpDiagnostic, oneLine } from './failure.js'
import { openSession, type GatewayFailure, type Session, type StatementResult } from './gateway.js'
import { originOf } from './places.js'
import type { References } from './references.js'
import type { JavaCause } from './stack-trace.js'

export interface SqlSession {
  /** Tables and views, in their order. */
  define(program: FlinkProgram): Promise<void>
  /** Lets the planner look at the statement set: connectors, formats and catalogs are looked up. */
  explain(program: FlinkProgram): Promise<void>
  compile(program: FlinkProgram, path: string): Promise<void>
  /** Both give the id of the job. */
  executePlan(program: FlinkProgram, path: string): Promise<string>
  executeText(program: FlinkProgram): Promise<string>
  close(): Promise<void>
}

export interface SessionOptions {
  readonly endpoint: Endpoint
  readonly target: TargetName
  readonly references: References
  /** Settings beside those of the program: a savepoint to start from. */
  readonly properties: Readonly<Record<string, string>>
  readonly say: (text: string) => void
  readonly timeoutMillis?: number
}

const TIMEOUT = 120_000
const SECRET = /password|secret|token|credential|jaas|keystore\.key|user-info/i

export async function sqlSession(program: FlinkProgram, options: SessionOptions): Promise<SqlSession> {
  const { endpoint, references, say } = options
  const properties = Object.fromEntries(program.statements.flatMap((s) => (s.kind === 'set' ? [[s.key, s.value]] : [])))
  const opened = await openSession(addressOf(endpoint), { ...properties, ...options.properties })
  if (!opened.ok) throw failure(options, 'session', opened.failure, null)
  const session: Session = opened.value

  const run = async (what: string, sql: MarkedSql, origin: Span): Promise<StatementResult> => {
    endpoint.signal?.throwIfAborted()
    const result = await session.execute(sql.sql, { timeoutMillis: options.timeoutMillis ?? TIMEOUT })
    if (result.ok) return result.value
    throw failure(options, what, result.failure, { sql, origin })
  }
  /** A declared event time that is an ordinary timestamp on Flink: windows behind it would be refused in other words, or not at all. */
  const checkRowtime = async (view: SqlCreateView, { column, type }: NonNullable<SqlCreateView['rowtime']>): Promise<void> => {
    const { rows } = await run(nameOf(view), { sql: `DESCRIBE ${quoteName(view.name)}`, marks: [] }, view.origin)
    const found = String(rows.find((r) => r.fields[0] === column)?.fields[1] ?? '')
    if (found === `${type} *ROWTIME*`) return
    throw new DeployFailure([
      diagnostic(interop.sqlRowtime, view.origin, { name: view.name, column, type, found: found.replace(' *ROWTIME*', '') }),
    ])
  }
  const set = (prefix: string): { readonly sql: MarkedSql; readonly origin: Span } => {
    const statement = program.statements.find((s) => s.kind === 'statement set') ?? bug('a program without a statement set')
    return { sql: prefixed(printStatement(statement)!, 'EXECUTE ', prefix), origin: statement.origin }
  }
  const jobOf = (result: StatementResult): string => {
    const id = result.jobId ?? result.rows[0]?.fields[0]
    return typeof id === 'string' ? id : bug('the gateway started a job and does not say which')
  }
  return {
    async define() {
      for (const statement of program.statements) {
        if (statement.kind === 'set' || statement.kind === 'statement set') continue
        const printed = printStatement(resolved(statement, references))
        if (printed === null) continue
        say(`${nameOf(statement)}`)
        await run(nameOf(statement), printed, statement.origin)
        if (statement.kind === 'create view' && statement.rowtime !== undefined) await checkRowtime(statement, statement.rowtime)
      }
    },
    async explain() {
      const { sql, origin } = set('EXPLAIN ')
      await run('statement set', sql, origin)
    },
    async compile(_, path) {
      const { sql, origin } = set(`COMPILE PLAN ${quoted(path)} FOR `)
      await run('statement set', sql, origin)
    },
    executePlan: async (_, path) =>
      jobOf(await run('compiled plan', { sql: `EXECUTE PLAN ${quoted(path)}`, marks: [] }, set('').origin)),
    async executeText() {
      const { sql, origin } = set('EXECUTE ')
      return jobOf(await run('statement set', sql, origin))
    },
    close: () => session.close(),
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The same statement behind another verb; its marks move along. */
function prefixed({ sql, marks }: MarkedSql, old: string, prefix: string): MarkedSql {
  const shift = prefix.length - old.length
  return {
    sql: prefix + sql.slice(old.length),
    marks: marks.map((m) => ({ ...m, start: Math.max(0, m.start + shift), end: m.end + shift })),
  }
}

function resolved(statement: SqlStatement, references: References): SqlStatement {
  if (statement.kind === 'create function' && statement.jar !== null)
    return { ...statement, jar: references.inText(statement.jar, `jar of ${statement.name}`) }
  if (statement.kind !== 'create table' && statement.kind !== 'create catalog') return statement
  const name = statement.kind === 'create table' ? statement.name.join('.') : statement.name
  const options: SqlOptions = statement.options.map((o) => ({
    ...o,
    value: references.inText(o.value, `${name}.${o.name}`, { secret: SECRET.test(o.name), escape: escapeFor(o.name) }),
  }))
  return { ...statement, options }
}

/** Resolves everything once, so that all that is missing is known before a session is opened. */
export function resolveAll(program: FlinkProgram, references: References): void {
  for (const statement of program.statements) resolved(statement, references)
}

function nameOf(statement: SqlStatement): string {
  switch (statement.kind) {
    case 'create table':
      return `table \`${statement.name.join('.')}\``
    case 'create view':
      return `view \`${statement.name}\``
    case 'create catalog':
      return `catalog \`${statement.name}\``
    case 'create function':
      return `function \`${statement.name}\``
    case 'create database':
      return `database \`${statement.catalog}.${statement.name}\``
    case 'set':
      return `setting \`${statement.key}\``
    case 'statement set':
      return 'statement set'
  }
}

function failure(
  { endpoint, target, timeoutMillis = TIMEOUT }: SessionOptions,
  what: string,
  f: GatewayFailure,
  at: { readonly sql: MarkedSql; readonly origin: Span } | null,
): DeployFailure {
  const name = systemName(endpoint)
  switch (f.kind) {
    case 'unreachable':
      return new DeployFailure([httpDiagnostic(name, f.problem, `run the ${what}`, timeoutMillis)])
    case 'timeout':
      return new DeployFailure([
        diagnostic(deploy.timeout, null, { system: name.system, url: name.url, seconds: f.afterMillis / 1000 }),
      ])
    case 'refused': {
      const { problem } = f
      const origin = at === null ? null : (originOf(at.sql.sql, at.sql.marks, problem.at) ?? at.origin)
      const missing = missingJars(problem.causes, target, origin)
      if (missing !== null) return new DeployFailure([missing])
      const reason = oneLine(withoutPlace(problem.message.replaceAll('\n', ' ')), 500)
      return new DeployFailure([diagnostic(deploy.statementRefused, origin, { statement: what, reason })])
    }
  }
}

/** The position is in a text that nobody sees: the place of the diagnostic says it. */
const withoutPlace = (message: string): string =>
  message
    .replace(/^(?:SQL validation failed\. )?[Ff]rom line \d+, column \d+ to line \d+, column \d+: /, '')
    .replace(/ at line \d+, column \d+\.?$/, '')

const FACTORY = /Could not find any factory for identifier '([^']+)' that implements '(?:[\w.]*\.)?(\w+)'/
const CLASS = /(?:NoClassDefFoundError|ClassNotFoundException)(?::\s*|$)([\w./$]*)/

const KINDS: Readonly<Record<string, string>> = {
  DynamicTableFactory: 'connector',
  DynamicTableSourceFactory: 'connector',
  DynamicTableSinkFactory: 'connector',
  CatalogFactory: 'catalog',
  DeserializationFormatFactory: 'format',
  SerializationFormatFactory: 'format',
  DecodingFormatFactory: 'format',
  EncodingFormatFactory: 'format',
}

/** A missing factory or class in any of the causes, as the jars of the target that hold it; null where none is missing. */
export function missingJars(causes: readonly JavaCause[], targetName: TargetName, at: Span | null): Diagnostic | null {
  const { jars } = TARGETS[targetName]
  const of = (list: readonly { readonly artifact: string }[]): readonly string[] => list.map((j) => j.artifact)
  for (const cause of causes) {
    const factory = FACTORY.exec(cause.message)
    if (factory !== null) {
      const [, identifier, type] = factory as unknown as [string, string, string]
      const known: Readonly<Record<string, readonly string[]>> = {
        kafka: of(jars.kafka),
        'upsert-kafka': of(jars.kafka),
        'avro-confluent': of(jars.avroConfluent),
        avro: of(jars.avro),
        iceberg: of(jars.iceberg),
      }
      const found = known[identifier]
      if (found !== undefined)
        return diagnostic(deploy.jarMissing, at, { factory: `${KINDS[type] ?? 'factory'} \`${identifier}\``, jars: found })
    }
    const named = CLASS.exec(`${cause.type.split('.').at(-1)}: ${cause.message}`)
    const name = named?.[1]?.replaceAll('/', '.') ?? ''
    const list = name.startsWith('org.apache.hadoop')
      ? of(jars.iceberg).filter((j) => j.includes('hadoop'))
      : name.startsWith('org.apache.iceberg')
        ? of(jars.iceberg)
        : /^org\.apache\.(flink\.connector\.kafka|flink\.kafka|kafka)/.test(name)
          ? of(jars.kafka)
          : /^org\.apache\.(flink\.avro|flink\.formats\.avro\.registry)|^io\.confluent/.test(name)
            ? of(jars.avroConfluent)
            : []
    if (list.length > 0) return diagnostic(deploy.jarMissing, at, { factory: `class \`${name}\``, jars: list })
  }
  return null
}
