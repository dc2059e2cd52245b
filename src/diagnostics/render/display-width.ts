// How wide a piece of source text is on a terminal, and how it is shown there: tabs, wide characters, control characters.

const TAB = 4

/** Ranges of code points that take two columns: East Asian Wide and Fullwidth (UAX #11) and emoji presentation. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23ec],
  [0x23f0, 0x23f0],
  [0x23f3, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x267f, 0x267f],
  [0x2693, 0x2693],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x26ce, 0x26ce],
  [0x26d4, 0x26d4],
  [0x26ea, 0x26ea],
  [0x26f2, 0x26f3],
  [0x26f5, 0x26f5],
  [0x26fa, 0x26fa],
  [0x26fd, 0x26fd],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x274e, 0x274e],
  [0x2753, 0x2755],
  [0x2757, 0x2757],
  [0x2795, 0x2797],
  [0x27b0, 0x27b0],
  [0x27bf, 0x27bf],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b50],
  [0x2b55, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f18e],
  [0x1f191, 0x1f19a],
  [0x1f200, 0x1f320],
  [0x1f32d, 0x1f335],
  [0x1f337, 0x1f37c],
  [0x1f37e, 0x1f393],
  [0x1f3a0, 0x1f3ca],
  [0x1f3cf, 0x1f3d3],
  [0x1f3e0, 0x1f3f0],
  [0x1f3f4, 0x1f3f4],
  [0x1f3f8, 0x1f43e],
  [0x1f440, 0x1f440],
  [0x1f442, 0x1f4fc],
  [0x1f4ff, 0x1f53d],
  [0x1f54b, 0x1f567],
  [0x1f57a, 0x1f57a],
  [0x1f595, 0x1f596],
  [0x1f5a4, 0x1f5a4],
  [0x1f5fb, 0x1f64f],
  [0x1f680, 0x1f6c5],
  [0x1f6cc, 0x1f6cc],
  [0x1f6d0, 0x1f6d2],
  [0x1f6d5, 0x1f6d7],
  [0x1f6dc, 0x1f6df],
  [0x1f6eb, 0x1f6ec],
  [0x1f6f4, 0x1f6fc],
  [0x1f7e0, 0x1f7eb],
  [0x1f90c, 0x1f93a],
  [0x1f93c, 0x1f945],
  [0x1f947, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
]

const isWide = (point: number): boolean => {
  if (point < 0x1100) return false
  let low = 0
  let high = WIDE.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [from, to] = WIDE[middle]!
    if (point < from) high = middle - 1
    else if (point > to) low = middle + 1
    else return true
  }
  return false
}

/** Combining marks, joiners, variation selectors: drawn on the character before them. */
const COMBINING = /^(?:\p{Mn}|\p{Me}|[\u200b-\u200d\u2060])$/u

/** Formatting characters that turn the order of the text around (Trojan Source) or are invisible. */
const DECEPTIVE = /^[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u2028\u2029]$/u

export interface Cell {
  /** What is printed for one code point. */
  readonly text: string
  readonly width: number
  /** UTF-16 units of the source that it stands for. */
  readonly units: number
}

/** One cell a code point. Control and direction characters become visible signs, so that a source cannot steer the terminal. */
export function cells(line: string): readonly Cell[] {
  const result: Cell[] = []
  let column = 0
  for (const character of line) {
    const point = character.codePointAt(0)!
    let text = character
    let width = 1
    if (point === 9) {
      width = TAB - (column % TAB)
      text = ' '.repeat(width)
    } else if (point < 32) text = String.fromCodePoint(0x2400 + point)
    else if (point === 127) text = '\u2421'
    else if ((point >= 0x80 && point < 0xa0) || (point >= 0xd800 && point <= 0xdfff) || DECEPTIVE.test(character)) text = '\ufffd'
    else if (point >= 0x300 && COMBINING.test(character)) width = 0
    else if (isWide(point)) width = 2
    result.push({ text, width, units: character.length })
    column += width
  }
  return result
}

/** Columns that a text takes on a terminal. */
export const displayWidth = (text: string): number => cells(text).reduce((sum, cell) => sum + cell.width, 0)

/** A text that may hold what somebody else wrote — a value of the data, a name of a file — as it is safe on a terminal; lines stay lines. */
export const printable = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      cells(line)
        .map((cell) => cell.text)
        .join(''),
    )
    .join('\n')
