// `every`: a row a second from `datagen`, dated by the clock, and a window of the period over it. A window ends once, also
// over a restart, so that each period gives one beat, or none where the job was down for the whole of it.
import type { SourceConnector, SourceOperator } from '../../ir/plan.js'
import { primary } from './functions.js'
import { intervalText, quoteName } from './quote.js'
import { plainSelect, type Select } from './select.js'
import type { SourceContext } from './source-options.js'
import type { SourceTable } from './source-table.js'
import { OptionList } from './target.js'
import { typeText } from './types.js'
import { SqlWriter } from './writer.js'

const TICK_TIME = 'tick_time'

type Beat = SourceOperator & { readonly connector: SourceConnector & { readonly kind: 'every' } }

export const isBeat = (o: SourceOperator): o is Beat => o.connector.kind === 'every'

/** The ticks of the clock, one a second. */
export function tickTable(o: Beat, name: string, context: SourceContext): SourceTable {
  const list = new OptionList(context.profile, 'datagen')
    .add('connector', 'datagen')
    .add('rows-per-second', '1', 'how often the clock is looked at')
    .add('scan.parallelism', '1', 'one clock')
  return {
    table: {
      kind: 'create table',
      name: [name],
      role: 'source',
      operator: o.id,
      columns: [
        { kind: 'physical', name: 'tick', type: 'BOOLEAN' },
        { kind: 'computed', name: TICK_TIME, sql: `CAST(CURRENT_ROW_TIMESTAMP() AS ${typeText(o.columns[0]!.type)})` },
      ],
      primaryKey: [],
      partitionedBy: [],
      watermark: { column: TICK_TIME, strategy: { kind: 'delay', milliseconds: 0, only: null } },
      options: list.list,
      comment: null,
      madeBy: 'sql',
      origin: o.origin,
    },
    cells: new Map([[0, primary(quoteName(TICK_TIME))]]),
  }
}

/** Windows begin one millisecond late: `window_time`, which is the last millisecond of a window, is the full period then. */
export function beatSelect(o: Beat, ticks: string): Select {
  const w = new SqlWriter()
  const args = [
    `TABLE ${quoteName(ticks)}`,
    `DESCRIPTOR(${quoteName(TICK_TIME)})`,
    intervalText(o.connector.period),
    intervalText(1),
  ]
  w.at(o.origin, () => w.write(`TABLE(TUMBLE(${args.join(', ')}))`))
  const bounds = ['window_start', 'window_end', 'window_time'].map(quoteName)
  return { ...plainSelect(w.result(), new Map([[0, primary(bounds[2]!)]]), o.origin), group: { keys: bounds, origin: o.origin } }
}
