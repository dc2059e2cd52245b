import { describe, expect, it } from 'vitest'
import { MAX_DEPTH, MAX_LENGTH } from '../../src/parser/index.js'
import { print, read } from './tree.js'

const where = (condition: string): string => `stream x =\n  from r\n  where ${condition}\n\nstream y =\n  from x\n`

describe('nesting', () => {
  const nest = (n: number): string => where(`${'('.repeat(n)}a${')'.repeat(n)}`)

  it('is read down to the limit', () => {
    expect(read(nest(MAX_DEPTH)).messages).toEqual([])
  })

  it.each([
    ['brackets', nest(MAX_DEPTH + 1)],
    ['calls', where('f('.repeat(1000))],
    ['cases', where('case when '.repeat(1000))],
    ['indexes', where('a['.repeat(1000))],
    ['blocks', `pipeline p ${'{'.repeat(1000)}\n\nstream y =\n  from x\n`],
    ['types', `schema s {\n  a ${'array<'.repeat(1000)}int\n}\n\nstream y =\n  from x\n`],
    ['rows', `schema s {\n  a ${'row<a '.repeat(1000)}int\n}\n\nstream y =\n  from x\n`],
    ['cells', `test 't' for p {\n  given a\n  | a |\n  | ${'array['.repeat(1000)} |\n}\n\nstream y =\n  from x\n`],
  ])('deeper than that is refused before it is read: %s', (_, text) => {
    const { codes, file } = read(text)
    expect(codes.map((c) => c.split(' ')[0])).toEqual(['FLOW1017'])
    expect(file.declarations[0]!.kind).toBe('broken')
    expect(print(file.declarations[1])).toBe('(query _ stream y [(from x _)])')
  })

  it.each([
    ['operators', where(`a${' or a'.repeat(5000)}`)],
    ['signs', where(`${'- '.repeat(5000)}a`)],
    ['negations', where(`${'not '.repeat(5000)}a`)],
    [
      'operators in many brackets',
      where(Array.from({ length: 60 }, () => `(a${' + a'.repeat(20)} + `).join('') + `a${')'.repeat(60)}`),
    ],
  ])('of a tree by a chain is refused as well: %s', (_, text) => {
    const { codes, file } = read(text)
    expect(codes.map((c) => c.split(' ')[0])).toEqual(['FLOW1039'])
    const depth = (node: unknown): number =>
      typeof node !== 'object' || node === null ? 0 : 1 + Math.max(0, ...Object.values(node).map(depth))
    expect(depth(file.declarations[0])).toBeLessThan(5000)
  })
})

describe('operators', () => {
  it.each([
    ['one kind', (n: number) => `a${' or a'.repeat(n)}`],
    ['of several precedences', (n: number) => `a > 0${' or a > 0'.repeat((n - 1) / 2)}`],
    ['before', (n: number) => `${'not '.repeat(n)}a`],
    ['behind', (n: number) => `a${' is true'.repeat(n)}`],
  ])('are counted as they are written: %s', (_, chain) => {
    expect(read(where(chain(999))).codes).toEqual([])
    expect(read(where(chain(1001))).codes.map((c) => c.split(' ')[0])).toEqual(['FLOW1039'])
  })
})

describe('size', () => {
  it('over the limit is refused before it is read', () => {
    const { messages, file } = read('-'.repeat(MAX_LENGTH + 1))
    expect(messages).toEqual([`FLOW1018 1:1 the file has 17 MB, the limit of a program is 16 MB`])
    expect(file.declarations).toEqual([])
  })

  it('of a line does not matter', () => {
    const long = 'x'.repeat(500_000)
    expect(read(where(`a = '${long}' and ${long} > 1 -- ${long}`)).messages).toEqual([])
    expect(read(where(`a = '${"''".repeat(200_000)}'`)).messages).toEqual([])
    expect(read(where(`a = '${long}`)).codes).toEqual(['FLOW1010 3:13'])
  })

  it('of lists does not matter', () => {
    expect(read(where(`a in (${'1,'.repeat(5000)}1)`)).messages).toEqual([])
  })
})

describe('what is no text', () => {
  it('is refused with its first NUL', () => {
    expect(read('stream x =\n  from \0\0\0 y\n').codes).toEqual(['FLOW1019 2:8'])
  })
})
