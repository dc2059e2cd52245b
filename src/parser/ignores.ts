// `-- flow:ignore CODE, … because reason`: comments that speak to the compiler. Read here, applied when everything is known.
import type { IToken } from 'chevrotain'
import type { Span } from '../core/span.js'
import { suppressing } from '../diagnostics/codes/suppressing.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import type { IgnoreNode } from '../surface/ast.js'
import type { Token } from './lexer.js'

const DIRECTIVE = /^--[ \t]*flowc?[ \t]*:[ \t]*([A-Za-z-]+)(.*)$/
/** What people write where they mean `ignore`; other words after `flow:` are not ours. */
const MEANT = new Set(['ignore', 'ignored', 'ignores', 'ignor', 'disable', 'suppress', 'allow', 'noqa', 'nolint'])

/** `declaration` is the file as a whole: its spans are offsets of the file. */
export function readIgnores(
  text: string,
  comments: readonly IToken[],
  tokens: readonly Token[],
  declaration: string,
  bag: DiagnosticBag,
): readonly IgnoreNode[] {
  const out: IgnoreNode[] = []
  for (const comment of comments) {
    const match = DIRECTIVE.exec(comment.image)
    if (match === null || !MEANT.has(match[1]!.toLowerCase())) continue
    const start = comment.startOffset
    const image = comment.image.trimEnd()
    const at = (from: number, length: number): Span => ({ declaration, start: start + from, end: start + from + length })
    const whole = at(0, image.length)
    const word = image.slice(0, image.length - match[2]!.trimEnd().length)
    if (!/^--[ \t]*flow:ignore$/.test(word)) {
      bag.report(
        suppressing.form,
        at(0, word.length),
        { problem: `the word is \`flow:ignore\`, not \`${word.replace(/^--[ \t]*/, '')}\`` },
        { fixes: [{ title: 'write `-- flow:ignore`', edits: [{ span: at(0, word.length), text: '-- flow:ignore' }] }] },
      )
      continue
    }
    const body = image.slice(word.length)
    const because = /(?:^|[ \t,])because(?![A-Za-z0-9_])/i.exec(body)
    const list = because === null ? body : body.slice(0, because.index)
    const reason = because === null ? '' : body.slice(because.index + because[0].length).trim()
    const codes = [...list.matchAll(/[^\s,]+/g)].map((m) => ({ text: m[0], span: at(word.length + m.index, m[0].length) }))
    const stray = codes.findIndex((c) => !/^flow-?\d+$/i.test(c.text))
    if (codes.length === 0 || stray === 0) {
      bag.report(suppressing.form, whole, { problem: 'it names no code' })
      continue
    }
    if (stray > 0) {
      // `FLOW4018 the report is read in UTC`: a reason without its word
      const rest = codes[stray]!.span
      bag.report(
        suppressing.noReason,
        { ...rest, end: whole.end },
        { codes: codes.slice(0, stray).map((c) => c.text) },
        because === null
          ? {
              help: 'the reason begins with `because`',
              fixes: [{ title: 'write `because`', edits: [{ span: { ...rest, end: rest.start }, text: 'because ' }] }],
            }
          : { help: 'between the codes and `because` stands nothing' },
      )
      continue
    }
    if (reason === '') {
      bag.report(suppressing.noReason, whole, { codes: codes.map((c) => c.text) })
      continue
    }
    const next = tokens.find((t) => t.startOffset > start)
    const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1
    const before = text.slice(lineStart, start)
    if (before.replace('\ufeff', '').trim() !== '') {
      const indent = /^[ \t]*/.exec(before)![0]
      bag.report(
        suppressing.place,
        whole,
        { problem: 'it stands behind something on its line' },
        {
          fixes: [
            {
              title: 'put it on a line of its own above',
              edits: [
                {
                  span: { declaration, start: lineStart + indent.length, end: lineStart + indent.length },
                  text: `${image}\n${indent}`,
                },
                { span: { declaration, start: lineStart + before.trimEnd().length, end: whole.end }, text: '' },
              ],
            },
          ],
        },
      )
    } else if (next === undefined || /^[)\]}]$/.test(next.image))
      bag.report(suppressing.place, whole, { problem: 'nothing stands below it' })
    else out.push({ span: whole, codes, reason, covers: next.startOffset })
  }
  return out
}
