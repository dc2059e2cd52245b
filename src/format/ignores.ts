// What a program in TypeScript ignores, as the comment that the parser reads: a line of its own above the piece.
import { ignoresOf } from '../surface/program-data.js'
import { hardline, type Doc } from './doc.js'

/** A text has its comments; only trees that were built without one have this. */
export const ignoreLines = (node: object): Doc =>
  ignoresOf(node).map(({ codes, reason }) => [`-- flow:ignore ${codes.join(', ')} because ${reason}`, hardline])
