// FLOW71xx: what happens while a plan runs, on data: the job would fail on Flink.
import { define } from '../define.js'

export const runtime = {
  cast: define<{ problem: string }>(
    'FLOW7101',
    'cast-fails',
    'error',
    (p) => `the job would fail: ${p.problem}`,
    () => 'TRY_CAST gives NULL instead; a `where … else dlq` before it keeps such rows out',
  ),
  divisionByZero: define<object>(
    'FLOW7102',
    'division-by-zero',
    'error',
    () => 'the job would fail: a division by zero',
    () => 'CASE WHEN divisor <> 0 THEN dividend / divisor END gives NULL instead; DOUBLE divides to an infinity',
  ),
  nullEventTime: define<{ source: string; column: string; record: string }>(
    'FLOW7103',
    'null-event-time',
    'error',
    (p) => `the job would fail: the event time \`${p.column}\` of ${p.record} of \`${p.source}\` is NULL`,
    () => 'an event time has to be there in every record; the producer or another column has to give it',
  ),
  likePattern: define<{ problem: string }>(
    'FLOW7104',
    'like-pattern',
    'error',
    (p) => `the job would fail: a LIKE pattern is wrong: ${p.problem}`,
    () => 'double the escape character where it is meant as itself',
  ),
  remainder: define<object>(
    'FLOW7105',
    'remainder-too-long',
    'error',
    () => 'the job would fail: the whole quotient of a remainder has more than 38 digits',
    () => 'a cast of the divisor to a smaller scale, or of the dividend to fewer digits, keeps it in reach',
  ),
}
