// FLOW408x: programs out of which nothing could ever come, and conditions that decide nothing.
import { define } from '../define.js'

export const never = {
  stalled: define<{ step: string; source: string }>(
    'FLOW4080',
    'never-fires',
    'error',
    (p) => `${p.step} can never emit: it waits for the watermark of \`${p.source}\`, which never moves`,
    () =>
      '`late accept` moves a watermark at the end of the input alone, and a topic has none: say `late to dlq` or `late as NAME` there',
  ),
  condition: define<{ step: string; why: string }>(
    'FLOW4081',
    'never-true',
    'error',
    (p) => `${p.step} lets no row through: ${p.why}`,
  ),
  joins: define<{ name: string; why: string }>(
    'FLOW4082',
    'never-joins',
    'error',
    (p) => `no row of \`${p.name}\` is ever joined: ${p.why}`,
  ),
  always: define<{ step: string; why: string }>(
    'FLOW4083',
    'always-true',
    'warning',
    (p) => `${p.step} lets every row through: ${p.why}`,
    () => 'leave the condition out, or compare with what was meant',
  ),
}
