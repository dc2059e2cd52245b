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
  try {
    return await prettier.format(text, { ...SCRIPT_OPTIONS, parser: 'typescript', plugins: [typescript, estree] })
  } catch (cause) {
    // a chain of hundreds of operators is deeper than its stack: the text is right as it is
    if (cause instanceof RangeError) return text
    throw cause
  }
}
