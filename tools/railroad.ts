// The grammar as railroad diagrams: one page without scripts, drawn from the text of grammar/flow.ebnf.
import { createRequire } from 'node:module'

interface Diagrams {
  readonly Diagram: (...items: unknown[]) => { toString(): string }
  readonly Sequence: (...items: unknown[]) => unknown
  readonly Choice: (usual: number, ...items: unknown[]) => unknown
  readonly Optional: (item: unknown) => unknown
  readonly OneOrMore: (item: unknown) => unknown
  readonly ZeroOrMore: (item: unknown) => unknown
  readonly Terminal: (text: string) => unknown
  readonly NonTerminal: (text: string, href?: string) => unknown
  readonly Skip: () => unknown
}
/** The package has no types, and its functions are made for calls without `new`. */
const draw = createRequire(import.meta.url)('railroad-diagrams') as Diagrams

/** `name ::= body`, as gen-grammar.ts writes it: quoted words, names, `( | )` and the marks `?`, `*`, `+`. */
export interface Production {
  readonly name: string
  readonly body: string
}

export function productions(text: string): Production[] {
  const bare = text.replaceAll(/\(\*[^]*?\*\)/g, '')
  const parts = bare.split(/^([A-Za-z]+) *::=/m).slice(1)
  const out: Production[] = []
  for (let i = 0; i < parts.length; i += 2) out.push({ name: parts[i]!, body: parts[i + 1]!.trim() })
  // the last ones are letters, not pieces
  return out.filter((p) => /[a-z]/.test(p.name))
}

class Reader {
  readonly #tokens: readonly string[]
  #at = 0
  readonly #known: ReadonlySet<string>

  constructor(body: string, known: ReadonlySet<string>) {
    this.#tokens = body.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z]+|[()|?*+]/g) ?? []
    this.#known = known
  }

  whole(): unknown {
    const read = this.#choice()
    if (this.#at < this.#tokens.length) throw new Error(`\`${this.#tokens[this.#at]!}\` is left of ${this.#tokens.join(' ')}`)
    return read
  }

  #choice(): unknown {
    const items = [this.#sequence()]
    while (this.#tokens[this.#at] === '|') {
      this.#at++
      items.push(this.#sequence())
    }
    return items.length === 1 ? items[0] : draw.Choice(0, ...items)
  }

  #sequence(): unknown {
    const items: unknown[] = []
    for (let next = this.#tokens[this.#at]; next !== undefined && next !== ')' && next !== '|'; next = this.#tokens[this.#at])
      items.push(this.#marked())
    return items.length === 0 ? draw.Skip() : items.length === 1 ? items[0] : draw.Sequence(...items)
  }

  #marked(): unknown {
    const item = this.#one()
    switch (this.#tokens[this.#at]) {
      case '?':
        this.#at++
        return draw.Optional(item)
      case '*':
        this.#at++
        return draw.ZeroOrMore(item)
      case '+':
        this.#at++
        return draw.OneOrMore(item)
      default:
        return item
    }
  }

  #one(): unknown {
    const token = this.#tokens[this.#at++]!
    if (token === '(') {
      const inside = this.#choice()
      if (this.#tokens[this.#at++] !== ')') throw new Error(`a bracket is open in ${this.#tokens.join(' ')}`)
      return inside
    }
    if (/^["']/.test(token)) return draw.Terminal(token.slice(1, -1).replaceAll('\\"', '"'))
    return this.#known.has(token) ? draw.NonTerminal(token, `#${token}`) : draw.NonTerminal(token)
  }
}

const STYLE = `body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; background: #fff }
h2 { font: 600 15px ui-monospace, monospace; margin: 2rem 0 0.3rem }
nav { columns: 5 11rem; font-family: ui-monospace, monospace; font-size: 13px }
nav a { display: block; color: inherit }
div { overflow-x: auto }
svg.railroad-diagram { background: none }
svg.railroad-diagram path { stroke-width: 1.5; stroke: #555; fill: none }
svg.railroad-diagram text { font: 13px ui-monospace, monospace; text-anchor: middle; fill: #222 }
svg.railroad-diagram rect { stroke-width: 1.5; stroke: #555; fill: #e8f2e4 }
svg.railroad-diagram g.non-terminal rect { fill: #eef1f8 }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1b1b1b }
  svg.railroad-diagram path, svg.railroad-diagram rect { stroke: #999 }
  svg.railroad-diagram text { fill: #ddd }
  svg.railroad-diagram rect { fill: #2c3a2a }
  svg.railroad-diagram g.non-terminal rect { fill: #2a2f3c }
}`

/** One page of HTML; `text` is grammar/flow.ebnf. */
export function railroad(text: string): string {
  const all = productions(text)
  const known = new Set(all.map((p) => p.name))
  const parts = all.map(
    ({ name, body }) => `<h2 id="${name}">${name}</h2>\n<div>${draw.Diagram(new Reader(body, known).whole()).toString()}</div>`,
  )
  return `<!doctype html>
<!-- Generated from grammar/flow.ebnf by \`npx tsx tools/gen-grammar.ts\`: do not edit. -->
<html lang="en">
<meta charset="utf-8">
<title>The grammar of .flow files</title>
<style>
${STYLE}
</style>
<h1>The grammar of .flow files</h1>
<p>Round boxes are words and signs as they are written, square ones are pieces with a diagram of their own, or WORD, TEXT, NUMBER and
the ends of lines (END, LINE), which <a href="flow.ebnf">flow.ebnf</a> explains together with the rules of layout.</p>
<nav>
${all.map((p) => `<a href="#${p.name}">${p.name}</a>`).join('\n')}
</nav>
${parts.join('\n')}
</html>
`
}
