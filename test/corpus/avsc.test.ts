// Walks a folder of real Avro schemas beside the repository and compares each with a row of avsc.expected.txt: columns with
// types as Flink reads them, what cannot be read and why. The file was reviewed by hand, and each readable one was read on
// Flink 2.2.0 over random records, with the derived reader schema or the given one.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resolveSchemaFile } from '../../src/schema/resolve.js'
import type { SchemaResult } from '../../src/schema/model.js'
import { spell } from '../../src/ir/types.js'
import type { Host } from '../../src/workspace/host.js'

const FOLDER = new URL('../../../shared/corpus/avsc/', import.meta.url)
const EXPECTED = new URL('./avsc.expected.txt', import.meta.url)

function host(files: readonly string[]): Host {
  return {
    readText: (path) =>
      files.includes(path) ? { kind: 'text', text: readFileSync(new URL(path, FOLDER), 'utf8') } : { kind: 'missing' },
    list: (_, suffix) => files.filter((f) => f.endsWith(suffix)),
  }
}

function describeSchema(result: SchemaResult): string[] {
  const problems = result.problems.map((p) => `! ${p.severity} ${p.path}: ${p.message}`)
  if (result.schema === null) return problems
  const { name, fields, needsSchemaOption, envelope } = result.schema
  const head = `${name}${needsSchemaOption ? ', reader schema needed' : ''}${envelope ? ', envelope' : ''}`
  return [
    head,
    ...problems,
    ...fields.flatMap((f) => [
      f.field === null
        ? `${f.name}: unreadable, ${f.unreadable}`
        : `${f.name} ${spell(f.field)}${f.default === undefined ? '' : ` default ${JSON.stringify(f.default)}`}${f.note === null ? '' : ` -- ${f.note}`}`,
      ...(f.omitted ?? []).map((o) => `  without ${o.path}: ${o.reason}`),
    ]),
  ]
}

describe.skipIf(!existsSync(FOLDER))('real Avro schemas (skipped where the corpus is not beside the repository)', () => {
  const files = existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .filter((f) => f.endsWith('.avsc'))
        .sort()
    : []
  const expected = new Map(
    readFileSync(EXPECTED, 'utf8')
      .split(/^== /m)
      .slice(1)
      .map((block) => {
        const [file, ...lines] = block.trimEnd().split('\n')
        return [file!, lines.map((l) => l.slice(2))] as const
      }),
  )

  it('has a row for each file, and a file for each row', () => {
    expect([...expected.keys()]).toEqual(files)
  })

  it.each(files)('%s', (file) => {
    const result = resolveSchemaFile(host(files), file)
    if ('missing' in result) throw new Error(result.missing)
    expect(describeSchema(result)).toEqual(expected.get(file))
  })
})
