// FLOW503x: steps of a test's timeline, and programs that a test expects not to compile.
import { define } from '../define.js'

export const testSteps = {
  noError: define<{ code: string; pipeline: string; others: readonly string[] }>(
    'FLOW5030',
    'expected-error-missing',
    'error',
    (p) =>
      `\`${p.pipeline}\` ${p.others.length === 0 ? 'compiles' : `has other errors (${p.others.join(', ')})`}, and ${p.code} is expected of it`,
    () => "the errors of the pipeline's own file count; those of files that it imports do not",
  ),
  afterEnd: define<{ step: string }>(
    'FLOW5031',
    'step-after-end',
    'error',
    (p) => `\`${p.step}\` comes after the end of the input`,
    () => 'only what is expected may follow `end`',
  ),
  neverIdle: define<{ source: string; reason: string }>(
    'FLOW5032',
    'never-idle',
    'error',
    (p) => `nothing of \`${p.source}\` goes idle: ${p.reason}`,
  ),
  expectedNotToCompile: define<{ pipeline: string; test: string }>(
    'FLOW5033',
    'expected-not-to-compile',
    'error',
    (p) => `pipeline \`${p.pipeline}\` does not compile, as its test '${p.test}' expects`,
    () => 'there is no plan of it that could be built or run',
  ),
  noRecordTime: define<{ source: string; what: string }>(
    'FLOW5034',
    'file-without-metadata',
    'error',
    (p) => `\`${p.source}\` reads ${p.what} of its records, and a data file has none`,
    () => 'a `given` table of a test says it: `@timestamp`',
  ),
} as const
