// FLOW704x: tests in TypeScript, by `flowc/testing`. What is wrong with a flow or with the steps of a test has its usual code.
import { suggest } from '../../core/suggest.js'
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
  otherRelation: define<{ name: string; differs: string; pipeline: string }>(
    'FLOW7047',
    'relation-of-another-flow',
    'error',
    (p) =>
      `\`${p.name}\` is not the one of the pipeline \`${p.pipeline}\`: ` +
      (p.differs === p.name ? 'their declarations differ' : `the declarations of \`${p.differs}\`, which it reads, differ`),
    () => 'take the relation that this pipeline was made of; each call of a function that makes a job makes relations of its own',
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
  option: define<{ name: string; wanted: string; got: string }>(
    'FLOW7045',
    'wrong-use-of-testing',
    'error',
    (p) => `\`${p.name}\` takes ${p.wanted}; this is ${p.got}`,
  ),
  noOption: define<{ name: string; known: readonly string[] }>(
    'FLOW7046',
    'no-such-option-of-run',
    'error',
    (p) => `\`runFlow\` has no option \`${p.name}\``,
    (p) => {
      const [near] = suggest(p.name, p.known)
      return near === undefined ? `it has ${p.known.map((n) => `\`${n}\``).join(', ')}` : `did you mean \`${near}\`?`
    },
  ),
}
