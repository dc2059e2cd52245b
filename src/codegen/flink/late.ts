// The predicates that split late rows off. Kept and late are exact complements over one scan: a row is in one of them,
// and since no watermark downstream is ahead of the one here, a kept row is not dropped later.
import type { SplitTest } from '../../ir/plan.js'
import { PRECEDENCE, type SqlTerm } from './functions.js'

export type LateTest = Exclude<SplitTest, { kind: 'condition' }>

/** Milliseconds since 1970 as BIGINT: exact before 1970 and after 2038 (TIMESTAMPDIFF in seconds overflows INT). */
const epochMillis = (sql: string): string => `EXTRACT(EPOCH FROM ${sql}) * 1000 + EXTRACT(MILLISECOND FROM ${sql})`

/** `time` must be the plain event-time column: CURRENT_WATERMARK takes nothing else. */
export function lateTerm(test: LateTest, time: SqlTerm): SqlTerm {
  const watermark = `CURRENT_WATERMARK(${time.sql})`
  if (test.kind === 'late-row') return { sql: `${time.sql} <= ${watermark}`, precedence: PRECEDENCE.compare }
  // window_end - 1 ms <= watermark; the window's end from the row, as TimeWindow.getWindowStartWithOffset has it
  const { size, offset } = test.window
  const at = epochMillis(time.sql)
  const shifted = offset === 0 ? at : `${at} ${offset < 0 ? '+' : '-'} ${Math.abs(offset)}`
  const sql = [
    at,
    `  - MOD(MOD(${shifted}, ${size}) + ${size}, ${size})`,
    `  + ${size} - 1`,
    `  <= ${epochMillis(watermark)}`,
  ].join('\n')
  return { sql, precedence: PRECEDENCE.compare }
}

/** The complement: before the first watermark nothing is late. */
export function keptTerm(test: LateTest, time: SqlTerm): SqlTerm {
  if (test.kind === 'late-row') {
    const watermark = `CURRENT_WATERMARK(${time.sql})`
    return { sql: `${watermark} IS NULL OR ${time.sql} > ${watermark}`, precedence: PRECEDENCE.or }
  }
  return { sql: `(\n  ${lateTerm(test, time).sql.replaceAll('\n', '\n  ')}\n) IS NOT TRUE`, precedence: PRECEDENCE.is }
}
