// Console blocks of the documentation: their commands are run, their output is what the block must show.
//
//   <!-- run in test/fixtures/shop, exit 1 -->
//   ```console
//   $ flowc check
//   …
//   ```
//
// The folder is copied once a page, so a page may write files and go on with them.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runCli } from './run-cli.js'

const BLOCK = /<!-- run(?: in (?<folder>[^\s,]+))?(?:, exit (?<exit>\d+))? -->\n+```console\n(?<body>[\s\S]*?)```/g

export interface ConsolePage {
  /** The page with the output that the commands give now. */
  readonly text: string
  /** Exit codes that are not as the page says. */
  readonly problems: readonly string[]
  readonly blocks: number
}

export async function runPage(root: string, text: string): Promise<ConsolePage> {
  const problems: string[] = []
  const copies = new Map<string, string>()
  const folderOf = (name: string): string => {
    const known = copies.get(name)
    if (known !== undefined) return known
    const copy = mkdtempSync(join(tmpdir(), 'flowc-docs-'))
    if (name !== '')
      cpSync(resolve(root, name), copy, { recursive: true, filter: (path) => !/\/out(\/|$)/.test(path.slice(root.length)) })
    copies.set(name, copy)
    return copy
  }
  let last = ''
  let blocks = 0
  let result = ''
  let at = 0
  try {
    for (const match of text.matchAll(BLOCK)) {
      blocks++
      const { folder, exit, body } = match.groups as { folder?: string; exit?: string; body: string }
      if (folder !== undefined) last = folder
      const cwd = folderOf(last)
      let output = ''
      let code = 0
      for (const line of body.split('\n').filter((l) => l.startsWith('$ '))) {
        const run = await command(line.slice(2), cwd)
        code = run.exit
        output += `${line}\n${run.text === '' || run.text.endsWith('\n') ? run.text : `${run.text}\n`}`
      }
      if (code !== Number(exit ?? 0)) problems.push(`exit code ${code} instead of ${exit ?? 0}: ${body.split('\n')[0]}`)
      const start = match.index + match[0].length - body.length - 3
      result += text.slice(at, start) + output
      at = match.index + match[0].length - 3
    }
  } finally {
    for (const copy of copies.values()) rmSync(copy, { recursive: true, force: true })
  }
  return { text: result + text.slice(at), problems, blocks }
}

async function command(line: string, cwd: string): Promise<{ readonly exit: number; readonly text: string }> {
  const { words, env } = shellWords(line)
  const [name, ...args] = words
  switch (name) {
    case 'flowc': {
      const run = await runCli(args, { cwd, env })
      return { exit: run.exit, text: run.all }
    }
    case 'cat':
      return { exit: 0, text: args.map((a) => readFileSync(resolve(cwd, a), 'utf8')).join('') }
    case 'head': {
      const [, count, file] = args
      return { exit: 0, text: `${readFileSync(resolve(cwd, file!), 'utf8').split('\n').slice(0, Number(count)).join('\n')}\n` }
    }
    case 'ls':
      return { exit: 0, text: args.map((a) => listing(resolve(cwd, a))).join('') }
    default:
      throw new Error(`a console block of the documentation may not run: ${line}`)
  }
}

function listing(path: string): string {
  if (!existsSync(path)) return ''
  return statSync(path).isDirectory() ? readdirSync(path).sort().join('\n') : path
}

/** `A=b flowc run 'x y' z` */
function shellWords(line: string): { readonly words: readonly string[]; readonly env: Readonly<Record<string, string>> } {
  const all = [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map((m) => m[0].replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))
  const env: Record<string, string> = {}
  while (/^[A-Z_]+=/.test(all[0] ?? '')) {
    const [name, value] = all.shift()!.split('=', 2)
    env[name!] = value!
  }
  return { words: all, env }
}
