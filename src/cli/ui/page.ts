// A Markdown page on a terminal: headings and code stand out, the text is the text.
import type { Theme } from './theme.js'

export function renderPage(markdown: string, theme: Theme): string {
  let inCode = false
  return markdown
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('```')) {
        inCode = !inCode
        return []
      }
      if (inCode) return [`    ${theme.frame(line)}`.trimEnd()]
      const heading = /^#+ (.*)$/.exec(line)
      if (heading !== null) return [theme.strong(heading[1]!)]
      return [line]
    })
    .join('\n')
}
