// FLOW70xx: test blocks.
import { define } from '../define.js'

export const tests = {
  column: define<{ name: string; relation: string }>(
    'FLOW7001',
    'test-column',
    'error',
    (p) => `\`${p.relation}\` has no column \`${p.name}\``,
  ),
  cell: define<{ column: string; problem: string }>(
    'FLOW7002',
    'test-cell',
    'error',
    (p) => `column \`${p.column}\`: ${p.problem}`,
  ),
  notSource: define<{ name: string }>(
    'FLOW7003',
    'given-not-a-source',
    'error',
    (p) => `\`${p.name}\` is not a source of the pipeline; \`given\` feeds sources`,
  ),
  notInPipeline: define<{ name: string; pipeline: string }>(
    'FLOW7004',
    'not-in-pipeline',
    'error',
    (p) => `\`${p.name}\` is not part of pipeline \`${p.pipeline}\``,
  ),
  meta: define<{ name: string; reason: string }>(
    'FLOW7005',
    'test-meta-column',
    'error',
    (p) => `\`${p.name}\` cannot stand here: ${p.reason}`,
  ),
  required: define<{ column: string; relation: string }>(
    'FLOW7007',
    'test-required-column',
    'error',
    (p) => `\`${p.column}\` of \`${p.relation}\` is NOT NULL and has no default: give it a value`,
  ),
  step: define<{ step: string; reason: string }>(
    'FLOW7008',
    'test-step',
    'error',
    (p) => `\`${p.step}\` is not possible here: ${p.reason}`,
  ),
  duplicateColumn: define<{ name: string }>(
    'FLOW7009',
    'test-duplicate-column',
    'error',
    (p) => `column \`${p.name}\` stands twice in this table`,
  ),
  expectsNothing: define<{ title: string }>(
    'FLOW7010',
    'test-without-expectation',
    'warning',
    (p) => `the test \`${p.title}\` expects nothing: it passes whatever comes out`,
    () => 'say what comes out: `expect`, `expect changes`, `expect dlq` or `expect nothing from`',
  ),
  sameTitle: define<{ title: string; pipeline: string }>(
    'FLOW7011',
    'test-title-twice',
    'warning',
    (p) => `two tests of \`${p.pipeline}\` are called \`${p.title}\``,
    () => 'give each a title of its own: `flowc test` tells them apart by nothing else',
  ),
}
