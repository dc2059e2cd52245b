// FIRST and FOLLOW of the grammar, and the choices that one token does not decide. chevrotain checks neither OPTION and
// MANY against what follows them, nor alternatives behind a gate; this does, so that each such place is known and meant.
import { Alternation, NonTerminal, Option, Repetition, RepetitionMandatory, RepetitionWithSeparator, Terminal } from 'chevrotain'
import type { IProduction, Rule, TokenType } from 'chevrotain'

type Inner = IProduction & { readonly definition: IProduction[] }
const inner = (p: IProduction): IProduction[] => (p as Inner).definition

/** A category stands for its members. */
function membersOf(vocabulary: readonly TokenType[]): (token: TokenType) => readonly string[] {
  const byName = new Map<string, readonly string[]>()
  const isA = (token: TokenType, category: TokenType): boolean =>
    token === category || (token.CATEGORIES ?? []).some((c) => isA(c, category))
  return (token) => {
    const known = byName.get(token.name)
    if (known !== undefined) return known
    const members = vocabulary.filter((v) => isA(v, token)).map((v) => v.name)
    const result = members.length === 0 ? [token.name] : members
    byName.set(token.name, result)
    return result
  }
}

export interface Conflict {
  /** `rule OPTION2` or `rule OR1 1|3` */
  readonly place: string
  readonly tokens: readonly string[]
}

/** `entries`: rules that are read from outside, each to the end of its tokens. */
export function conflicts(
  rules: Readonly<Record<string, Rule>>,
  vocabulary: readonly TokenType[],
  entries: readonly string[],
): Conflict[] {
  const members = membersOf(vocabulary)
  const names = Object.keys(rules)
  const nullable = new Set<string>()
  const first = new Map(names.map((n) => [n, new Set<string>()]))
  const follow = new Map(names.map((n) => [n, new Set(entries.includes(n) ? ['EOF'] : [])]))

  const sequence = (list: readonly IProduction[]): [Set<string>, boolean] => {
    const set = new Set<string>()
    for (const p of list) {
      const [tokens, empty] = firstOf(p)
      for (const x of tokens) set.add(x)
      if (!empty) return [set, false]
    }
    return [set, true]
  }
  const firstOf = (p: IProduction): [ReadonlySet<string>, boolean] => {
    if (p instanceof Terminal) return [new Set(members(p.terminalType)), false]
    if (p instanceof NonTerminal) return [first.get(p.nonTerminalName)!, nullable.has(p.nonTerminalName)]
    if (p instanceof Alternation) {
      const all = inner(p).map((a) => sequence(inner(a)))
      return [new Set(all.flatMap(([s]) => [...s])), all.some(([, empty]) => empty)]
    }
    const [tokens, empty] = sequence(inner(p))
    return [tokens, empty || p instanceof Option || p instanceof Repetition || p instanceof RepetitionWithSeparator]
  }
  const grow = (set: Set<string>, more: Iterable<string>): boolean => {
    const before = set.size
    for (const x of more) set.add(x)
    return set.size !== before
  }

  for (let changed = true; changed;) {
    changed = false
    for (const n of names) {
      const [tokens, empty] = sequence(rules[n]!.definition)
      changed = grow(first.get(n)!, tokens) || changed
      if (empty && !nullable.has(n)) {
        nullable.add(n)
        changed = true
      }
    }
  }

  const found: Conflict[] = []
  const walk = (rule: string, list: readonly IProduction[], behind: ReadonlySet<string>, report: boolean): boolean => {
    let changed = false
    list.forEach((p, i) => {
      const [rest, empty] = sequence(list.slice(i + 1))
      const here = new Set([...rest, ...(empty ? behind : [])])
      if (p instanceof Terminal) return
      if (p instanceof NonTerminal) {
        changed = grow(follow.get(p.nonTerminalName)!, here) || changed
        return
      }
      if (p instanceof Alternation) {
        inner(p).forEach((a, j) => {
          changed = walk(rule, inner(a), here, report) || changed
          if (!report) return
          const [mine, mayBeEmpty] = sequence(inner(a))
          const own = new Set([...mine, ...(mayBeEmpty ? here : [])])
          inner(p)
            .slice(j + 1)
            .forEach((b, k) => {
              const common = [...sequence(inner(b))[0]].filter((x) => own.has(x))
              if (common.length > 0) found.push({ place: `${rule} OR${p.idx || ''} ${j + 1}|${j + k + 2}`, tokens: common })
            })
        })
        return
      }
      const repeats = p instanceof Repetition || p instanceof RepetitionMandatory
      const [body] = sequence(inner(p))
      changed = walk(rule, inner(p), repeats ? new Set([...here, ...body]) : here, report) || changed
      const common = [...body].filter((x) => here.has(x))
      if (report && common.length > 0) {
        const kind = p instanceof Option ? 'OPTION' : p instanceof Repetition ? 'MANY' : 'AT_LEAST_ONE'
        found.push({ place: `${rule} ${kind}${(p as Option).idx || ''}`, tokens: common })
      }
    })
    return changed
  }
  for (let changed = true; changed;) {
    changed = false
    for (const n of names) changed = walk(n, rules[n]!.definition, follow.get(n)!, false) || changed
  }
  for (const n of names) walk(n, rules[n]!.definition, follow.get(n)!, true)
  return found
}
