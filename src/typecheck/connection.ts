// `connection` and `catalog` blocks: known properties, references for secrets.
import { suggest } from '../core/suggest.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import type { ConfigValue, PlanCatalog, PlanConnection } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { checkFileName } from './file-name.js'
import { addLine, replace } from './fixes.js'
import { kindWords } from './scopes.js'
import { topicNameProblem } from './topic.js'
import { unsupported } from './unsupported.js'

interface Property {
  readonly required: boolean
  readonly secret?: boolean
}

const POSTGRES: Readonly<Record<string, Property>> = {
  host: { required: true },
  port: { required: false },
  database: { required: true },
  user: { required: true },
  password: { required: true, secret: true },
  'topic prefix': { required: false },
  slot: { required: false },
  publication: { required: false },
  'ssl mode': { required: false },
}

export const POSTGRES_PROPERTIES: readonly string[] = Object.keys(POSTGRES)

/** A second cluster: how its clients log in. The one that the environment names has its settings there. */
const KAFKA: Readonly<Record<string, Property>> = {
  bootstrap: { required: true },
  'sasl mechanism': { required: false },
  user: { required: false },
  password: { required: false, secret: true },
  ssl: { required: false },
}

export const KAFKA_PROPERTIES: readonly string[] = Object.keys(KAFKA)

/** Properties that decide which options are written: their values are among these, here and in environments. */
export const KAFKA_CHOICES: Readonly<Record<string, readonly string[]>> = {
  'sasl mechanism': ['plain', 'scram-sha-256', 'scram-sha-512'],
  ssl: ['on'],
}

const ICEBERG: Readonly<Record<string, Property>> = {
  uri: { required: true },
  warehouse: { required: true },
  credential: { required: false, secret: true },
  token: { required: false, secret: true },
  scope: { required: false },
  'oauth2 server uri': { required: false },
  'io impl': { required: false },
}

const value = (v: ast.ConfigValueNode): ConfigValue =>
  v.kind === 'text' || v.kind === 'number' ? { kind: 'text', text: v.value } : { kind: v.kind, name: v.name }

/** `ORDERS_DB_PASSWORD` */
const variable = (d: ast.ConnectionDecl | ast.CatalogDecl, property: string): string =>
  `${d.name.text}_${property}`.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')

function properties(
  d: ast.ConnectionDecl | ast.CatalogDecl,
  known: Readonly<Record<string, Property>>,
  what: string,
  checking: Checking,
): PlanConnection['properties'] {
  const { bag } = checking
  const seen = new Set<string>()
  for (const p of d.properties) {
    const property = Object.hasOwn(known, p.name.text) ? known[p.name.text]! : null
    if (property === null) {
      const near = suggest(p.name.text, Object.keys(known))
      if (near[0] !== undefined) seen.add(near[0]) // it was meant, so it is not missing
      bag.report(
        sinks.config,
        p.name.span,
        { what, reason: `it has no property \`${p.name.text}\`` },
        {
          help:
            near[0] === undefined
              ? `it has ${Object.keys(known)
                  .map((k) => `\`${k}\``)
                  .join(', ')}`
              : `did you mean \`${near[0]}\`?`,
          fixes: near.map((n) => replace(p.name.span, n)),
        },
      )
    } else if (property.secret === true && (p.value.kind === 'text' || p.value.kind === 'number'))
      bag.report(
        sinks.plainSecret,
        p.value.span,
        { property: p.name.text },
        { fixes: [replace(p.value.span, `secret('${variable(d, p.name.text)}')`)] },
      )
    seen.add(p.name.text)
  }
  for (const [name, p] of Object.entries(known))
    if (p.required && !seen.has(name) && !d.incomplete) {
      const line = `${name} ${p.secret === true ? 'secret' : 'env'}('${variable(d, name)}')`
      bag.report(
        sinks.config,
        d.name.span,
        { what, reason: `\`${name}\` is missing` },
        { help: `add it: \`${line}\``, fixes: [addLine(d.span, line)] },
      )
    }
  return d.properties.map((p) => ({ name: p.name.text, value: value(p.value) }))
}

