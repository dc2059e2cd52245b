// FLOW4085–4089, FLOW505x: what Flink does without a word and what is rarely meant.
import { define } from '../define.js'

export const lints = {
  approximateKey: define<{ key: string; type: string }>(
    'FLOW4085',
    'approximate-group-key',
    'warning',
    (p) => `\`${p.key}\` is ${p.type}, which has no exact equality: rows that look equal may be groups of their own`,
    () => 'group by a DECIMAL, a whole number or a text: `extend k = cast(… as decimal(18, 6))`',
  ),
  compactedAsStream: define<{ source: string; topic: string }>(
    'FLOW4086',
    'compacted-as-stream',
    'warning',
    (p) =>
      `\`${p.source}\` reads the compacted topic \`${p.topic}\` as rows that are only added: deletes are skipped, and older values of a key may be gone`,
    () => 'a compacted topic holds the newest value of each key: that is a table, not a stream of events',
  ),
  retentionBelowWindow: define<{ topic: string; retention: string; window: string }>(
    'FLOW4087',
    'window-beyond-retention',
    'warning',
    (p) =>
      `topic \`${p.topic}\` keeps its records for ${p.retention}, less than the window of ${p.window}: a job that begins anew cannot fill a window again`,
    () => 'keep the records for longer than the window and the lateness before it',
  ),
  unionOrder: define<{ left: string; right: string; name: string; order: readonly string[] }>(
    'FLOW4088',
    'union-order',
    'warning',
    (p) =>
      `\`union all\` goes by position: \`${p.right}\` of \`${p.name}\` becomes \`${p.left}\` here, and both sides have a column of each name`,
    (p) => `let \`${p.name}\` select ${p.order.map((c) => `\`${c}\``).join(', ')} in this order`,
  ),
  lateTwice: define<{ name: string; adds: 'late' | 'all' }>(
    'FLOW4089',
    'late-twice',
    'warning',
    (p) =>
      p.adds === 'late'
        ? `late rows are there twice: \`union all ${p.name}\` adds them to rows that they are among already`
        : `late rows are there twice: \`union all ${p.name}\` adds all rows to the late ones of them`,
    (p) => (p.adds === 'late' ? 'leave the `union all` out' : `read \`${p.name}\` alone: it has the late rows too`),
  ),
  schemaNote: define<{ where: string; message: string }>('FLOW5050', 'schema-note', 'note', (p) => `${p.where}: ${p.message}`),
}
