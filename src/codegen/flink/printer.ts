// Statements as SQL text: one by one for a gateway, or the whole file with comments and a source map.
import type {
  FlinkProgram,
  SqlColumn,
  SqlCreateTable,
  SqlInsert,
  SqlOptions,
  SqlSourceMap,
  SqlStatement,
  SqlWatermark,
} from '../artifact.js'
import type { Span } from '../../core/span.js'
import { icebergFile } from '../file-names.js'
import { intervalText, quoteName, quotePath, quoteText } from './quote.js'
import { SqlWriter, type MarkedSql } from './writer.js'

export interface PrintOptions {
  /** Reasons and notes as `--` comments; a statement for a gateway does without. */
  readonly comments: boolean
}

/** One statement without its final semicolon; null for a table that exists through its catalog's API. */
export function printStatement(statement: SqlStatement, options: PrintOptions = { comments: false }): MarkedSql | null {
  const w = new SqlWriter()
  w.at(statement.origin, () => {
    switch (statement.kind) {
      case 'set':
        w.write(`SET ${quoteText(statement.key)} = ${quoteText(statement.value)}`)
        break
      case 'create catalog':
        w.write(`CREATE CATALOG ${quoteName(statement.name)} WITH (`)
        writeOptions(w, statement.options, options)
        w.write('\n)')
        break
      case 'create database':
        w.write(`CREATE DATABASE IF NOT EXISTS ${quotePath([statement.catalog, statement.name])}`)
        break
      case 'create function':
        w.write(`CREATE FUNCTION ${quoteName(statement.name)} AS ${quoteText(statement.className)} LANGUAGE JAVA`)
        if (statement.jar !== null) w.write(`\n  USING JAR ${quoteText(statement.jar)}`)
        break
      case 'create table':
        writeTable(w, statement, options)
        break
      case 'create view':
        w.write(`CREATE VIEW ${quoteName(statement.name)} ${nameList(statement.columns)}`)
        if (statement.comment !== null) w.write(`\nCOMMENT ${quoteText(statement.comment)}`)
        w.write('\nAS ').embed(statement)
        break
      case 'statement set':
        writeSet(w, statement.inserts)
        break
    }
  })
  return statement.kind === 'create table' && statement.madeBy === 'catalog' ? null : w.result()
}

function writeTable(w: SqlWriter, t: SqlCreateTable, options: PrintOptions): void {
  const ifAbsent = t.name.length > 1 ? 'IF NOT EXISTS ' : ''
  w.write(`CREATE TABLE ${ifAbsent}${quotePath(t.name)}`)
  const lines = t.columns.filter((c) => t.like === undefined || c.kind !== 'physical').map(columnText)
  if (t.primaryKey.length > 0) lines.push(`PRIMARY KEY (${t.primaryKey.map(quoteName).join(', ')}) NOT ENFORCED`)
  if (t.watermark !== null) lines.push(watermarkText(t.watermark))
  if (lines.length > 0) w.write(` (\n  ${lines.join(',\n  ')}\n)`)
  if (t.comment !== null) w.write(`\nCOMMENT ${quoteText(t.comment)}`)
  if (t.partitionedBy.length > 0) w.write(`\nPARTITIONED BY (${t.partitionedBy.map(quoteName).join(', ')})`)
  w.write(t.comment === null && t.partitionedBy.length === 0 ? ' WITH (' : '\nWITH (')
  writeOptions(w, t.options, options)
  w.write('\n)')
  if (t.like !== undefined) w.write(`\nLIKE ${quotePath(t.like)}`)
}

export function columnText(c: SqlColumn): string {
  switch (c.kind) {
    case 'physical':
      return `${quoteName(c.name)} ${c.type}${c.comment === undefined ? '' : ` COMMENT ${quoteText(c.comment)}`}`
    case 'metadata':
      return `${quoteName(c.name)} ${c.type} METADATA${c.name === c.key ? '' : ` FROM ${quoteText(c.key)}`} VIRTUAL`
    case 'computed':
      return `${quoteName(c.name)} AS ${c.sql}${c.comment === undefined ? '' : ` COMMENT ${quoteText(c.comment)}`}`
  }
}

