// Diagnostics as SARIF 2.1.0 (OASIS), which code-scanning services read.
import type { Places } from './places.js'
import type { Location } from '../../core/span.js'
import { stableJson, type Json } from '../../core/stable-json.js'
import type { Diagnostic, DiagnosticCode } from '../define.js'
import { helpAt } from './typescript-help.js'

export interface SarifTool {
  readonly name: string
  readonly version: string
  /** Stable short name of a code, for `ruleId`'s description. */
  readonly nameOf: (code: DiagnosticCode) => string | undefined
}

/** Diagnostics of one project with the places they mean. */
export interface SarifPart {
  readonly diagnostics: readonly Diagnostic[]
  readonly places: Places
  /** Taken out by a comment of the program, with its reason. */
  readonly suppressed?: readonly { readonly diagnostic: Diagnostic; readonly reason: string }[]
}

export function renderSarif(parts: readonly SarifPart[], tool: SarifTool): string {
  const all = parts.map(({ diagnostics, suppressed = [], places }) => ({
    places,
    found: [...diagnostics.map((d) => ({ d, reason: null })), ...suppressed.map((s) => ({ d: s.diagnostic, reason: s.reason }))],
  }))
  const codes = [...new Set(all.flatMap((p) => p.found.map(({ d }) => d.code)))].sort()
  const rules = codes.map((code): Json => ({ id: code, name: tool.nameOf(code) ?? code }))
  const results = all.flatMap(({ found, places }) => found.map(({ d, reason }) => result(d, reason, places, codes)))
  const log: Json = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: tool.name, version: tool.version, rules } }, columnKind: 'utf16CodeUnits', results }],
  }
  return `${stableJson(log, { indent: 2, order: 'written' })}\n`
}

const result = (d: Diagnostic, reason: string | null, places: Places, codes: readonly DiagnosticCode[]): Json => ({
  ruleId: d.code,
  ruleIndex: codes.indexOf(d.code),
  level: d.severity,
  message: {
    text: [
      d.message,
      ...asFlow(d, places),
      ...d.notes.map((n) => `note: ${n}`),
      ...(d.help === null ? [] : [`help: ${helpAt(d, places)}`]),
    ].join('\n'),
  },
  locations: d.primary === null ? [] : [{ physicalLocation: physical(places.locate(d.primary.span)) }],
  ...(d.related.length > 0 && {
    relatedLocations: d.related.map((label, id) => ({
      id,
      message: { text: label.text },
      physicalLocation: physical(places.locate(label.span)),
    })),
  }),
  ...(reason !== null && { suppressions: [{ kind: 'inSource', justification: reason }] }),
})

/** What a script prints at the place. */
function asFlow(d: Diagnostic, places: Places): readonly string[] {
  const flow = d.primary === null ? null : (places.flow?.(d.primary.span) ?? null)
  return flow === null ? [] : [`as .flow: ${flow.line.trim()}`]
}

const physical = (at: Location): Json => ({
  artifactLocation: { uri: at.file.split('/').map(encodeURIComponent).join('/') },
  region: { startLine: at.start.line, startColumn: at.start.column, endLine: at.end.line, endColumn: at.end.column },
})
