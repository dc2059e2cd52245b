// Diagnostics as workflow commands of GitHub Actions: `::error file=…,line=…::message` annotates the changed line.
import type { Places } from './places.js'
import type { Diagnostic } from '../define.js'
import { helpAt } from './typescript-help.js'

export function renderGithub(diagnostics: readonly Diagnostic[], index: Places): string {
  return diagnostics.map((d) => `${command(d, index)}\n`).join('')
}

function command(d: Diagnostic, index: Places): string {
  const kind = d.severity === 'note' ? 'notice' : d.severity
  const properties: string[] = []
  const details: string[] = []
  if (d.primary !== null) {
    const { file, start, end } = index.locate(d.primary.span)
    properties.push(
      `file=${property(file)}`,
      `line=${start.line}`,
      `col=${start.column}`,
      `endLine=${end.line}`,
      `endColumn=${end.column}`,
    )
    if (d.primary.text !== '') details.push(d.primary.text)
    const flow = index.flow?.(d.primary.span) ?? null
    if (flow !== null) details.push(`as .flow: ${flow.line.trim()}`)
  }
  for (const label of d.related) {
    const { file, start } = index.locate(label.span)
    details.push(`${file}:${start.line}:${start.column}${label.text === '' ? '' : ` ${label.text}`}`)
  }
  for (const note of d.notes) details.push(`note: ${note}`)
  const help = helpAt(d, index)
  if (help !== null) details.push(`help: ${help}`)
  properties.push(`title=${property(d.code)}`)
  return `::${kind} ${properties.join(',')}::${data([d.message, ...details].join('\n'))}`
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
