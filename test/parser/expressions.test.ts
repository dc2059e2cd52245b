import { describe, expect, it } from 'vitest'
import { clause, expression } from './tree.js'

describe('operators bind as Flink binds them', () => {
  // each answer was asked of Flink 2.2: constant SELECTs that differ by grouping
  it.each([
    ['a = b is null', '(is (binary = (path [a]) (path [b])) false null)'],
    ['not a = b', '(unary not (binary = (path [a]) (path [b])))'],
    ['not a is null', '(unary not (is (path [a]) false null))'],
    ['not a in (1)', '(unary not (in (path [a]) false [(number 1)]))'],
    ['not a and b', '(binary and (unary not (path [a])) (path [b]))'],
    ['a is distinct from b = c', '(binary = (is distinct (path [a]) false (path [b])) (path [c]))'],
    ['a = b is distinct from c', '(is distinct (binary = (path [a]) (path [b])) false (path [c]))'],
    ['a is distinct from b is null', '(is (is distinct (path [a]) false (path [b])) false null)'],
    ['not a is distinct from not b', '(unary not (is distinct (path [a]) false (unary not (path [b]))))'],
    ['a or b is distinct from c', '(binary or (path [a]) (is distinct (path [b]) false (path [c])))'],
    ['a similar to b || c = d', '(binary = (like similar (path [a]) false (binary || (path [b]) (path [c])) _) (path [d]))'],
    ['i in (1, 2) = a', '(binary = (in (path [i]) false [(number 1) (number 2)]) (path [a]))'],
    ['a = not b < c', '(binary = (path [a]) (unary not (binary < (path [b]) (path [c]))))'],
    ['a = not b is null', '(binary = (path [a]) (unary not (is (path [b]) false null)))'],
    ['a is true is false', '(is (is (path [a]) false true) false false)'],
    ['a or b and c', '(binary or (path [a]) (binary and (path [b]) (path [c])))'],
    ['a = b = true', '(binary = (binary = (path [a]) (path [b])) (boolean true))'],
    ['true = a like b', '(binary = (boolean true) (like like (path [a]) false (path [b]) _))'],
    ['a between 1 and 10 = true', '(binary = (between false (path [a]) false (number 1) (number 10)) (boolean true))'],
    ["'x' || 2 * 3", '(binary * (binary || (string x) (number 2)) (number 3))'],
    ["2 + 3 || 'x'", '(binary + (number 2) (binary || (number 3) (string x)))'],
    ['-2 * -3', '(binary * (unary - (number 2)) (unary - (number 3)))'],
    ['7 % 4 * 2', '(binary * (binary % (number 7) (number 4)) (number 2))'],
    ['5 - 3 - 1', '(binary - (binary - (number 5) (number 3)) (number 1))'],
    ['(a + b) * c', '(binary * (binary + (path [a]) (path [b])) (path [c]))'],
    [
      'a between 1 + 1 and 2 * 2 and b',
      '(binary and (between false (path [a]) false (binary + (number 1) (number 1)) (binary * (number 2) (number 2))) (path [b]))',
    ],
  ])('%s', (text, tree) => {
    expect(expression(text)).toBe(tree)
  })
})