function watermarkText({ column, strategy }: SqlWatermark): string {
  const name = quoteName(column)
  switch (strategy.kind) {
    case 'delay': {
      const time = strategy.milliseconds === 0 ? name : `${name} - ${intervalText(strategy.milliseconds)}`
      return `WATERMARK FOR ${name} AS ${strategy.only === null ? time : `CASE WHEN ${strategy.only} THEN ${time} END`}`
    }
    case 'source':
      return `WATERMARK FOR ${name} AS SOURCE_WATERMARK()`
    case 'end':
      return `WATERMARK FOR ${name} AS CAST(NULL AS ${strategy.type})`
  }
}

function writeOptions(w: SqlWriter, list: SqlOptions, { comments }: PrintOptions): void {
  list.forEach((o, i) => {
    const comma = i < list.length - 1 ? ',' : ''
    const because = comments && o.because !== undefined ? ` -- ${oneLine(o.because)}` : ''
    w.write(`\n  ${quoteText(o.name)} = ${quoteText(o.value)}${comma}${because}`)
  })
}

function writeSet(w: SqlWriter, inserts: readonly SqlInsert[]): void {
  w.write('EXECUTE STATEMENT SET\nBEGIN')
  for (const insert of inserts) {
    w.write('\n')
    w.at(insert.origin, () =>
      w
        .write(insertHead(insert))
        .write('\n')
        .embed(insert)
        .write(insert.suffix === null ? '' : `\n${insert.suffix}`),
    )
    w.write(';\n')
  }
  w.write('END')
}

const insertHead = (insert: SqlInsert): string => `INSERT INTO ${quotePath(insert.target)} ${nameList(insert.columns)}`

const LINE = 120

/** Column names in parentheses, wrapped where a line would get long. */
function nameList(names: readonly string[]): string {
  const quoted = names.map(quoteName)
  const line = `(${quoted.join(', ')})`
  if (line.length <= LINE - 20) return line
  const lines: string[] = []
  for (const name of quoted) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length + 2 <= LINE - 4) lines[lines.length - 1] = `${last}, ${name}`
    else lines.push(name)
  }
  return `(\n  ${lines.join(',\n  ')}\n)`
}

/** The same statement set as EXPLAIN wants it. */
export function explainStatement(program: FlinkProgram, prefix: 'EXPLAIN' | `EXPLAIN ${string}` = 'EXPLAIN'): string {
  const set = program.statements.find((s) => s.kind === 'statement set')
  const text = set === undefined ? '' : printStatement(set)!.sql
  return text.replace(/^EXECUTE/, prefix)
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The file for people. Deterministic; ends with a line break. */
export function printProgram(program: FlinkProgram): { readonly text: string; readonly map: SqlSourceMap } {
  let text = program.heading.map((line) => `-- ${oneLine(line)}`.trimEnd()).join('\n')
  const mappings: { start: number; end: number; origin: Span }[] = []
  let previous: SqlStatement | null = null
  for (const statement of program.statements) {
    const together = previous?.kind === 'set' && statement.kind === 'set'
    text += together ? '\n' : '\n\n'
    text += notesAbove(statement)
    const printed = printStatement(statement, { comments: true })
    if (printed !== null) {
      const start = text.length
      text += `${printed.sql};`
      if (statement.kind === 'set') text += ` -- ${oneLine(statement.because)}`
      for (const m of printed.marks) mappings.push({ start: start + m.start, end: start + m.end, origin: m.origin })
    }
    previous = statement
  }
  return { text: `${text}\n`, map: { version: 1, mappings } }
}

function notesAbove(statement: SqlStatement): string {
  const lines: string[] = []
  if (statement.kind === 'create view') {
    if (statement.note !== null) lines.push(statement.note)
  }
  if (statement.kind === 'create table') {
    if (statement.madeBy === 'catalog')
      lines.push(
        `Table ${quotePath(statement.name)} is made through the catalog's REST API (${icebergFile(statement.name)}):`,
        'Flink SQL cannot write its partition transforms.',
      )
  }
  const text = lines.map((l) => `-- ${oneLine(l)}`.trimEnd()).join('\n')
  if (text === '') return ''
  return statement.kind === 'create table' && statement.madeBy === 'catalog' ? text : `${text}\n`
}
