// What a script can tell from the exit code. Documented in docs/cli.md; the numbers never change.
export const EXIT = {
  /** Done; nothing wrong, nothing to change. */
  ok: 0,
  /** The program is wrong, a test failed, the data does not fit, or flowc itself is at fault. */
  wrong: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  /** There are differences. */
  differences: 3,
  /** Another system failed or could not be reached; running it again continues. */
  system: 4,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
