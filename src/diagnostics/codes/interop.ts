// FLOW207x to FLOW209x: what comes from outside of a program: outputs of other pipelines, raw SQL, functions of Java.
import { define } from '../define.js'

export const interop = {
  pipelineCycle: define<{ path: string; from: string }>(
    'FLOW2070',
    'pipeline-cycle',
    'error',
    (p) =>
      p.path === p.from
        ? `a pipeline reads its own output`
        : `pipelines read from each other: \`${p.path}\` reads from \`${p.from}\` as well`,
    (p) => (p.path === p.from ? 'read the relation itself' : 'move what both need to a pipeline of its own'),
  ),
  noSuchPipeline: define<{ pipeline: string; path: string; found: string | null }>(
    'FLOW2071',
    'no-such-pipeline',
    'error',
    (p) =>
      p.found === null
        ? `\`${p.path}\` is a library: no pipeline writes what stands there`
        : `the pipeline of \`${p.path}\` is called \`${p.found}\`, not \`${p.pipeline}\``,
    (p) => (p.found === null ? 'its relations are imported with `import { … } from`' : undefined),
  ),
  noOutput: define<{ relation: string; pipeline: string; exists: boolean; outputs: readonly string[] }>(
    'FLOW2072',
    'no-output',
    'error',
    (p) =>
      p.exists
        ? `pipeline \`${p.pipeline}\` writes \`${p.relation}\` nowhere`
        : `pipeline \`${p.pipeline}\` has no relation \`${p.relation}\``,
    (p) => (p.outputs.length === 0 ? undefined : `its outputs are ${[...p.outputs].map((o) => `\`${o}\``).join(', ')}`),
  ),
  sqlInput: define<{ name: string; declared: string }>(
    'FLOW2080',
    'sql-input',
    'error',
    (p) => `raw SQL sees \`${p.name}\` under the name that it has where it is declared, \`${p.declared}\``,
    (p) => `import it as it is called, or give it a name here: \`let ${p.name} = from …\``,
  ),
  sqlText: define<{ reason: string }>('FLOW2081', 'sql-text', 'error', (p) => `this SQL cannot be a relation: ${p.reason}`),
  sqlResult: define<{ what: string; reason: string }>(
    'FLOW2082',
    'sql-result',
    'error',
    (p) => `${p.what} cannot be: ${p.reason}`,
  ),
  sqlNotGiven: define<{ name: string }>(
    'FLOW4070',
    'sql-not-given',
    'error',
    (p) => `this depends on \`${p.name}\`, which is raw SQL: a test has its rows only where it gives them`,
    (p) => `say \`given ${p.name}\` with the rows that the SQL would give`,
  ),
  sqlLocally: define<{ names: readonly string[] }>(
    'FLOW4071',
    'sql-locally',
    'error',
    (p) =>
      `${p.names.map((n) => `\`${n}\``).join(', ')} ${p.names.length === 1 ? 'is' : 'are'} raw SQL, which only a Flink can run`,
    () => '`flowc submit` runs the pipeline; `flowc test` runs the rest of it with rows for the SQL that a test gives',
  ),
  sqlRowtime: define<{ name: string; column: string; type: string; found: string }>(
    'FLOW2083',
    'sql-rowtime',
    'error',
    (p) =>
      p.found === p.type
        ? `\`${p.column}\` of \`${p.name}\` is declared as its event time, and Flink has no watermark for it`
        : `\`${p.column}\` of \`${p.name}\` is declared as an event time of ${p.type}, and is ${p.found} on Flink`,
    (p) =>
      p.found === p.type
        ? 'hand on the event time of an input as it is: computing with it makes an ordinary timestamp'
        : undefined,
  ),
  javaFunction: define<{ name: string; reason: string }>(
    'FLOW2090',
    'java-function',
    'error',
    (p) => `\`fn ${p.name}\` cannot be: ${p.reason}`,
  ),
  javaLocally: define<{ names: readonly string[] }>(
    'FLOW4072',
    'java-locally',
    'error',
    (p) =>
      `rows come to ${p.names.map((n) => `\`${n}\``).join(', ')}, ${p.names.length === 1 ? 'a function' : 'functions'} of Java for which nothing stands here`,
    () => 'in its block, `locally EXPR` says what it gives where there is no Flink',
  ),
}
