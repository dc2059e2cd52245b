// Text of an Avro schema → types. Lenient about comments and licence headers before the JSON, strict about what Avro
// says: names, duplicates, missing attributes. Names of other files stay open here; avro-names.ts closes them.
import {
  isExactArray,
  isExactNumber,
  isExactObject,
  describeJson,
  parseExactJson,
  type ExactJson,
  type ExactObject,
} from '../core/exact-json.js'
import { lineStarts, positionAt } from '../core/source.js'
import { didYouMean } from '../core/suggest.js'
import {
  AVRO_COMPLEX,
  AVRO_PRIMITIVES,
  definitionText,
  namespaceOf,
  type AvroAnnotations,
  type AvroField,
  type AvroNamed,
  type AvroPrimitive,
  type AvroType,
} from './avro-types.js'
import type { SchemaProblem } from './model.js'

export interface ParsedAvro {
  /** Null where the text is no schema at all. */
  readonly root: AvroType | null
  readonly named: ReadonlyMap<string, AvroNamed>
  readonly problems: readonly SchemaProblem[]
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const isPrimitive = (name: string): name is AvroPrimitive => (AVRO_PRIMITIVES as readonly string[]).includes(name)
const NO_ANNOTATIONS: AvroAnnotations = { logical: null, precision: null, scale: 0, connect: null }

/** Offset of the JSON after leading white space, `//` lines and block comments. */
function skipHeader(text: string): number {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (;;) {
    while (/\s/.test(text.charAt(at)) && at < text.length) at++
    if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at)
      at = end === -1 ? text.length : end + 1
    } else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      at = end === -1 ? text.length : end + 2
    } else return at
  }
}

export function parseAvro(text: string): ParsedAvro {
  const json = parseExactJson(text, skipHeader(text))
  if (!json.ok) {
    const { line, column } = positionAt(lineStarts(text), json.offset)
    return {
      root: null,
      named: new Map(),
      problems: [{ severity: 'error', path: '', message: `no JSON: ${json.reason} in line ${line}, column ${column}` }],
    }
  }
  const parser = new Parser()
  if (json.duplicate !== null) parser.problem('error', '', `the key \`${json.duplicate}\` stands twice in one object`)
  const root = parser.type(json.value, '', '')
  return { root, named: parser.named, problems: parser.problems }
}

class Parser {
  readonly named = new Map<string, AvroNamed>()
  readonly problems: SchemaProblem[] = []

  problem(severity: SchemaProblem['severity'], path: string, message: string): void {
    this.problems.push({ severity, path, message })
  }

  /** Null after a problem has been reported. */
  type(json: ExactJson, namespace: string, path: string): AvroType | null {
    if (typeof json === 'string') return this.reference(json, namespace, path, NO_ANNOTATIONS)
    if (isExactArray(json)) return this.union(json, namespace, path)
    if (!isExactObject(json)) {
      this.problem('error', path, `a type is a name, an object or a list of branches, not ${describeJson(json)}`)
      return null
    }
    const kind = json.get('type')
    if (kind === undefined) {
      this.problem('error', path, 'a type object without `type`')
      return null
    }
    // {"type": {"type": "string"}} and {"type": ["null", "string"]} wrap a type once more
    if (typeof kind !== 'string') return this.type(kind, namespace, path)
    switch (kind) {
      case 'record':
      case 'error':
        return this.record(json, kind === 'error', namespace, path)
      case 'enum':
        return this.enumeration(json, namespace, path)
      case 'fixed':
        return this.fixed(json, namespace, path)
      case 'array': {
        const items = this.attribute(json, 'items', 'array', namespace, `${path}[]`)
        return items === null ? null : { kind: 'array', items }
      }
      case 'map': {
        const values = this.attribute(json, 'values', 'map', namespace, `${path}{}`)
        return values === null ? null : { kind: 'map', values }
      }
      default:
        return this.reference(kind, namespace, path, this.annotations(json))
    }
  }

  private attribute(json: ExactObject, key: string, of: string, namespace: string, path: string): AvroType | null {
    const value = json.get(key)
    if (value !== undefined) return this.type(value, namespace, path)
    this.problem('error', path, `${of === 'array' ? 'an' : 'a'} ${of} without \`${key}\``)
    return null
  }

