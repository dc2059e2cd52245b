// The colours of a message, passed in: the renderers know roles, not escape codes.

export interface Style {
  readonly error: (text: string) => string
  readonly warning: (text: string) => string
  readonly note: (text: string) => string
  readonly help: (text: string) => string
  /** Headlines. */
  readonly strong: (text: string) => string
  /** Line numbers, arrows, underlines of the other side. */
  readonly frame: (text: string) => string
}

const same = (text: string): string => text

export const PLAIN: Style = { error: same, warning: same, note: same, help: same, strong: same, frame: same }
