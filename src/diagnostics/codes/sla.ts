// FLOW408x: what a pipeline promises against what its steps need.
import { define } from '../define.js'

export const sla = {
  slack: define<{ sla: string; sum: string }>(
    'FLOW4084',
    'sla-of-hours',
    'warning',
    (p) => `an SLA of ${p.sla} needs no stream: rows are visible after ${p.sum} at the latest`,
    () =>
      'a query that runs every hour keeps this promise with less to operate; say the SLA that is meant, or why it is a stream',
  ),
}
