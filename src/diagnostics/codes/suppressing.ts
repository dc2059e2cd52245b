// FLOW105x: `-- flow:ignore CODE because …`. None of them can be suppressed itself.
import { define } from '../define.js'

export const suppressing = {
  form: define<{ problem: string }>(
    'FLOW1050',
    'ignore-form',
    'error',
    (p) => `this \`flow:ignore\` cannot be read: ${p.problem}`,
    () => 'write `-- flow:ignore FLOW4018 because the report is read in UTC`',
  ),
  noReason: define<{ codes: readonly string[] }>(
    'FLOW1051',
    'ignore-without-reason',
    'error',
    (p) => `nothing says why ${p.codes.map((c) => `\`${c}\``).join(', ')} may be ignored here`,
    () => 'add `because …`: whoever reads the line later has to know',
  ),
  unknownCode: define<{ code: string }>(
    'FLOW1052',
    'ignore-unknown-code',
    'error',
    (p) => `there is no diagnostic \`${p.code}\``,
  ),
  notPossible: define<{ code: string; why: string }>(
    'FLOW1053',
    'ignore-not-possible',
    'error',
    (p) => `\`${p.code}\` cannot be ignored: ${p.why}`,
    () => 'only warnings and notes can be',
  ),
  unused: define<{ code: string; covers: string }>(
    'FLOW1054',
    'ignore-unused',
    'warning',
    (p) => `\`${p.code}\` does not occur in ${p.covers}, so there is nothing to ignore`,
  ),
  place: define<{ problem: string }>(
    'FLOW1055',
    'ignore-place',
    'error',
    (p) => `this \`flow:ignore\` belongs to nothing: ${p.problem}`,
    () => 'it stands on a line of its own above the declaration, clause or property that it speaks of',
  ),
}
