// Checking of large programs: cold and warm, twice ten times the statements, and one edit in an open project.
import { SourceIndex } from '../src/core/source.js'
import type { Host } from '../src/workspace/host.js'
import { compile } from '../src/workspace/compile.js'
import { Session } from '../src/workspace/session.js'

const HEAD = `pipeline big {
  owner 'bench'
  dlq 'bench.big.dlq'
}

catalog lake iceberg {
  uri 'http://localhost:8181'
  warehouse 's3://bench/'
}

schema event {
  order_id bigint not null,
  amount decimal(10, 2),
  region string,
  ts timestamp(3) not null
}

`

/** Ten statements a group: one source, six queries, three sinks. */
const group = (k: number): string => `stream r${k} from kafka 'bench.event.made${k}.v1' {
  schema event
  format json
  start earliest
  time ts late by 5 seconds, idle after 1 minute
}

/// Rows that can be right.
stream a${k} =
  from r${k}
  where amount > 0 else dlq 'not_positive'
  select order_id, amount, region, ts

stream b${k} =
  from a${k}
  extend twice = amount * 2, size = case when amount > 5 then 'large' else 'small' end

stream c${k} =
  from b${k}
  window tumble 5 minutes late count
  group by region
  select region, window_start, window_end, sum(amount) as total, count(*) as n

stream d${k} =
  from b${k}
  where region in ('eu', 'us')
  select order_id, twice, size, ts

stream e${k} =
  from d${k}
  where twice > 100

stream f${k} =
  from d${k}
  where twice <= 100

sink lake.bench.c${k} from c${k} append {
}

sink lake.bench.e${k} from e${k} append {
}

sink lake.bench.f${k} from f${k} append {
}

`

export const programOf = (statements: number): string =>
  HEAD + Array.from({ length: Math.ceil(statements / 10) }, (_, k) => group(k)).join('')

export function compileText(text: string, session?: Session): number {
  const host: Host = {
    readText: (path) => (path === 'big.flow' ? { kind: 'text', text } : { kind: 'missing' }),
    list: () => [],
  }
  const begin = performance.now()
  const { programs, diagnostics } = compile({
    host,
    files: ['big.flow'],
    target: 'flink-2.2',
    index: new SourceIndex(),
    before: [],
    ...(session === undefined ? {} : { session }),
  })
  const taken = performance.now() - begin
  if (programs.length !== 1) throw new Error(`the program of the benchmark has a mistake: ${diagnostics[0]?.message}`)
  return taken
}

/** One letter of a condition in the middle, there and back, in a project that is open. Milliseconds each. */
export function edits(statements: number, rounds: number): number[] {
  const text = programOf(statements)
  const at = text.indexOf('where twice > 100', text.length / 2) + 'where twice > '.length
  const edited = `${text.slice(0, at)}2${text.slice(at + 1)}`
  const session = new Session()
  compileText(text, session)
  compileText(edited, session)
  return Array.from({ length: rounds }, (_, i) => compileText(i % 2 === 0 ? text : edited, session))
}
