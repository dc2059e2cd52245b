// Names that become names of files, folders, jobs and connectors: narrower than what backquotes allow.
import { sinks } from '../diagnostics/codes/sinks.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'

/** Reports (FLOW5017) the name of a pipeline or connection that could not name a file on every machine. */
export function checkFileName(name: ast.Name, what: string, checking: Checking): void {
  const bad = /[^\p{L}\p{N}_ .-]/u.exec(name.text)
  const reason =
    bad !== null
      ? `it names files, and \`${bad[0]}\` is not among letters, digits, spaces, \`.\`, \`_\` and \`-\``
      : name.text.startsWith('.')
        ? 'it names files, and those that begin with `.` are hidden'
        : name.text.length > 100
          ? `it names files, and has ${name.text.length} characters where 100 are safe`
          : null
  if (reason !== null) checking.bag.report(sinks.config, name.span, { what, reason })
}
