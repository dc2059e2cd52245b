// FLOW0440–0449: `flowc gen types`.
import { define } from '../define.js'

export const genTypes = {
  outOfDate: define<{ path: string; missing: boolean }>(
    'FLOW0440',
    'types-out-of-date',
    'error',
    (p) => (p.missing ? `there is no \`${p.path}\`` : `\`${p.path}\` is not what flow.lock says`),
    () => '`flowc gen types` writes it',
  ),
  noRow: define<{ what: string; reason: string }>(
    'FLOW0441',
    'schema-without-row-type',
    'warning',
    (p) => `${p.what} has no row type: ${p.reason}`,
    () => 'programs that read it are told the same by `flowc check`',
  ),
  nothingToRead: define<object>(
    'FLOW0442',
    'no-schemas',
    'error',
    () => 'there is no `flow.lock`, and no program names a schema file: there is nothing to make row types of',
    () => '`flowc schema pull` locks the subjects that the programs name, or those on its command line',
  ),
  notOurs: define<{ path: string }>(
    'FLOW0443',
    'types-file-not-ours',
    'error',
    (p) => `\`${p.path}\` exists, and \`flowc gen types\` did not write it`,
    () => 'name another file with `--output FILE`, or move this one away',
  ),
}
