// The layout of generated TypeScript: that of Prettier, with the options that most teams have. It is loaded when it is asked for.

/** As a `.prettierrc` would say it. */
export const SCRIPT_OPTIONS = {
  semi: false,
  singleQuote: true,
  printWidth: 120,
  arrowParens: 'avoid',
  trailingComma: 'all',
} as const

export async function layOutScript(text: string): Promise<string> {
  const [prettier, typescript, estree] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/typescript'),
    import('prettier/plugins/estree'),
  ])
  return prettier.format(text, { ...SCRIPT_OPTIONS, parser: 'typescript', plugins: [typescript, estree] })
}