  private reference(text: string, namespace: string, path: string, annotations: AvroAnnotations): AvroType | null {
    if (isPrimitive(text)) return { kind: 'primitive', name: text, ...annotations }
    if (text === '' || !text.split('.').every((part) => NAME.test(part))) {
      this.problem('error', path, `\`${text}\` is no type: names hold letters, digits and underscores`)
      return null
    }
    if ((AVRO_COMPLEX as readonly string[]).includes(text)) {
      this.problem('error', path, `\`${text}\` needs an object: \`{"type": "${text}", …}\``)
      return null
    }
    return { kind: 'named', name: text.includes('.') || namespace === '' ? text : `${namespace}.${text}`, short: text }
  }

  private union(list: readonly ExactJson[], namespace: string, path: string): AvroType | null {
    if (list.length === 0) {
      this.problem('error', path, 'a union without branches')
      return null
    }
    const branches: AvroType[] = []
    let whole = true
    const seen = new Set<string>()
    for (const item of list) {
      if (isExactArray(item)) {
        this.problem('error', path, 'a union directly inside a union')
        whole = false
        continue
      }
      const branch = this.type(item, namespace, path)
      if (branch === null) {
        whole = false
        continue
      }
      const name = branch.kind === 'named' || branch.kind === 'primitive' ? branch.name : branch.kind
      if (seen.has(name)) {
        this.problem('error', path, `a union with two branches of type \`${name}\``)
        whole = false
      }
      seen.add(name)
      branches.push(branch)
    }
    return whole ? { kind: 'union', branches } : null
  }

  private annotations(json: ExactObject): AvroAnnotations {
    const logical = json.get('logicalType')
    const connect = json.get('connect.name')
    const number = (key: string): number | null => {
      const value = json.get(key)
      return isExactNumber(value) && /^\d{1,6}$/.test(value.digits) ? Number(value.digits) : null
    }
    return {
      logical: typeof logical === 'string' ? logical : null,
      precision: number('precision'),
      scale: number('scale') ?? 0,
      connect: typeof connect === 'string' ? connect : null,
    }
  }

  /** Full name of a definition and the namespace that holds inside it. */
  private head(
    json: ExactObject,
    kind: string,
    namespace: string,
    path: string,
  ): { name: string; namespace: string; path: string; doc: string | null; aliases: readonly string[] } | null {
    const written = json.get('name')
    if (typeof written !== 'string') {
      this.problem('error', path, `${kind === 'enum' || kind === 'error' ? 'an' : 'a'} ${kind} without \`name\``)
      return null
    }
    const own = json.get('namespace')
    const outer = typeof own === 'string' ? own : namespace
    const name = written.includes('.') || outer === '' ? written : `${outer}.${written}`
    const label = path === '' ? name.slice(name.lastIndexOf('.') + 1) : path
    if (!name.split('.').every((part) => NAME.test(part))) {
      this.problem('error', label, `\`${name}\` is no name for a type: letters, digits and underscores, and no digit first`)
      return null
    }
    if (isPrimitive(written)) this.problem('error', label, `a ${kind} cannot be called \`${written}\`, which is a type of Avro`)
    const inner = namespaceOf(name)
    const aliases = json.get('aliases')
    const doc = json.get('doc')
    return {
      name,
      namespace: inner,
      path: label,
      doc: typeof doc === 'string' ? doc : null,
      aliases: isExactArray(aliases)
        ? aliases.filter((a) => typeof a === 'string').map((a) => (a.includes('.') || inner === '' ? a : `${inner}.${a}`))
        : [],
    }
  }

  private define(type: AvroNamed, path: string): void {
    const known = this.named.get(type.name)
    if (known !== undefined && definitionText(known) !== definitionText(type))
      this.problem('error', path, `\`${type.name}\` is defined twice, and not alike`)
    if (known === undefined) this.named.set(type.name, type)
  }