describe('forms', () => {
  it.each([
    ['null', '(null)'],
    ['TRUE', '(boolean true)'],
    ['.5', '(number .5)'],
    ['1.50', '(number 1.50)'],
    ['1e-3', '(number 1e-3)'],
    ["'it''s'", "(string it's)"],
    ['o.payload.id', '(path [o payload id])'],
    ['`select`.`a``b`', '(path [select a`b])'],
    ['o.select', '(path [o select])'],
    ['a is not false', '(is (path [a]) true false)'],
    ["a not like 'x!%' escape '!'", '(like like (path [a]) true (string x!%) (string !))'],
    ['a not between b and c', '(between false (path [a]) true (path [b]) (path [c]))'],
    ["a not in ('x', 'y')", '(in (path [a]) true [(string x) (string y)])'],
    ['case when a then b when c then d else e end', '(case _ [{(path [a]) (path [b])} {(path [c]) (path [d])}] (path [e]))'],
    ["case x when 1 then 'a' end", '(case (path [x]) [{(number 1) (string a)}] _)'],
    ['cast(a as decimal(18, 2))', '(cast false (path [a]) (named decimal [18 2]))'],
    ['try_cast(a as double precision)', '(cast true (path [a]) (named double precision []))'],
    ['cast(a as timestamp(3) with local time zone)', '(cast false (path [a]) (named timestamp_ltz [3]))'],
    ['cast(a as character varying(3))', '(cast false (path [a]) (named character varying [3]))'],
    ['cast(a as timestamp without time zone)', '(cast false (path [a]) (named timestamp []))'],
    [
      'cast(a as array<map<string, row<x int not null, y multiset<bigint>>>>)',
      '(cast false (path [a]) (array (map (named string []) false (row [{x (named int []) true _} {y (multiset (named bigint []) false) false _}]) false) false))',
    ],
    ["DATE '2026-01-01'", "(typed literal date '2026-01-01')"],
    ["timestamp '2026-01-01 00:00:00'", "(typed literal timestamp '2026-01-01 00:00:00')"],
    ["INTERVAL '1:30' HOUR TO MINUTE", "(interval false '1:30' hour minute _ _)"],
    ["INTERVAL -'1 02:03:04.5' DAY(3) TO SECOND(6)", "(interval true '1 02:03:04.5' day second 3 6)"],
    ["interval '1.5' second(2, 1)", "(interval false '1.5' second _ 2 1)"],
    ["interval '1-2' years(4) to month", "(interval false '1-2' year month 4 _)"],
    ['interval 5 minutes', '(special (interval (number 5) minute))'],
    ['interval (n + 1) day', '(special (interval (binary + (path [n]) (number 1)) day))'],
    ['(a - b) day to second(3)', '(special (difference (path [a]) (path [b]) day second _ 3))'],
    ["timestamp with local time zone '2026-01-01 00:00:00'", "(typed literal timestamp_ltz '2026-01-01 00:00:00')"],
    ["X'0aFF'", '(bytes 0aFF)'],
    ["x''", '(bytes )'],
    ['a[1]', '(element (path [a]) (number 1))'],
    ["o.m['k'][i + 1]", '(element (element (path [o m]) (string k)) (binary + (path [i]) (number 1)))'],
    ['a[1].x.y', '(field (field (element (path [a]) (number 1)) x) y)'],
    ['(r).x', '(field (path [r]) x)'],
    ['f(x).y', '(field (call f false false [(path [x])] _) y)'],
    ['-a[1] * 2', '(binary * (unary - (element (path [a]) (number 1))) (number 2))'],
    ['ARRAY[1, 2][1]', '(element (constructor array [(number 1) (number 2)]) (number 1))'],
    ['array[]', '(constructor array [])'],
    ["map['a', 1]", '(constructor map [(string a) (number 1)])'],
    ["row(1, 'a')", '(constructor row [(number 1) (string a)])'],
    ["(1, 'a')", '(constructor row [(number 1) (string a)])'],
    ['(a, b) in ((1, 2))', '(in (constructor row [(path [a]) (path [b])]) false [(constructor row [(number 1) (number 2)])])'],
    ['a is not unknown', '(is (path [a]) true unknown)'],
    ['a is distinct from b', '(is distinct (path [a]) false (path [b]))'],
    ['a is not distinct from b and c', '(binary and (is distinct (path [a]) true (path [b])) (path [c]))'],
    ["a not similar to 'x%' escape '!'", '(like similar (path [a]) true (string x%) (string !))'],
    ['a between symmetric b and c', '(between true (path [a]) false (path [b]) (path [c]))'],
    ['a between asymmetric b and c', '(between false (path [a]) false (path [b]) (path [c]))'],
    ['a between symmetric and c', '(between false (path [a]) false (path [symmetric]) (path [c]))'],
    ['extract(year from ts)', '(special (extract {year} (path [ts])))'],
    ['floor(ts to month)', '(special (floor (path [ts]) {month}))'],
    ['CEILING(ts TO DAY)', '(special (ceil (path [ts]) {day}))'],
    ['floor(a + b)', '(call floor false false [(binary + (path [a]) (path [b]))] _)'],
    ['timestampadd(day, 1, ts)', '(special (timestampadd {day} (number 1) (path [ts])))'],
    ['timestampdiff(month, a, b)', '(special (timestampdiff {month} (path [a]) (path [b])))'],
    ['trim(a)', '(call trim false false [(path [a])] _)'],
    ['trim(both from a)', '(special (trim both _ (path [a])))'],
    ["trim(leading 'x' from a)", '(special (trim leading (string x) (path [a])))'],
    ['trim(both || c from a)', '(special (trim both (binary || (path [both]) (path [c])) (path [a])))'],
    ["position('a' in b)", '(special (position (string a) (path [b]) _))'],
    ["position('a' in b from 2)", '(special (position (string a) (path [b]) (number 2)))'],
    ['substring(a from 2 for 3)', '(special (substring (path [a]) (number 2) (number 3)))'],
    ['substring(a, 2)', '(call substring false false [(path [a]) (number 2)] _)'],
    ['overlay(a placing b from 2)', '(special (overlay (path [a]) (path [b]) (number 2) _))'],
    ['f()', '(call f false false [] _)'],
    ['count(*)', '(call count false true [] _)'],
    ['COUNT(DISTINCT a) FILTER (WHERE b > 1)', '(call COUNT true false [(path [a])] (binary > (path [b]) (number 1)))'],
    ['`my fn`(a, b)', '(call my fn false false [(path [a]) (path [b])] _)'],
  ])('%s', (text, tree) => {
    expect(expression(text)).toBe(tree)
  })

  it('widens the place of a bracketed operand by its brackets', () => {
    expect(clause('where (a + b) * c')).toContain('(binary * ')
  })
})

