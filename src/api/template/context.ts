// Where in a text of the language a value is put in: between words, in a quoted text, in a block, in a comment.

export type Context = 'words' | 'text' | 'name' | 'block' | 'comment'

const ENDS: Readonly<Record<Exclude<Context, 'words'>, string>> = { text: "'", name: '`', block: '"""', comment: '\n' }

/** The context behind `text`, which begins in `context`. */
export function contextBehind(text: string, context: Context): Context {
  let now = context
  let i = 0
  while (i < text.length) {
    if (now !== 'words') {
      const end = text.indexOf(ENDS[now], i)
      if (end < 0) return now
      // a doubled quote ends a text and begins it again, which comes to the same
      i = end + ENDS[now].length
      now = 'words'
      continue
    }
    if (text.startsWith('"""', i)) {
      now = 'block'
      i += 3
    } else if (text.startsWith('--', i) || text.startsWith('///', i)) {
      now = 'comment'
      i += 2
    } else {
      if (text[i] === "'") now = 'text'
      else if (text[i] === '`') now = 'name'
      i++
    }
  }
  return now
}