  private record(json: ExactObject, error: boolean, namespace: string, path: string): AvroType | null {
    const head = this.head(json, error ? 'error' : 'record', namespace, path)
    if (head === null) return null
    const list = json.get('fields')
    if (!isExactArray(list)) {
      this.problem('error', head.path, `the record \`${head.name}\` has no list of \`fields\``)
      return null
    }
    const fields: AvroField[] = []
    const seen = new Map<string, string>()
    let whole = true
    for (const [i, item] of list.entries()) {
      const field = this.field(item, i, head.namespace, head.path)
      if (field === null) {
        whole = false
        continue
      }
      if (seen.has(field.name)) {
        this.problem('error', `${head.path}.${field.name}`, `the field \`${field.name}\` stands twice in \`${head.name}\``)
        whole = false
        continue
      }
      seen.set(field.name, field.name)
      fields.push(field)
    }
    const { connect } = this.annotations(json)
    if (whole)
      this.define({ kind: 'record', error, name: head.name, doc: head.doc, aliases: head.aliases, connect, fields }, head.path)
    return whole ? { kind: 'named', name: head.name, short: head.name } : null
  }

  private field(json: ExactJson, index: number, namespace: string, path: string): AvroField | null {
    if (!isExactObject(json)) {
      this.problem('error', path, `field ${index + 1} is ${describeJson(json)}, not an object`)
      return null
    }
    const name = json.get('name')
    if (typeof name !== 'string') {
      this.problem('error', path, `field ${index + 1} has no \`name\``)
      return null
    }
    const here = `${path}.${name}`
    if (!NAME.test(name)) {
      this.problem('error', here, `\`${name}\` is no name for a field: letters, digits and underscores, and no digit first`)
      return null
    }
    const written = json.get('type')
    if (written === undefined) {
      this.problem('error', here, `the field \`${name}\` has no \`type\`${hint(json)}`)
      return null
    }
    const type = this.type(written, namespace, here)
    if (type === null) return null
    const doc = json.get('doc')
    const aliases = json.get('aliases')
    return {
      name,
      type,
      doc: typeof doc === 'string' ? doc : null,
      aliases: isExactArray(aliases) ? aliases.filter((a) => typeof a === 'string') : [],
      default: json.get('default'),
    }
  }

  private enumeration(json: ExactObject, namespace: string, path: string): AvroType | null {
    const head = this.head(json, 'enum', namespace, path)
    if (head === null) return null
    const list = json.get('symbols')
    if (!isExactArray(list) || list.length === 0) {
      this.problem('error', head.path, `the enum \`${head.name}\` has no list of \`symbols\``)
      return null
    }
    const symbols: string[] = []
    for (const symbol of list) {
      if (typeof symbol !== 'string' || !NAME.test(symbol))
        this.problem(
          'error',
          head.path,
          `${typeof symbol === 'string' ? `\`${symbol}\`` : describeJson(symbol)} is no symbol for the enum \`${head.name}\``,
        )
      else if (symbols.includes(symbol))
        this.problem('error', head.path, `the symbol \`${symbol}\` stands twice in the enum \`${head.name}\``)
      else symbols.push(symbol)
    }
    const fallback = json.get('default')
    const known = typeof fallback === 'string' && symbols.includes(fallback)
    if (fallback !== undefined && !known)
      this.problem(
        'warning',
        head.path,
        `the default of the enum \`${head.name}\` is ${describeJson(fallback)}, which is none of its symbols; it is left out`,
      )
    this.define(
      { kind: 'enum', name: head.name, doc: head.doc, aliases: head.aliases, symbols, default: known ? fallback : null },
      head.path,
    )
    return { kind: 'named', name: head.name, short: head.name }
  }

  private fixed(json: ExactObject, namespace: string, path: string): AvroType | null {
    const head = this.head(json, 'fixed', namespace, path)
    if (head === null) return null
    const size = json.get('size')
    if (!isExactNumber(size) || !/^\d{1,9}$/.test(size.digits) || Number(size.digits) === 0) {
      this.problem('error', head.path, `the fixed \`${head.name}\` needs a \`size\` in bytes, not ${describeJson(size)}`)
      return null
    }
    this.define(
      {
        kind: 'fixed',
        name: head.name,
        doc: head.doc,
        aliases: head.aliases,
        size: Number(size.digits),
        ...this.annotations(json),
      },
      head.path,
    )
    return { kind: 'named', name: head.name, short: head.name }
  }
}

function hint(json: ExactObject): string {
  const near = didYouMean(
    'type',
    [...json.keys()].filter((k) => k !== 'name' && k !== 'doc' && k !== 'default'),
  )
  return near === undefined ? '' : `; ${near}`
}
