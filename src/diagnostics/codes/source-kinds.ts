// FLOW405x, 406x: what a kind of source can be told: captured tables, change events, heartbeats, tables of a lake.
import { define } from '../define.js'

export const sourceKinds = {
  deletesPast: define<{ column: string; table: string }>(
    'FLOW4050',
    'deletes-in-the-past',
    'error',
    (p) =>
      `\`${p.column}\` cannot date the changes of \`${p.table}\`: a delete carries the old row, and would be filed at its last update`,
    () => 'say `deletes never` where the table never deletes a row; else `time commit` dates deletes right',
  ),
  snapshotTime: define<{ reason: string }>(
    'FLOW4051',
    'snapshot-time',
    'error',
    (p) => `this \`snapshot at\` cannot be: ${p.reason}`,
  ),
  iceberg: define<{ table: string; reason: string }>(
    'FLOW4053',
    'iceberg-source',
    'error',
    (p) => `\`${p.table}\` cannot be read like this: ${p.reason}`,
  ),
  history: define<{ name: string; reason: string }>(
    'FLOW4054',
    'history',
    'error',
    (p) => `\`${p.name}\` cannot have this history: ${p.reason}`,
  ),
  heartbeat: define<{ reason: string }>('FLOW4052', 'heartbeat-period', 'error', (p) => `this heartbeat cannot be: ${p.reason}`),
}
