// Columns that a text takes on a terminal: two for the wide letters of East Asia and for most pictures, none for marks.

const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
]

export function textWidth(text: string): number {
  // most texts have nothing else
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const letter of text) {
    if (/\p{Mark}|\u200d|\ufe0f/u.test(letter)) continue
    const code = letter.codePointAt(0)!
    width += WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1
  }
  return width
}
