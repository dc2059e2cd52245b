// Guards of one module of TypeScript as it is written, for loaders that take modules one by one: Vite, and Node by itself. What the names of
// other modules stand for is asked of their texts.
import { lineStarts, positionAt } from '../core/source.js'
import { withInsertions, type Inserted } from './insertions.js'
import { GuardWriter } from './script-guards.js'
import { freeName } from './script-names.js'
import { readModule } from './own-modules-node.js'
import { Links } from './script-links.js'
import { parseModule } from './script-parser-node.js'
import { Presences, shownOf } from './script-presence.js'

/** The absolute path of a module of the user that an import means; null: it means none, or nobody knows. */
export type ResolveOwn = (specifier: string, importer: string) => string | null

/** Nothing to find in many modules, and then nothing is parsed: no choice, and no function for others. */
const CANDIDATE = /\|\||&&|\?|!|==|\b(?:if|while|switch)\b|\{[^{}]*=|\bexport\b[^]*(?:=>|\bfunction\b)/

/** It is none of the user's, and no coverage counts it: bundlers keep such a comment. */
const IGNORED = '/* istanbul ignore next -- @preserve */'

/** In a module that has guards already nothing is put a second time. */
const HEAD = 'import{looksOf as $flowc'

/** What is known of modules is kept from one to the next. */
export class ModuleGuards {
  readonly #runtime: string
  readonly #texts = new Map<string, string>()
  #links: Links
  #resolve: ResolveOwn = () => null

  /** `runtime`: from where a module imports `looksOf`, which gives what looks at its operands. */
  constructor(runtime: string) {
    this.#runtime = runtime
    this.#links = this.#empty()
  }

  /** Forgets what it knows: something has changed on the disk. */
  clear(): void {
    this.#texts.clear()
    this.#links = this.#empty()
  }

  /** Null: it stays as it is. */
  guarded(file: string, text: string, resolve: ResolveOwn): Inserted | null {
    if (!CANDIDATE.test(text) || text.includes(HEAD)) return null
    if ((this.#texts.get(file) ?? text) !== text) this.clear()
    this.#texts.set(file, text)
    this.#resolve = resolve
    const links = this.#links
    const module = links.module(file)
    if (module === null) return null
    const starts = lineStarts(text)
    const presences = new Presences(links.scopes, () => true)
    const free = freeName(text)
    const writer = new GuardWriter(
      presences,
      (offset) => positionAt(starts, offset),
      (node) => shownOf(node, text, () => null),
      { free, looks: `${free}()` },
      (member) => {
        const from = links.members.get(member)
        return { isOwn: from === file, key: `${from}|${member.start}|${member.end}` }
      },
    )
    writer.visit(module.program)
    writer.finish()
    for (const called of links.functionsOf(module)) writer.giving(presences.ofResult(called) ?? [])
    return writer.guards.length === 0 ? null : this.#written(file, text, writer, free)
  }

  #written(file: string, text: string, { guards, insertions }: GuardWriter, free: string): Inserted {
    // a function, which is there before the module begins: another one that it imports may call it first. What a runner of tests moves up, before
    // all imports, has nothing that looks
    const made = `${free}Own??=${free}Looks(${JSON.stringify(file)},${JSON.stringify(guards)})`
    const head =
      `import{looksOf as ${free}Looks}from${JSON.stringify(this.#runtime)};var ${free}Own;` +
      `${IGNORED}function ${free}(){try{return ${made}}catch{return new Proxy([],{get:()=>(v)=>v})}};`
    return withInsertions(file, text, [{ at: hashbang(text), text: head, order: -Infinity }, ...insertions])
  }

  #empty(): Links {
    return new Links({
      resolve: (specifier, importer) => this.#resolve(specifier, importer),
      parse: (file) => {
        const text = this.#texts.get(file) ?? readModule(file)
        if (text === null) return null
        this.#texts.set(file, text)
        return parseModule(text, file)
      },
    })
  }
}

/** `#!/usr/bin/env node` stays in the first place. */
const hashbang = (text: string): number => /^#!.*(?:\r?\n)?/.exec(text)?.[0].length ?? 0
