// Diagnostics as data: version 1 of the shape documented in docs/json-output.md. Lines and columns from 1, offsets in UTF-16 units.
import type { Places } from './places.js'
import type { Location, Position } from '../../core/span.js'
import type { Json } from '../../core/stable-json.js'
import type { Diagnostic, Label } from '../define.js'

export function diagnosticJson(d: Diagnostic, index: Places): Json {
  const at = d.primary === null ? null : index.locate(d.primary.span)
  return {
    code: d.code,
    severity: d.severity,
    message: d.message,
    file: at?.file ?? null,
    range: at === null ? null : rangeJson(at),
    label: d.primary?.text || null,
    related: d.related.map((label) => relatedJson(label, index)),
    notes: d.notes,
    help: d.help,
    fixes: d.fixes.map((fix) => ({
      title: fix.title,
      edits: fix.edits.map((edit) => {
        const place = index.locate(edit.span)
        return { file: place.file, range: rangeJson(place), text: edit.text }
      }),
    })),
  }
}

function relatedJson(label: Label, index: Places): Json {
  const at = index.locate(label.span)
  return { file: at.file, range: rangeJson(at), message: label.text }
}

const rangeJson = (at: Location): Json => ({ start: positionJson(at.start), end: positionJson(at.end) })
const positionJson = (p: Position): Json => ({ line: p.line, column: p.column, offset: p.offset })