describe('clauses', () => {
  it.each([
    ['select *, o.*, a as b, c,', '(select [(star _) (star o) (item (path [a]) b) (item (path [c]) _)])'],
    ['extend a = 1, `b c` = a + 1,', '(extend [{a (number 1)} {b c (binary + (path [a]) (number 1))}])'],
    [
      'group by a, b,\n  select a, count(*) as n,\n  having n > 1',
      '(group [(path [a]) (path [b])] [(item (path [a]) _) (item (call count false true [] _) n)] (binary > (path [n]) (number 1)))',
    ],
    ['group by ()\n  select count(*) as n', '(group [] [(item (call count false true [] _) n)] _)'],
    ['group by (a)\n  select a', '(group [(path [a])] [(item (path [a]) _)] _)'],
    ['window tumble 1 day offset 1.5 hours late strict to dlq', '(window (tumble 86400000ms 5400000ms) {true (dlq)})'],
    ['window tumble 500 ms\n  late accept', '(window (tumble 500ms _) {false (accept)})'],
    ['join t at r.ts on r.a = t.a', '(join inner t _ (path [r ts]) (binary = (path [r a]) (path [t a])) _)'],
    ['union all other', '(union other)'],
    ['where a\n    and b\n    or c', '(where (binary or (binary and (path [a]) (path [b])) (path [c])) _)'],
    ['where a where b select c', '(where (path [a]) _) (where (path [b]) _) (select [(item (path [c]) _)])'],
    [
      'select f(a,\n    b),\n    case\n      when a then b\n    end as c',
      '(select [(item (call f false false [(path [a]) (path [b])] _) _) (item (case _ [{(path [a]) (path [b])}] _) c)])',
    ],
  ])('%s', (text, tree) => {
    expect(clause(text)).toBe(tree)
  })
})
