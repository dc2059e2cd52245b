// FLOW206x: how a job is run and looked at: taps and tuning.
import { define } from '../define.js'

export const operation = {
  tapUnread: define<{ relation: string; why: 'unread' | 'no column' }>(
    'FLOW2060',
    'tap-of-unread',
    'error',
    (p) =>
      p.why === 'unread'
        ? `nothing but the tap reads \`${p.relation}\`, so the job has no such rows to look at`
        : `nothing but the tap reads a column of \`${p.relation}\`, so the job has none to show`,
    (p) =>
      p.why === 'unread'
        ? 'a tap adds no work to a job: write a `sink` of it beside the tap, or tap a relation that a sink reads'
        : 'a tap shows the columns that the job has anyway',
  ),
  tuningValue: define<{ item: string; reason: string }>(
    'FLOW2061',
    'tuning-value',
    'error',
    (p) => `\`${p.item}\` cannot be: ${p.reason}`,
  ),
  periodicWatermarks: define<{ every: string }>(
    'FLOW2062',
    'periodic-watermarks',
    'note',
    (p) =>
      `with a watermark every ${p.every} a row that comes at the border of a window or just behind the watermark may be taken on Flink and late in a test, or the other way round`,
    () => 'tests and `flowc run` move the watermark with every row; without the setting Flink does the same',
  ),
  batchedWatermarks: define<{ every: string }>(
    'FLOW2064',
    'mini-batch-watermarks',
    'note',
    (p) =>
      `with mini batches of ${p.every} Flink moves watermarks in steps of that length: a row just behind the watermark may be taken on Flink and late in a test`,
    () => 'tests and `flowc run` move the watermark with every row',
  ),
  miniBatch: define<{ every: string; affected: readonly string[] }>(
    'FLOW2063',
    'mini-batch-changes',
    'note',
    (p) =>
      `with mini batches of ${p.every} Flink may leave out changes of ${p.affected.map((r) => `\`${r}\``).join(', ')} that a later one of the same batch replaces`,
    () => 'the last row of each key is the same; tests and `flowc run` show every change',
  ),
}
