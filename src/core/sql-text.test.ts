import { describe, expect, it } from 'vitest'
import { lookAtSql } from './sql-text.js'

describe('one query', () => {
  it.each([
    'SELECT 1',
    '  select a from b -- ; ) (',
    'SELECT a // it is a comment to Flink: )\nFROM b',
    "SELECT ';' || '(' || '''' FROM `a;b`",
    "SELECT E'it\\'s; (' FROM b",
    "SELECT 'a\\' FROM b",
    '/* ; ) */ WITH a AS (SELECT 1) SELECT * FROM a',
    '(SELECT 1) UNION ALL (SELECT 2)',
    'VALUES (1), (2)',
    'SELECT a[1], MAP[1, 2] FROM b',
  ])('%s', (text) => {
    expect(lookAtSql(text).problem).toBe(null)
  })
})

describe('no query', () => {
  it.each([
    ['SELECT 1; DROP TABLE b', '`;` would end it', 8],
    ['SELECT 1) AS x; --', '`)` closes nothing', 8],
    ['SELECT (1', '`(` is not closed', 7],
    ['SELECT (1]', '`]` closes nothing', 9],
    ["SELECT 'abc", 'a text is not closed', 7],
    ["SELECT E'abc\\'", 'a text is not closed', 8],
    ['SELECT `abc', 'a name in backquotes is not closed', 7],
    ['SELECT 1 /* x', 'a comment is not closed', 9],
    ['-- nothing', 'there is no query', 0],
    ['INSERT INTO a SELECT 1', 'begins with SELECT', 0],
    ['SELECTED', 'begins with SELECT', 0],
  ])('%s', (text, problem, at) => {
    const look = lookAtSql(text)
    expect(look.problem).toContain(problem)
    expect(look.at).toBe(at)
  })
})

it('tells where lines belong to a text', () => {
  expect(lookAtSql("SELECT 'a\n  b'").fixedLines).toBe(true)
  expect(lookAtSql('SELECT /* a\n b */ 1').fixedLines).toBe(true)
  expect(lookAtSql("SELECT 'a' -- b\n  , 'c'").fixedLines).toBe(false)
})
