// FLOW704x: tests in TypeScript, by `flowc/testing`. What is wrong with a flow or with the steps of a test has its usual code.
import { define } from '../define.js'

export const flowTests = {
  notFlow: define<{ got: string }>(
    'FLOW7040',
    'not-a-flow',
    'error',
    (p) => `\`runFlow\` takes a pipeline, a text of \`flow\`, or the path of a file; this is ${p.got}`,
    () => "export the pipeline and give it: `runFlow(orders, (test) => …)`; or `runFlow('./orders.flow', (test) => …)`",
  ),
  noRelation: define<{ name: string; pipeline: string }>(
    'FLOW7041',
    'no-relation-in-run',
    'error',
    (p) => `there are no rows of \`${p.name}\`: the pipeline \`${p.pipeline}\` does not read it`,
  ),
  notRelation: define<{ got: string }>(
    'FLOW7042',
    'not-a-relation',
    'error',
    (p) => `rows are asked for by a relation with a name, or by its name; this is ${p.got}`,
    () => "give what `stream('…', …)`, `table('…', …)` or `lane('…')` returned",
  ),
  noPipeline: define<{ file: string }>(
    'FLOW7043',
    'no-pipeline-to-run',
    'error',
    (p) => `${p.file} has no pipeline, so there is nothing to run`,
    () => 'declare one: `pipeline orders { }`',
  ),
  notRows: define<{ matcher: string; wanted: string; got: string }>(
    'FLOW7044',
    'not-rows',
    'error',
    (p) => `\`${p.matcher}\` takes ${p.wanted}; this is ${p.got}`,
  ),
}
