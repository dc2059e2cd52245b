// FLOW4xxx: time, watermarks, lateness, changelogs, keys and state.
import { define } from '../define.js'

export const streaming = {
  timeType: define<{ column: string; type: string }>(
    'FLOW4001',
    'time-column-type',
    'error',
    (p) => `event time \`${p.column}\` is ${p.type}; Flink takes TIMESTAMP or TIMESTAMP_LTZ of precision 0 to 3`,
  ),
  timeNullable: define<{ column: string; why: string }>(
    'FLOW4002',
    'time-nullable',
    'error',
    (p) => `event time \`${p.column}\` may be NULL (${p.why}); Flink stops the job at the first NULL`,
    () => "make the field required, or use the record's own time: `time metadata('timestamp')`",
  ),
  noTime: define<{ step: string; relation: string; lost: string | null }>(
    'FLOW4003',
    'no-event-time',
    'error',
    (p) => `${p.step} needs event time, and ${p.relation} ${p.lost === null ? 'has none' : `has lost it: ${p.lost}`}`,
  ),
  idleUnsaid: define<{ source: string; step: string }>(
    'FLOW4004',
    'idle-unsaid',
    'error',
    (p) => `\`${p.source}\` does not say when a silent partition counts as idle, and ${p.step} waits for its watermark`,
    () => 'add `idle after 1 minute` to its `time`, or accept the wait: `idle never`',
  ),
  lateUnsaid: define<{ step: string }>(
    'FLOW4005',
    'late-unsaid',
    'error',
    (p) => `${p.step} would drop or mis-join late rows, and nothing says what happens to them`,
  ),
  lateImpossible: define<{ what: string; reason: string }>(
    'FLOW4006',
    'late-not-possible',
    'error',
    (p) => `\`${p.what}\` is not possible here: ${p.reason}`,
  ),
  needsAppend: define<{ step: string; relation: string }>(
    'FLOW4007',
    'needs-append-only',
    'error',
    (p) => `${p.step} needs an append-only input, and ${p.relation} changes rows it has already emitted`,
  ),
  declaredKind: define<{ name: string; declared: string; is: string }>(
    'FLOW4008',
    'declared-kind',
    'error',
    (p) => `\`${p.name}\` is declared as a ${p.declared}, but ${p.is}`,
  ),
  notVersioned: define<{ name: string }>(
    'FLOW4009',
    'not-versioned',
    'error',
    (p) => `\`${p.name}\` is not a versioned table, so it cannot be joined as it was at a time`,
    () => 'the right side of `join … at` is a table with a primary key and a time of change: `table … from cdc …`',
  ),
  joinKeys: define<{ name: string; missing: readonly string[] }>(
    'FLOW4010',
    'join-keys',
    'error',
    (p) =>
      `the join condition has no equality for ${p.missing.map((m) => `\`${m}\``).join(', ')}, the primary key of \`${p.name}\``,
    () => 'Flink looks versions up by the whole primary key, as bare columns',
  ),
  joinTime: define<{ time: string; relation: string }>(
    'FLOW4011',
    'join-time',
    'error',
    (p) => `\`at\` takes the event time of the left side, which is \`${p.time}\` of ${p.relation}`,
  ),
  windowAlone: define<object>(
    'FLOW4012',
    'window-alone',
    'error',
    () => 'after `window` comes `group by … select …`',
    () => '`group by ()` gives one row a window',
  ),
  joinKeyType: define<{ left: string; right: string; column: string }>(
    'FLOW4013',
    'join-key-type',
    'error',
    (p) => `the key \`${p.column}\` is ${p.right}, the left side is ${p.left}; a temporal join needs equal types`,
  ),
  windowSize: define<{ reason: string }>('FLOW4014', 'window-size', 'error', (p) => `this window cannot be: ${p.reason}`),
  timeFamilies: define<{ name: string; first: string; second: string }>(
    'FLOW4015',
    'time-families',
    'error',
    (p) => `\`${p.name}\` is joined at ${p.first} and at ${p.second}; its row time can be only one of them`,
  ),
  severalInputs: define<{ step: string; sources: readonly string[] }>(
    'FLOW4016',
    'late-by-several-inputs',
    'note',
    (p) =>
      `which rows are late at ${p.step} depends on how ${p.sources.map((s) => `\`${s}\``).join(' and ')} interleave: the watermark is that of the slower one`,
  ),
  sla: define<{ sla: string; sum: string; terms: readonly string[] }>(
    'FLOW4017',
    'sla-impossible',
    'error',
    (p) => `the SLA of ${p.sla} cannot be met: a row is visible only after ${p.sum} (${p.terms.join(' + ')})`,
  ),
  dayWindow: define<{ zone: string }>(
    'FLOW4018',
    'day-window-zone',
    'note',
    (p) => `windows of whole days begin at midnight ${p.zone}`,
    () => 'an `offset` moves them',
  ),
  clauseOrder: define<{ clause: string; reason: string }>(
    'FLOW4019',
    'clause-order',
    'error',
    (p) => `\`${p.clause}\` cannot stand here: ${p.reason}`,
  ),
  lateUnread: define<{ name: string }>(
    'FLOW4020',
    'late-rows-unread',
    'warning',
    (p) => `late rows leave as \`${p.name}\`, which no sink reads: they are counted and gone`,
    () => 'add a sink, rejoin them with `union all`, or say `late count`',
  ),
  groupKey: define<object>(
    'FLOW4021',
    'group-key',
    'error',
    () => '`group by` takes columns',
    () => 'compute it first: `extend hour = …`, then `group by hour`',
  ),
  unionShape: define<{ left: number; right: number; name: string }>(
    'FLOW4022',
    'union-columns',
    'error',
    (p) =>
      `this side has ${p.left} ${p.left === 1 ? 'column' : 'columns'}, \`${p.name}\` has ${p.right}; UNION ALL matches by position`,
  ),
  unionTime: define<{ column: string }>(
    'FLOW4023',
    'union-time',
    'note',
    (p) => `the union has no event time: \`${p.column}\` is event time on one side only`,
  ),
  unionType: define<{ column: string; left: string; right: string; name: string }>(
    'FLOW4024',
    'union-type',
    'error',
    (p) => `\`${p.column}\` is ${p.left} on this side and ${p.right} in \`${p.name}\`; UNION ALL needs one type`,
  ),
  delay: define<{ reason: string }>('FLOW4025', 'time-clause', 'error', (p) => `this \`time\` cannot be: ${p.reason}`),
  rejectUpdating: define<{ relation: string }>(
    'FLOW4026',
    'reject-updating',
    'error',
    (p) =>
      `\`else dlq\` needs an append-only input, and ${p.relation} changes rows: a rejected change would leave the old row in place`,
  ),
  rejectReason: define<{ reason: string }>('FLOW4027', 'reject-reason', 'error', (p) => `this reason cannot be: ${p.reason}`),
  acceptsForEver: define<{ source: string }>(
    'FLOW4028',
    'accept-without-end',
    'warning',
    (p) => `the watermark of \`${p.source}\` never moves: \`late accept\` moves it at the end of the input, and a topic has none`,
    () => 'a window or `join … at` behind it gives no row while the job runs; say there what happens to late rows: `late to dlq`',
  ),
  lateWithoutEffect: define<{ step: string; sources: readonly string[] }>(
    'FLOW4029',
    'late-without-effect',
    'warning',
    (p) =>
      `no row is ever late at ${p.step}: ${p.sources.map((s) => `\`${s}\``).join(' and ')} ${p.sources.length === 1 ? 'accepts' : 'accept'} lateness, so the watermark moves at the end alone`,
    () => 'files accept lateness unless their block says otherwise: `late to dlq` or `late as NAME` there',
  ),
}
