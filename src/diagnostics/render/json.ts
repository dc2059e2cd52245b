// Diagnostics as data: version 1 of the shape documented in docs/json-output.md. Lines and columns from 1, offsets in UTF-16 units.
import type { Places } from './places.js'
import type { Location, Position } from '../../core/span.js'
import type { Json } from '../../core/stable-json.js'
import type { Diagnostic, Label } from '../define.js'
import { helpAt, wordsAt } from './typescript-help.js'

export function diagnosticJson(d: Diagnostic, index: Places): Json {
  const at = d.primary === null ? null : index.locate(d.primary.span)
  return {
    code: d.code,
    severity: d.severity,
    message: d.message,
    file: at?.file ?? null,
    range: at === null ? null : rangeJson(at),
    ...flowJson(d.primary, index),
    label: d.primary?.text || null,
    related: d.related.map((label) => relatedJson(label, index)),
    notes: d.notes,
    help: helpAt(d, index),
    fixes: d.fixes.map((fix) => ({
      title: wordsAt(d, fix.title, index),
      // what changes the text that a script prints does not change the script
      edits: fix.edits.some((edit) => index.flow?.(edit.span) != null)
        ? []
        : fix.edits.map((edit) => {
            const place = index.locate(edit.span)
            return { file: place.file, range: rangeJson(place), text: edit.text }
          }),
    })),
  }
}

function relatedJson(label: Label, index: Places): Json {
  const at = index.locate(label.span)
  return { file: at.file, range: rangeJson(at), ...flowJson(label, index), message: label.text }
}

/** Of a place in a script: the line that it prints there, and which columns of that are meant. */
function flowJson(label: Label | null, index: Places): { readonly flow?: Json } {
  const flow = label === null ? null : (index.flow?.(label.span) ?? null)
  if (flow === null) return {}
  const { at, line } = flow
  const text = line.trim()
  const shift = line.length - line.trimStart().length
  const end = at.end.line === at.start.line ? at.end.column - shift : text.length + 1
  return { flow: { text, column: at.start.column - shift, endColumn: end, line: at.start.line } }
}

const rangeJson = (at: Location): Json => ({ start: positionJson(at.start), end: positionJson(at.end) })
const positionJson = (p: Position): Json => ({ line: p.line, column: p.column, offset: p.offset })
