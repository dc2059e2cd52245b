// Names in a text that no printer looks at: where a bare word could begin something, it stands in backquotes.
import { writtenName } from '../../surface/names.js'

/** Words with a meaning of their own somewhere; a test holds them together with the words of the language. */
export const SOFT_WORDS: ReadonlySet<string> = new Set(
  `pipeline import connection catalog schema topic stream table let sink test param type for fn sql tap
  from where join left window group select extend union lookup right full semi anti unnest drop rename validate top over match
  intersect except distinct at on late as having with retain early time within filter escape similar offset to strict step every
  gap by order limit fetch qualify
  array map row multiset date timestamp interval x cast try_cast both leading trailing symmetric asymmetric
  dlq count accept commit metadata registry file env secret nothing changes error never pattern kafka watermark placing`.split(
    /\s+/,
  ),
)

export const bareName = (name: string): string => (SOFT_WORDS.has(name.toLowerCase()) ? `\`${name}\`` : writtenName(name))
