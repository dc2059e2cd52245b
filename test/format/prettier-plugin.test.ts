// The plugin in Prettier itself: files, fences of Markdown, templates of TypeScript and JavaScript.
import { format, getFileInfo, type Options } from 'prettier'
import { describe, expect, it } from 'vitest'
import * as plugin from '../../src/format/prettier-plugin.js'
import { formatText } from '../../src/format/file.js'

const run = (text: string, options: Options): Promise<string> => format(text, { plugins: [plugin], ...options })

const ROUGH = "stream a =   from b\nsink kafka 'x' from a append { format json }\n"
const NEAT = formatText(ROUGH).text

describe('a `.flow` file', () => {
  it('has the layout that `flowc fmt` gives it, whatever Prettier is set to', async () => {
    for (const options of [{}, { printWidth: 20, useTabs: true, tabWidth: 8, semi: false }])
      expect(await run(ROUGH, { filepath: 'a.flow', ...options })).toBe(NEAT)
  })
  it('may have the line ends that Prettier is set to', async () => {
    expect(await run(ROUGH, { filepath: 'a.flow', endOfLine: 'crlf' })).toBe(NEAT.replaceAll('\n', '\r\n'))
    expect(await run(ROUGH.replaceAll('\n', '\r\n'), { filepath: 'a.flow', endOfLine: 'auto' })).toBe(
      NEAT.replaceAll('\n', '\r\n'),
    )
  })
  it('keeps a byte order mark, and blanks at line ends in raw SQL', async () => {
    const text = '\ufeffsql a () returns (x int) = """\n  SELECT 1  \n\n"""\n'
    expect(await run(text, { filepath: 'a.flow' })).toBe(text)
  })
  it('is told from JavaScript with the types of Flow', async () => {
    const parserOf = async (path: string) => (await getFileInfo(path, { plugins: [plugin] })).inferredParser
    expect([await parserOf('a.flow'), await parserOf('a.js.flow'), await parserOf('a.ts')]).toEqual([
      'flowc',
      'flow',
      'typescript',
    ])
  })
})

describe('a fence of Markdown', () => {
  const markdown = (text: string) => run(text, { parser: 'markdown' })
  it('is laid out, in lists too', async () => {
    const indented = NEAT.split('\n')
      .map((l) => (l === '' ? l : `  ${l}`))
      .join('\n')
    expect(await markdown(`# A\n\n\`\`\`flow\n${ROUGH}\`\`\`\n`)).toBe(`# A\n\n\`\`\`flow\n${NEAT}\`\`\`\n`)
    expect(await markdown(`- a\n  \`\`\`flow\n  ${ROUGH.replace('\n', '\n  ')}  \`\`\`\n`)).toBe(
      `- a\n  \`\`\`flow\n${indented}  \`\`\`\n`,
    )
  })
  it('stays as it is where it cannot be read', async () => {
    const text = '```flow\nstrem a   = from b\n```\n'
    expect(await markdown(text)).toBe(text)
  })
})

describe('a template of TypeScript', () => {
  const script = (text: string, parser = 'typescript') => run(text, { parser, semi: false })
  it.each(['typescript', 'babel', 'babel-ts', 'acorn', 'espree', 'meriyah'])('is laid out (%s)', async (parser) => {
    expect(await script("const a = flow`\nstream a =   from \\`b\\` where x = 'a\\\\\\\\_'\n`", parser)).toBe(
      "const a = flow`\nstream a =\n  from \\`b\\`\n  where x = 'a\\\\\\\\_'\n`\n",
    )
  })
  it('stays indented where it was', async () => {
    expect(await script('function f() {\n  return flow`\n      stream a =\n         from b\n\n      stream c = from a`\n}')).toBe(
      'function f() {\n  return flow`\n    stream a =\n      from b\n\n    stream c =\n      from a\n  `\n}\n',
    )
  })
  it.each([
    ['holes', 'const a = flow`stream a =   from ${b}`\n'],
    ['another tag', 'const a = sql`stream a =   from b`\n'],
    ['no tag', 'const a = `stream a =   from b`\n'],
    ['no text', 'const a = flow``\n'],
  ])('stays as it is with %s', async (_, text) => {
    expect(await script(text)).toBe(text)
  })
  it('leaves the languages that Prettier knows to it', async () => {
    expect(await script('const a = css`a{color:red}`\n')).toBe('const a = css`\n  a {\n    color: red;\n  }\n`\n')
  })
  it('is left alone where embedded languages are', async () => {
    const text = 'const a = flow`stream a =   from b`\n'
    expect(await run(text, { parser: 'typescript', embeddedLanguageFormatting: 'off', semi: false })).toBe(text)
  })
})
