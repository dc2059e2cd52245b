// A check with the memory of the one before says what a check without one says, and checks less.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../../src/core/source.js'
import { compile, type Compilation } from '../../src/workspace/compile.js'
import type { Host } from '../../src/workspace/host.js'
import { Session } from '../../src/workspace/session.js'
import { fuzzInput, PROGRAMS } from '../fuzz/inputs.js'

const hostOf = (files: Readonly<Record<string, string>>): Host => ({
  readText: (path) => (files[path] === undefined ? { kind: 'missing' } : { kind: 'text', text: files[path] }),
  list: () => [],
})

function compiled(files: Readonly<Record<string, string>>, file: string, session?: Session): Compilation {
  const index = new SourceIndex()
  return compile({ host: hostOf(files), files: [file], target: 'flink-2.2', index, before: [], ...(session && { session }) })
}

const described = (c: Compilation): unknown => ({
  diagnostics: c.diagnostics.map((d) => ({
    ...d,
    at: d.primary && c.index.locate(d.primary.span),
    related: d.related.map((r) => c.index.locate(r.span)),
  })),
  programs: c.programs,
  suppressed: c.suppressed,
  relations: [...c.model.scopes].map(([path, names]) => [
    path,
    [...names.values()].map(({ name, kind, type }) => ({ name, kind, type })),
  ]),
})

/** What a check without memory says of the program as it stands, to which edits come back. */
const unedited = new WeakMap<object, unknown>()

function compare(session: Session, files: Readonly<Record<string, string>>, file: string): void {
  const fresh = unedited.get(files) ?? described(compiled(files, file))
  unedited.set(files, fresh)
  const again = described(compiled(files, file, session))
  // much quicker where they are equal
  if (!isDeepStrictEqual(again, fresh)) expect(again).toEqual(fresh)
}

const replaced = (files: Readonly<Record<string, string>>, file: string, text: string): Record<string, string> => ({
  ...files,
  [file]: text,
})

describe('checking again after an edit', () => {
  it.each(PROGRAMS.filter((_, i) => i % 4 === 0).map((p) => [p.file, p] as const))('says the same: %s', (_, { file, files }) => {
    const session = new Session()
    const text = files[file]!
    compare(session, files, file)
    for (let at = 11; at < text.length; at += Math.ceil(text.length / 6)) {
      compare(session, replaced(files, file, `${text.slice(0, at)}x${text.slice(at)}`), file)
      compare(session, replaced(files, file, `${text.slice(0, at)}${text.slice(at + 3)}`), file)
      compare(session, files, file)
    }
  })

  it('says the same for programs that make no sense, one after the other', () => {
    const session = new Session()
    for (let number = 0; number < 90; number++) {
      const { files, file } = fuzzInput(number)
      compare(session, files, file)
    }
  })

  const head = `schema s {\n  a int not null,\n  b string,\n  ts timestamp(3) not null\n}\n\nstream r from files 'r.ndjson' {\n  schema s\n  time ts late by 5 seconds\n}\n\n`
  const queries = `stream one =\n  from r\n  where a > 1\n\nstream two =\n  from one\n  select a, b, ts\n\nstream three =\n  from r\n  select b, ts\n`
  const files = { 'a.flow': head + queries }

  it.each([
    ['a query in the middle', files['a.flow'].replace('a > 1', 'a > 2')],
    ['a type that others read', files['a.flow'].replace('b string', 'b bigint')],
    ['a name that is gone', files['a.flow'].replace('stream one', 'stream uno')],
    ['a name that comes back', files['a.flow'].replace('from one', 'from uno')],
    ['a circle', files['a.flow'].replace('  from r\n  where a > 1', '  from two\n  where a > 1')],
    ['a new declaration above', `stream zero =\n  from r\n\n${files['a.flow']}`],
    ['one that shadows', `${files['a.flow']}\nstream one =\n  from r\n`],
    ['a param that is read', `param limit int = 1\n\n${files['a.flow'].replace('a > 1', 'a > limit')}`],
    [
      'a function that is called',
      `fn twice(x int) = x * 2\n\n${files['a.flow'].replace('select a, b', 'select twice(a) as a, b')}`,
    ],
  ])('is right about %s, there and back', (_, text) => {
    const session = new Session()
    compare(session, files, 'a.flow')
    compare(session, { 'a.flow': text }, 'a.flow')
    compare(session, files, 'a.flow')
    compare(session, { 'a.flow': text }, 'a.flow')
    const other = new Session()
    compiled(files, 'a.flow', other)
    compare(other, { 'a.flow': text }, 'a.flow')
  })

  it('keeps the relations that nothing has touched', () => {
    const session = new Session()
    const before = compiled(files, 'a.flow', session).model.scopes.get('a.flow')!
    const after = compiled({ 'a.flow': files['a.flow'].replace('a > 1', 'a > 2') }, 'a.flow', session).model.scopes.get('a.flow')!
    expect(after.get('three')!.declaration).toBe(before.get('three')!.declaration)
    expect(after.get('one')!.declaration).not.toBe(before.get('one')!.declaration)
  })

  it('reads a schema file again, and checks what reads it where it has changed', () => {
    const avsc = (type: string): string => JSON.stringify({ type: 'record', name: 'r', fields: [{ name: 'a', type }] })
    const program = `stream r from files 'r.ndjson' {\n  schema file 'r.avsc'\n}\n\nstream q =\n  from r\n  where a > 1\n`
    const session = new Session()
    for (const type of ['int', 'string', 'string', 'int']) compare(session, { 'a.flow': program, 'r.avsc': avsc(type) }, 'a.flow')
  })
})
