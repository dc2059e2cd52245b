import { describe, expect, it } from 'vitest'
import { clause, print, read } from './tree.js'

const kinds = (text: string): string[] => {
  const { file, messages } = read(text)
  expect(messages).toEqual([])
  return file.declarations.map((d) => (d.kind === 'query' ? d.clauses.map((c) => c.kind).join(' ') : d.kind))
}

describe('a clause', () => {
  it.each(['late count', 'late as late_rows', 'late to dlq'])('goes on at the beginning of a line with `%s`', (line) => {
    expect(kinds(`stream x =\n  from r\n  window tumble 1 day\n       ${line}\n  group by a\n  select a\n`)).toEqual([
      'from window group',
    ])
  })

  it('keeps `select` where its `group by` stands behind other clauses on a line', () => {
    expect(kinds('stream x = from r window tumble 1 day late count group by a\n  select a\n  union all b\n')).toEqual([
      'from window group union',
    ])
  })

  it('goes on with `at`, `on`, `as` and `having`, one a line', () => {
    expect(
      kinds(
        'stream x =\n  from r\n  as q\n  left join t\n    as u\n    at q.ts\n    on q.a = u.a\n    late count\n  group by a\n  select a\n  having a > 1\n',
      ),
    ).toEqual(['from join group'])
  })

  it('may begin in column 1', () => {
    expect(
      kinds('stream x =\nfrom r\nwhere a\nwindow tumble 1 day late count\ngroup by a\nselect a,\n  b\nstream y =\nfrom x\n'),
    ).toEqual(['from where window group', 'from'])
  })

  it('may stand on the line of another', () => {
    expect(kinds('stream x = from r as q where a > 0 left join t at q.ts on true late count select a\n')).toEqual([
      'from where join select',
    ])
  })

  it('does not begin inside brackets', () => {
    expect(
      kinds('stream x =\n  from r\n  select sum(a) filter (\n    where b\n  ) as s, f(\n    select_me,\n    extend\n  ) as t\n'),
    ).toEqual(['from select'])
  })

  it('does not begin at a column after a comma or an operator', () => {
    expect(clause('select a,\n    window,\n    left,\n    union,\n    group,\n    a +\n    join')).toBe(
      '(select [(item (path [a]) _) (item (path [window]) _) (item (path [left]) _) (item (path [union]) _) (item (path [group]) _) (item (binary + (path [a]) (path [join])) _)])',
    )
  })

  it('begins after a trailing comma where two words say so', () => {
    expect(clause('select a,\n  window tumble 1 day late count\n  group by a,\n  select a,\n  union all b')).toBe(
      '(select [(item (path [a]) _)]) (window (tumble 86400000ms _) {false (count)}) (group [(path [a])] [(item (path [a]) _)] _) (union b)',
    )
  })

  it('survives a bracket that is never closed before it', () => {
    const { file, codes } = read('stream x =\n  from r\n  select f(a\n  where b\n  union all c\n')
    expect(codes).toEqual(['FLOW1006 3:11'])
    expect(print(file.declarations[0])).toContain('(where (path [b]) _) (union c)')
  })
})

describe('a declaration', () => {
  it('begins at its word in column 1, also inside a block or text that is left open', () => {
    const { file, codes } = read("pipeline p {\n  owner 'x\nstream x =\n  from r\n  select f((a\ntable y =\n  from x\n")
    expect(codes).toEqual(['FLOW1006 1:12', 'FLOW1010 2:9', 'FLOW1006 5:11', 'FLOW1006 5:12'])
    expect(file.declarations.map((d) => d.kind)).toEqual(['pipeline', 'query', 'query'])
  })

  it('that is misspelt begins as well, whatever is open above it', () => {
    expect(read('stream x =\n  from r\n  select f(a\nstrem y =\n  from x\n').codes).toEqual(['FLOW1006 3:11', 'FLOW1002 4:1'])
    expect(read("topic 't' {\n  replicas 3\nskema s {\n  a int\n}\n").codes).toEqual(['FLOW1006 1:11', 'FLOW1002 3:1'])
  })

  it('does not begin at an item of a list in column 1', () => {
    expect(kinds('stream x =\nfrom r\nselect\na as b,\nc as d, f(\ne,\ng\n)\nwhere h is null\n')).toEqual(['from select where'])
  })

  it('keeps lines that are not indented, and says so where they begin with the word of a declaration', () => {
    const { file, codes } = read(
      "stream s from kafka 't' {\nstart latest\nschema registry\n  format json\n}\n\ntable y =\n  from s\n",
    )
    expect(codes).toEqual(['FLOW1009 3:1'])
    expect(file.declarations.map(print)).toEqual([
      "(source _ stream s (kafka ['t'] false _ false) [(start latest _ _) (schema (registry _ _)) (format json)])",
      '(query _ table y [(from s _)])',
    ])
  })

  it('keeps several of them', () => {
    expect(read("connection c postgres {\n  a 1\nschema 'x'\ntable 'y'\ntopic 'z'\n}\n").codes).toEqual([
      'FLOW1009 3:1',
      'FLOW1009 4:1',
      'FLOW1009 5:1',
    ])
  })

  it('that follows a block which is open is its own where it has a block of its own', () => {
    const { file, codes } = read("stream s from kafka 't' {\n  start latest\n\nschema r {\n  a int\n}\n")
    expect(codes).toEqual(['FLOW1006 1:25'])
    expect(file.declarations.map((d) => d.kind)).toEqual(['source', 'schema'])
  })
})

describe('an empty file', () => {
  it.each(['', '\n\n', '-- nothing\n', '/// nothing\n', '\ufeff'])('%j is a library without declarations', (text) => {
    const { file, messages } = read(text)
    expect(messages).toEqual([])
    expect(file.declarations).toEqual([])
  })
})
