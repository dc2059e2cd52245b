// Versions that people and files can name.

/** The compiler's, as in package.json (an architecture test compares them). Written into locks and manifests. */
export const COMPILER_VERSION = '0.1.0'

/** Counts changes of the grammar after which an older compiler reads a program differently or not at all. */
export const GRAMMAR_VERSION = 1
