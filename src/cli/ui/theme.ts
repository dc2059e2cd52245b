// Colours by role. On or off a stream at a time: `--color`, then NO_COLOR and FORCE_COLOR, then whether it is a terminal.
import pc from 'picocolors'
import type { Style } from '../../diagnostics/render/style.js'
import type { Io, Output } from '../io.js'

export interface Theme extends Style {
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly dim: (text: string) => string
}

export type ColorChoice = 'auto' | 'always' | 'never'

export function themeFor(choice: ColorChoice, io: Io, stream: Output): Theme {
  const c = pc.createColors(wantsColor(choice, io.env, stream.isTerminal))
  return {
    error: (t) => c.bold(c.red(t)),
    warning: (t) => c.bold(c.yellow(t)),
    note: (t) => c.bold(c.cyan(t)),
    help: (t) => c.bold(c.green(t)),
    strong: c.bold,
    frame: c.blue,
    good: c.green,
    bad: c.red,
    dim: c.dim,
  }
}

/** https://no-color.org: any non-empty NO_COLOR turns colour off. */
export function wantsColor(choice: ColorChoice, env: Io['env'], isTerminal: boolean): boolean {
  if (choice !== 'auto') return choice === 'always'
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true
  return isTerminal && env['TERM'] !== 'dumb'
}