export function checkConnection(d: ast.ConnectionDecl, checking: Checking): PlanConnection | null {
  if (d.connector.text === 'kafka') return kafkaConnection(d, checking)
  if (d.connector.text !== 'postgres') {
    unsupported(checking.bag, d.connector.span, `a connection of kind \`${d.connector.text}\``)
    return null
  }
  checkFileName(d.name, `connection \`${d.name.text}\``, checking)
  const list = properties(d, POSTGRES, `connection \`${d.name.text}\``, checking)
  return { name: d.name.text, kind: 'postgres', properties: list }
}

function kafkaConnection(d: ast.ConnectionDecl, checking: Checking): PlanConnection {
  const what = `connection \`${d.name.text}\``
  const list = properties(d, KAFKA, what, checking)
  const has = (name: string): boolean => d.properties.some((p) => p.name.text === name)
  const wrong = (at: ast.Node, reason: string, help: string): void =>
    checking.bag.report(sinks.config, at.span, { what, reason }, { help })
  for (const p of d.properties) {
    const choices = KAFKA_CHOICES[p.name.text]
    if (choices === undefined || (p.value.kind === 'text' && choices.includes(p.value.value))) continue
    wrong(
      p.value,
      `\`${p.name.text}\` is none of ${choices.map((c) => `\`${c}\``).join(', ')}`,
      'it decides which options are written',
    )
  }
  if (!d.incomplete && has('user') !== has('password'))
    wrong(d.name, `\`${has('user') ? 'password' : 'user'}\` is missing`, 'a login is both of them')
  if (!d.incomplete && has('sasl mechanism') && !has('user') && !has('password'))
    wrong(d.name, '`user` and `password` are missing', 'a mechanism says how they are sent')
  return { name: d.name.text, kind: 'kafka', properties: list }
}

export function checkCatalog(d: ast.CatalogDecl, checking: Checking): PlanCatalog | null {
  if (d.connector.text !== 'iceberg') {
    unsupported(checking.bag, d.connector.span, `a catalog of kind \`${d.connector.text}\``)
    return null
  }
  return { name: d.name.text, kind: 'iceberg', properties: properties(d, ICEBERG, `catalog \`${d.name.text}\``, checking) }
}

export interface Captured {
  /** The connection as it was declared: an import may give it another name. */
  readonly connection: string
  readonly topic: string
}

/** The topic that Debezium writes a table's changes to: `<topic prefix>.<schema>.<table>`; the prefix is the connection's name by default. */
export function captured(from: ast.SourceDecl['from'] & { kind: 'cdc' }, file: string, checking: Checking): Captured | null {
  const { bag } = checking
  const wellFormed = /^[^.'"\s]+\.[^.'"\s]+$/.test(from.table.value)
  if (!wellFormed)
    bag.report(
      sinks.config,
      from.table.span,
      { what: 'the captured table', reason: `\`${from.table.value}\` is not <schema>.<table>` },
      {
        help: "for example `'public.customers'`",
        fixes: /^\w+$/.test(from.table.value) ? [replace(from.table.span, `'public.${from.table.value}'`)] : [],
      },
    )
  const binding = checking.lookup(file, from.connection, 'connection')
  if (binding === null || binding.symbol.kind === 'broken') return null
  const wrong = (reason: string): null => {
    const related = [{ span: binding.span, text: 'declared here' }]
    bag.report(sinks.config, from.connection.span, { what: `\`${from.connection.text}\``, reason }, { related })
    return null
  }
  if (binding.symbol.kind !== 'connection') return wrong(`it is ${kindWords(binding.symbol)}, not a connection`)
  const { declaration } = binding.symbol
  if (declaration.connector.text === 'kafka') return wrong('it is a connection of kind `kafka`, which has topics and no tables')
  if (declaration.connector.text !== 'postgres' || !wellFormed) return null // the first is reported with the connection
  const prefix = declaration.properties.find((p) => p.name.text === 'topic prefix')?.value
  if (prefix !== undefined && prefix.kind !== 'text') {
    bag.report(sinks.config, prefix.span, {
      what: `connection \`${declaration.name.text}\``,
      reason: 'the topic prefix names topics and subjects, so it is a text',
    })
    return null
  }
  const connection = declaration.name.text
  const topic = `${prefix === undefined ? connection : prefix.value}.${from.table.value.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`
  const problem = topicNameProblem(topic)
  if (problem === null) return { connection, topic }
  bag.report(sinks.topicName, from.table.span, { topic, reason: problem })
  return null
}
