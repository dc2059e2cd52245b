// flow`…` in JavaScript and TypeScript. Prettier has no door for other languages there: its own printer is wrapped, and gets
// everything that is no such template unchanged.
import type { AstPath, Options, Printer } from 'prettier'
import { hardline, indent, join, literalline, type Doc } from './doc.js'
import { formatText } from './file.js'

/** The nodes of ESTree that matter here. */
interface ScriptNode {
  readonly type: string
  readonly tag?: { readonly type: string; readonly name?: string }
  readonly quasi?: ScriptNode
  readonly expressions?: readonly unknown[]
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[]
}

export type ScriptPrinter = Printer<ScriptNode>
type Embed = NonNullable<ScriptPrinter['embed']>

export function withTemplates(estree: ScriptPrinter): ScriptPrinter {
  const own = estree.embed
  const embed: Embed = (path: AstPath<ScriptNode>, options: Options) => {
    const text = flowText(path)
    return text === null ? (own?.(path, options) ?? null) : () => Promise.resolve(templateDoc(text))
  }
  // it carries more than its call: which children Prettier visits
  return { ...estree, embed: own === undefined ? embed : Object.assign(embed, own) }
}

/** The program in a template; null where it is none, or one with holes: what fills them is not known here. */
function flowText({ node, parent }: AstPath<ScriptNode>): string | null {
  const tagged =
    node.type === 'TemplateLiteral' &&
    parent?.type === 'TaggedTemplateExpression' &&
    parent.tag?.type === 'Identifier' &&
    parent.tag.name === 'flow'
  if (!tagged || node.expressions?.length !== 0) return null
  return node.quasis?.[0]?.value.cooked ?? null
}

/** A program that was indented stays so, by one step; its declarations begin in the first column otherwise. */
function templateDoc(text: string): Doc {
  const source = text.replace(/^[ \t]*\n/, '').replace(/[ \t]*$/, '')
  const indents = source
    .split('\n')
    .filter((l) => l.trim() !== '')
    .map((l) => /^[ \t]*/.exec(l)![0].length)
  const depth = Math.min(...indents)
  if (indents.length === 0) return '``'
  const dedented = source.split('\n').map((l) => l.slice(Math.min(depth, /^[ \t]*/.exec(l)![0].length)))
  const lines = formatText(dedented.join('\n')).text.trimEnd().split('\n').map(escaped)
  return depth > 0
    ? ['`', indent([hardline, join(hardline, lines)]), hardline, '`']
    : ['`', literalline, join(literalline, lines), literalline, '`']
}

const escaped = (line: string): string => line.replaceAll(/\\|`|\$\{/g, '\\$&')
