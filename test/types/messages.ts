// What is said about expressions: severity (Error, Warning, Note), code without FLOW, message. None: an empty list.

export type Expectation = readonly [expression: string, messages: readonly string[], where?: 'grouped']

export const MESSAGES: readonly (readonly [subject: string, expectations: readonly Expectation[]])[] = [
  [
    'a divisor that may be 0 is a warning, unless something excludes 0',
    [
      ['nd18 / ni', ['W 3202 `ni` is INT and may be 0: then `/` fails the whole job, and again after each restart']],
      ['nd18 % ni', ['W 3202 `ni` is INT and may be 0: then `%` fails the whole job, and again after each restart']],
      ['nd18 / 2', []],
      ['nd18 / 0.0', ['E 3203 the right side of `/` is always 0, which fails the job']],
      ['ni % 0', ['E 3203 the right side of `%` is always 0, which fails the job']],
      ['nd / ni', []],
      ['nd18 / -ni', ['W 3202 `-ni` is INT and may be 0: then `/` fails the whole job, and again after each restart']],
      ['case when ni <> 0 then nd18 / ni end', []],
      ['case when ni > 0 then nd18 / ni end', []],
      [
        'case when ni >= 0 then nd18 / ni end',
        ['W 3202 `ni` is INT and may be 0: then `/` fails the whole job, and again after each restart'],
      ],
      ['case when 0 < ni then nd18 / -ni end', []],
      ['case when i is distinct from 0 then nd18 / i end', []],
      ['case when i is not distinct from 0 then 0 else nd18 / i end', []],
      [
        'case when i is not distinct from 0 then nd18 / i end',
        ['W 3202 `i` is INT and may be 0: then `/` fails the whole job, and again after each restart'],
      ],
      ['nd18 / case when ni = 0 then null else ni end', []],
      ['case when ni = 0 or b then 0 else nd18 / ni end', []],
      [
        'case when ni = 0 and b then 0 else nd18 / ni end',
        ['W 3202 `ni` is INT and may be 0: then `/` fails the whole job, and again after each restart'],
      ],
      ['case ni when 0 then 0 else nd18 / ni end', []],
      ['case ni when 3 then nd18 / ni else 0 end', []],
      ['ni > 0 and nd18 / ni > 1', []],
      [
        'ni > 0 or nd18 / ni > 1',
        ['W 3202 `ni` is INT and may be 0: then `/` fails the whole job, and again after each restart'],
      ],
      ['not (ni = 0) and nd18 / ni > 1', []],
      ['sum(nd18) / count(*)', [], 'grouped'],
      [
        'sum(nd18) / count(i)',
        ['W 3202 `count(i)` is BIGINT and may be 0: then `/` fails the whole job, and again after each restart'],
        'grouped',
      ],
      [
        'sum(nd18) / count(*) filter (where b)',
        ['W 3202 `count(*)` is BIGINT and may be 0: then `/` fails the whole job, and again after each restart'],
        'grouped',
      ],
    ],
  ],
  [
    'a cut fraction is a warning, unless a cast to an integer says that it is meant',
    [
      ['ni / 2', ['W 3201 both sides are integers, so the quotient is cut to a whole number: `ni` is INT, `2` is INT']],
      ['cast(ni / 2 as int)', []],
      [
        'cast(ni / 2 as string)',
        ['W 3201 both sides are integers, so the quotient is cut to a whole number: `ni` is INT, `2` is INT'],
      ],
      ['ni / 2.0', []],
      ['avg(ni)', ['W 3206 `ni` is INT, and so is `avg(ni)`: the average is cut to a whole number'], 'grouped'],
      ['cast(avg(ni) as bigint)', [], 'grouped'],
      ['avg(nd18)', [], 'grouped'],
    ],
  ],
  [
    'a sum that wraps around is a warning, unless it only counts',
    [
      [
        'sum(ni)',
        ['W 3205 `ni` is INT, and so is `sum(ni)`: beyond 2147483647 the sum wraps around to negative numbers'],
        'grouped',
      ],
      [
        'sum(nti)',
        ['W 3205 `nti` is TINYINT, and so is `sum(nti)`: beyond 127 the sum wraps around to negative numbers'],
        'grouped',
      ],
      ['sum(nl)', [], 'grouped'],
      ['sum(case when nb then 1 else 0 end)', [], 'grouped'],
      [
        'sum(case when nb then 5 else 0 end)',
        ['W 3205 `case … end` is INT, and so is `sum(case … end)`: beyond 2147483647 the sum wraps around to negative numbers'],
        'grouped',
      ],
    ],
  ],
  [
    'digits that Flink gives up are a warning',
    [
      [
        'd38 + d38',
        [
          'W 3204 the result of `+` needs 39 digits, 18 of them after the point, Flink gives DECIMAL(38, 17) and rounds: `d38` is DECIMAL(38, 18), `d38` is DECIMAL(38, 18)',
        ],
      ],
      [
        'd38 * nl',
        [
          'W 3204 the result of `*` needs 58 digits, 18 of them after the point, Flink gives DECIMAL(38, 6) and rounds; larger values become NULL: `d38` is DECIMAL(38, 18), `nl` is BIGINT',
        ],
      ],
      ['d38 / 7', []],
      ['nd18 / 7', []],
      [
        'd38 / 1.5',
        [
          'W 3204 the result of `/` needs 42 digits, 18 of them after the point, Flink gives DECIMAL(38, 17) and rounds: `d38` is DECIMAL(38, 18), `1.5` is DECIMAL(2, 1)',
        ],
      ],
      ['nd18 * 1.10', []],
      ['d38 % 7', []],
    ],
  ],
  [
    'a text with something else',
    [
      ['ns = 1', ['E 3101 `=` mixes a text with another type: `ns` is STRING, `1` is INT']],
      ['ns || ni', ['E 3101 `||` mixes a text with another type: `ns` is STRING, `ni` is INT']],
      ["nb = 'true'", [`E 3101 \`=\` mixes a text with another type: \`nb\` is BOOLEAN, \`'true'\` is CHAR(4)`]],
      ["nd18 > '1.5'", [`E 3101 \`>\` mixes a text with another type: \`nd18\` is DECIMAL(18, 2), \`'1.5'\` is CHAR(3)`]],
      ["ndt = '2024-01-01'", [`E 3101 \`=\` mixes a text with another type: \`ndt\` is DATE, \`'2024-01-01'\` is CHAR(10)`]],
      [
        "nts3 > '2024-01-01 00:00:00'",
        [`E 3101 \`>\` mixes a text with another type: \`nts3\` is TIMESTAMP(3), \`'2024-01-01 00:00:00'\` is CHAR(19)`],
      ],
      [
        "nltz3 > '2024-01-01 00:00:00'",
        [`E 3101 \`>\` mixes a text with another type: \`nltz3\` is TIMESTAMP_LTZ(3), \`'2024-01-01 00:00:00'\` is CHAR(19)`],
      ],
      [
        "nts3 > 'yesterday'",
        [`E 3101 \`>\` mixes a text with another type: \`nts3\` is TIMESTAMP(3), \`'yesterday'\` is CHAR(9)`],
      ],
      ['ns in (1, 2)', ['E 3101 `in` mixes a text with another type: `ns` is STRING, `1` is INT']],
      ["ni between '1' and 2", [`E 3101 \`between\` mixes a text with another type: \`ni\` is INT, \`'1'\` is CHAR(1)`]],
      ["case ni when 'a' then 1 end", [`E 3101 \`case\` mixes a text with another type: \`ni\` is INT, \`'a'\` is CHAR(1)`]],
    ],
  ],
  [
    'types that do not meet',
    [
      ['nltz3 = nts3', ['E 3102 `=` mixes a wall clock with an instant: `nltz3` is TIMESTAMP_LTZ(3), `nts3` is TIMESTAMP(3)']],
      ['nts3 > ndt', ['E 3002 `>` cannot combine these types: `nts3` is TIMESTAMP(3), `ndt` is DATE']],
      ['nr = nr', ['E 3103 `=` does not compare values of this type: `nr` is ROW<`x` INT, `y` STRING NOT NULL>']],
      ['nai = nai', ['E 3103 `=` does not compare values of this type: `nai` is ARRAY<INT>']],
      ["nas1 = ARRAY['a']", []],
      ["as1 = ARRAY['a']", ['E 3103 `=` does not compare values of this type: `as1` is ARRAY<STRING NOT NULL>']],
      ['nai < nai', ['E 3103 `<` does not compare values of this type: `nai` is ARRAY<INT>']],
      ['nms = nms', ['E 3103 `=` does not compare values of this type: `nms` is MAP<STRING, INT>']],
      ['nr = nr', ['E 3103 `=` does not compare values of this type: `nr` is ROW<`x` INT, `y` STRING NOT NULL>']],
      ['nf + nd', ['E 3107 `+` would narrow DOUBLE to FLOAT: `nf` is FLOAT, `nd` is DOUBLE']],
      ['nd + nf', []],
      ['ni + nb', ['E 3001 `+` takes a number, `nb` is BOOLEAN']],
      ['nts3 + ni', ['E 3002 `+` cannot combine these types: `nts3` is TIMESTAMP(3), `ni` is INT']],
      ['nts3 - nts3', ['E 3002 `-` cannot combine these types: `nts3` is TIMESTAMP(3), `nts3` is TIMESTAMP(3)']],
      ["ndt + INTERVAL '1' HOUR", ['E 3207 `ndt` is DATE, and `+` gives a DATE again: hours of the interval are lost']],
      ["ndt + 3 * INTERVAL '1' DAY", []],
      [
        "ntm + INTERVAL '1' MONTH",
        [`E 3002 \`+\` cannot combine these types: \`ntm\` is TIME(0), \`INTERVAL '1' MONTH\` is INTERVAL YEAR TO MONTH`],
      ],
      ['coalesce(i, s)', ['E 3106 the arguments of `coalesce` have no common type: `i` is INT, `s` is STRING']],
      [
        'case when nb then nts3 else nltz3 end',
        ['E 3106 the branches of `case` have no common type: `nts3` is TIMESTAMP(3), `nltz3` is TIMESTAMP_LTZ(3)'],
      ],
      ['ni in (1, nd)', []],
      ['nd in (1, 2.5)', []],
    ],
  ],
  [
    'conversions that lose something are a warning',
    [
      [
        'nl = nd',
        ['W 3108 `=` compares inexactly: `nl` is BIGINT, `nd` is DOUBLE; BIGINT becomes DOUBLE, which keeps about 15 digits'],
      ],
      ['nl = 1.5e0', []],
      ['nd = 1', []],
      [
        'coalesce(nl, nd)',
        ['W 3208 the common type of the arguments of `coalesce` is DOUBLE: BIGINT becomes DOUBLE, which keeps about 15 digits'],
      ],
      ['coalesce(d, 0)', []],
      [
        'case when nb then nl else nf end',
        ['W 3208 the common type of the branches of `case` is FLOAT: BIGINT becomes FLOAT, which keeps about 7 digits'],
      ],
      [
        'coalesce(d38, d3838)',
        ['W 3208 the common type of the arguments of `coalesce` is DECIMAL(38, 18): DECIMAL(38, 38) loses fraction digits'],
      ],
      [
        "nc3 = 'a'",
        [
          `W 3109 \`nc3\` is CHAR(3): a value cast to that type is padded with blanks and never equals \`'a'\`, which has 1 character`,
        ],
      ],
      [
        "nc3 in ('a', 'abc')",
        [
          `W 3109 \`nc3\` is CHAR(3): a value cast to that type is padded with blanks and never equals \`'a'\`, which has 1 character`,
        ],
      ],
      [
        "nc3 like 'a%'",
        [
          `W 3109 \`nc3\` is CHAR(3): a value cast to that type is padded with blanks and never equals \`'a%'\`, which has 2 characters`,
        ],
      ],
      ['nc3 = nv10', []],
    ],
  ],
  [
    'casts',
    [
      ['cast(ns as int)', ['W 3114 `ns` is STRING: one text that is no INT fails the whole job, and again after each restart']],
      ['try_cast(ns as int)', []],
      ["cast('12' as int)", []],
      ["cast('x' as int)", [`E 3115 \`'x'\` can never be cast to INT: it is no number`]],
      ["cast('2024-02-30' as date)", [`E 3115 \`'2024-02-30'\` can never be cast to DATE: there is no day 2024-02-30`]],
      ["cast('maybe' as boolean)", [`E 3115 \`'maybe'\` can never be cast to BOOLEAN: it is neither \`true\` nor \`false\``]],
      ['cast(nts3 as bigint)', ['E 3113 `nts3` is TIMESTAMP(3), which cannot be cast to BIGINT']],
      ['cast(nl as timestamp_ltz(3))', ['E 3113 `nl` is BIGINT, which cannot be cast to TIMESTAMP_LTZ(3)']],
      ['cast(ntm as timestamp(3))', ['E 3113 `ntm` is TIME(0), which cannot be cast to TIMESTAMP(3)']],
      ['cast(nr as string)', []],
      ['cast(null as int)', []],
      ['cast(ns as text)', ['E 3304 there is no type `text`']],
      ['cast(ns as decimal(40, 2))', ['E 3305 `decimal(40, 2)`: the precision goes from 1 to 38']],
      ['cast(ns as varchar(0))', ['E 3305 `varchar(0)`: the length goes from 1 to 2147483647']],
      ['cast(ns as time(3))', ['E 3305 `time(3)`: Flink keeps TIME in whole seconds: the precision is 0']],
      ['cast(ni as int(3))', ['E 3305 `int(3)`: this type takes no parameters']],
      ['cast(ni as bigin)', ['E 3304 there is no type `bigin`']],
    ],
  ],
  [
    'NULL',
    [
      ['ni = null', ['E 3104 `=` with NULL is never true, whatever the other side is']],
      ['ni <> null', ['E 3104 `<>` with NULL is never true, whatever the other side is']],
      ['null < ni', ['E 3104 `<` with NULL is never true, whatever the other side is']],
      ['ni in (1, null)', ['E 3104 NULL in the list of `in` matches nothing']],
      ['ni not in (1, null)', ['E 3104 `not in` with NULL in its list is never true, whatever the other side is']],
      ['ni between null and 3', ['E 3104 `between` with NULL is never true, whatever the other side is']],
      ['case ni when null then 1 end', ['E 3104 `case` with NULL is never true, whatever the other side is']],
      ['null', ['E 3105 NULL has no type by itself']],
      ['ni + null', ['E 3105 NULL has no type as an operand of `+`']],
      ['coalesce(null, null)', ['E 3105 NULL has no type as an operand of `coalesce`']],
      ['case when nb then null end', ['E 3105 NULL has no type in every branch of `case`']],
      ['count(null)', ['E 3105 NULL has no type as the argument of `count`'], 'grouped'],
    ],
  ],
  [
    'patterns',
    [
      [
        "ns like 'a\\_b'",
        [
          `E 3306 the pattern \`'a\\_b'\` has a backslash and no \`escape\`: Flink before 2.3 takes it as an escape or not, depending on what follows`,
        ],
      ],
      ["ns like 'a!_b' escape '!'", []],
      ["ns like 'a!b' escape '!'", ['E 3307 `!b` in the pattern escapes a character that needs no escape']],
      ["ns like 'a!' escape '!'", ['E 3307 the pattern ends with its escape character `!`']],
      ["ns like 'a' escape 'xy'", [`E 3307 \`'xy'\` is not one character: Flink fails on it at run time`]],
      ["ns like 'a' escape ns", ['E 3307 the escape character must be a constant']],
      ["ni like 'a'", ['E 3001 `like` takes a text, `ni` is INT']],
    ],
  ],
  [
    'calls',
    [
      ['ifnull(i, 1)', []],
      ['ifnull(i)', ['E 3012 `ifnull` takes 2 arguments, 1 is given']],
      ['nullif(i, 1)', []],
      ["nullif(i, 'a')", ["E 3101 `nullif` mixes a text with another type: `i` is INT, `'a'` is CHAR(1)"]],
      ['nullif(i, null)', ['E 3104 `nullif` with NULL is never true, whatever the other side is']],
      ['if(nb, 1, 2)', []],
      ['if(ni, 1, 2)', ['E 3001 `if` takes a condition (BOOLEAN), `ni` is INT']],
      ["if(nb, 1, 'a')", ["E 3106 the arguments of `if` have no common type: `1` is INT, `'a'` is CHAR(1)"]],
      ['if(nb, nf, nd)', ['E 3107 `if` would narrow DOUBLE to FLOAT: `nf` is FLOAT, `nd` is DOUBLE']],
      ['if(nb, nai, nai)', ['E 3001 `if` takes plain values, `nai` is ARRAY<INT>']],
      ['if(ni <> 0, nd18 / ni, 0)', []],
      ['nd18 / nullif(ni, 0)', []],
      [
        'nd18 / nullif(ni, 1)',
        ['W 3202 `nullif(ni, 1)` is INT and may be 0: then `/` fails the whole job, and again after each restart'],
      ],
      ['reverse(s)', ['E 3010 `REVERSE` is a function of Flink that flowc does not support yet']],
      ['coalesc(i, 1)', ['E 3011 there is no function `coalesc`']],
      ['frobnicate(i)', ['E 3011 there is no function `frobnicate`']],
      ['coalesce()', ['E 3012 `coalesce` takes at least 1 argument, 0 are given']],
      ['coalesce(distinct i)', ['E 3013 `distinct` does not go with `coalesce`']],
      ['sum(i)', ['E 3020 `sum` is computed over many rows, `select` sees one row at a time']],
      ['count(*)', ['E 3020 `count` is computed over many rows, `select` sees one row at a time']],
      ['sum(*)', ['E 3013 `*` does not go with `sum`'], 'grouped'],
      ['count(i, l)', ['E 3012 `count` takes 1 argument, 2 are given'], 'grouped'],
      ['sum(s)', ['E 3001 `sum` takes a number, `s` is STRING'], 'grouped'],
      ['max(nyb)', ['E 3001 `max` takes a number, text, date, time, timestamp or BOOLEAN, `nyb` is BYTES'], 'grouped'],
      ['count(*) filter (where ni)', ['E 3003 the filter of `count` must be BOOLEAN, `ni` is INT'], 'grouped'],
      ['sum(sum(nl))', ['E 3021 `sum(nl)` stands inside `sum`, which needs one value per row'], 'grouped'],
      ['sum(nl) + l', ['E 3022 `l` has many values in a group; the group keys are `ni`'], 'grouped'],
    ],
  ],
  [
    'all mistakes of an expression at once, and none twice',
    [
      [
        'not ni and (ns or nb)',
        ['E 3001 `not` takes a condition (BOOLEAN), `ni` is INT', 'E 3001 `or` takes a condition (BOOLEAN), `ns` is STRING'],
      ],
      [
        'case when ni then 1 when ns then 2 end',
        [
          'E 3003 the condition of `when` must be BOOLEAN, `ni` is INT',
          'E 3003 the condition of `when` must be BOOLEAN, `ns` is STRING',
        ],
      ],
      [
        '(ns + 1) * (nb - 2) > ni',
        ['E 3101 `+` mixes a text with another type: `ns` is STRING, `1` is INT', 'E 3001 `-` takes a number, `nb` is BOOLEAN'],
      ],
      [
        'sum(ns + 1) + reverse(s)',
        [
          'E 3101 `+` mixes a text with another type: `ns` is STRING, `1` is INT',
          'E 3010 `REVERSE` is a function of Flink that flowc does not support yet',
        ],
        'grouped',
      ],
      [
        'frobnicate(ns = 1, nr = nr)',
        [
          'E 3101 `=` mixes a text with another type: `ns` is STRING, `1` is INT',
          'E 3103 `=` does not compare values of this type: `nr` is ROW<`x` INT, `y` STRING NOT NULL>',
          'E 3011 there is no function `frobnicate`',
        ],
      ],
    ],
  ],
  [
    'times',
    [
      [
        'timestampdiff(day, ndt, nts3)',
        ['E 3002 `timestampdiff` cannot combine these types: `ndt` is DATE, `nts3` is TIMESTAMP(3)'],
      ],
      [
        'timestampdiff(day, nts3, nltz3)',
        ['E 3102 `timestampdiff` mixes a wall clock with an instant: `nts3` is TIMESTAMP(3), `nltz3` is TIMESTAMP_LTZ(3)'],
      ],
      [
        'timestampdiff(millisecond, nts3, nts3)',
        [
          'E 3123 `timestampdiff` has no use of `MILLISECOND` here, `nts3` is TIMESTAMP(3): its INT would silently wrap around in Flink; `(b - a) DAY TO SECOND` keeps milliseconds, as an interval',
        ],
      ],
      [
        'ceil(nts3 to month)',
        [
          'E 3123 `ceil` has no use of `MONTH` here, `nts3` is TIMESTAMP(3): Flink forgets the time of day: noon of January 1st would already be at the beginning of its year',
        ],
      ],
      ['extract(hour from ndt)', ['E 3123 `extract` has no use of `HOUR` here, `ndt` is DATE: a date has whole days']],
      ['extract(day from ns)', ['E 3001 `extract` takes a date, a time or a timestamp, or an interval, `ns` is STRING']],
      ['nts3 - nts6', ['E 3002 `-` cannot combine these types: `nts3` is TIMESTAMP(3), `nts6` is TIMESTAMP(6)']],
      ['INTERVAL (nd18) DAY', ['E 3001 `INTERVAL … DAY` takes an integer, `nd18` is DECIMAL(18, 2)']],
      ['now()', ['E 3125 `NOW` reads the clock of the machine: a replay or a test would give other rows']],
      ["ndt + (ndt - DATE '2024-01-01') day", []],
      ['ndt + (nts3 - nts3) day', ['E 3207 `ndt` is DATE, and `+` gives a DATE again: hours of the interval are lost']],
    ],
  ],
  [
    'texts in special forms',
    [
      ['substring(ns from nl)', ['E 3001 `substring` takes an INT, `nl` is BIGINT']],
      ["position('a', ns)", ['E 3127 `position` has words between its arguments, not commas']],
      ['extract(year, nts3)', ['E 3127 `extract` has words between its arguments, not commas']],
      [
        "ns similar to 'a.b'",
        ['E 3126 the pattern of `similar to` cannot be used: Flink reads `.` as any character: write `[.]`'],
      ],
      ["ns similar to 'a[b'", ['E 3126 the pattern of `similar to` cannot be used: `[` is never closed']],
      ["ns similar to '(a'", ['E 3126 the pattern of `similar to` cannot be used: its brackets and repetitions make no pattern']],
      [
        "ns similar to 'a!b' escape '!'",
        ['E 3126 the pattern of `similar to` cannot be used: `!b` escapes a character that needs no escape'],
      ],
      [
        'ns similar to s',
        ['E 3126 the pattern of `similar to` cannot be used: it must be a constant: a wrong one fails the job'],
      ],
      ['i is distinct from null', ['E 3124 `is distinct from` compares with NULL, which `is null` tests']],
      ['ni is unknown', ['E 3001 `is unknown` takes a condition (BOOLEAN), `ni` is INT']],
    ],
  ],
  [
    'literals',
    [
      ['9223372036854775807', []],
      [
        '9223372036854775808',
        ['E 3301 `9223372036854775808` is out of range: a BIGINT goes from -9223372036854775808 to 9223372036854775807'],
      ],
      ['-9223372036854775808', []],
      [
        '12345678901234567890.12',
        ['E 3301 `12345678901234567890.12` is out of range: the digits of a DECIMAL literal must fit into 64 bits in Flink'],
      ],
      ['1e999', ['E 3301 `1e999` is out of range: a DOUBLE goes to about 1.8e308']],
      ["DATE '2024-02-30'", [`E 3302 \`DATE '2024-02-30'\` names no date`]],
      ["DATE '2024-2-1'", [`E 3302 \`DATE '2024-2-1'\` names no date`]],
      ["DATE '1582-10-10'", [`E 3302 \`DATE '1582-10-10'\` names no date`]],
      ["TIME '10:00'", [`E 3302 \`TIME '10:00'\` names no time`]],
      ["TIME '10:00:00.5'", [`E 3302 \`TIME '10:00:00.5'\` names no time`]],
      ["TIMESTAMP '2024-01-01T00:00:00'", [`E 3302 \`TIMESTAMP '2024-01-01T00:00:00'\` names no timestamp`]],
      ["INTERVAL '100' DAY", [`E 3303 \`'100'\` is no interval of \`DAY\``]],
      ["INTERVAL '1:75' HOUR TO MINUTE", [`E 3303 \`'1:75'\` is no interval of \`HOUR TO MINUTE\``]],
      ["INTERVAL '1' DAY TO MONTH", [`E 3303 \`'1'\` is no interval of \`DAY TO MONTH\``]],
      ["INTERVAL '1.2345' SECOND", [`E 3303 \`'1.2345'\` is no interval of \`SECOND\``]],
      ["INTERVAL 'x' DAY", [`E 3303 \`'x'\` is no interval of \`DAY\``]],
    ],
  ],
  [
    'rows, arrays and maps',
    [
      ['nai[1]', []],
      ['nai[0]', ['E 3153 the index `0` names no element: the first one is 1']],
      ['nai[-1]', ['E 3153 the index `-1` names no element: the first one is 1']],
      ['nai[nl]', ['E 3001 `[…]` takes an INT as the index of an array, `nl` is BIGINT']],
      ["nai['a']", ["E 3001 `[…]` takes an INT as the index of an array, `'a'` is CHAR(1)"]],
      ['nms[1]', ['E 3001 `[…]` takes a key of type STRING, `1` is INT']],
      ["nr['x']", ['E 3001 `[…]` takes an array or a map, `nr` is ROW<`x` INT, `y` STRING NOT NULL>']],
      ['ni[1]', ['E 3001 `[…]` takes an array or a map, `ni` is INT']],
      ['ARRAY[]', ['E 3156 an empty array has no type: Flink SQL cannot write one']],
      ['ARRAY[1, null]', []],
      ["ARRAY[INTERVAL '1' DAY]", ["E 3001 `array[…]` takes no intervals, `INTERVAL '1' DAY` is INTERVAL DAY TO SECOND(3)"]],
      ["ROW(1, INTERVAL '1' DAY)", ["E 3001 `row(…)` takes no intervals, `INTERVAL '1' DAY` is INTERVAL DAY TO SECOND(3)"]],
      ["ARRAY[1, 'a']", ["E 3106 the items of `array[…]` have no common type: `1` is INT, `'a'` is CHAR(1)"]],
      ['ARRAY[nf, nd]', ['E 3107 `array` would narrow DOUBLE to FLOAT: `nf` is FLOAT, `nd` is DOUBLE']],
      ['ARRAY[null]', ['E 3105 NULL has no type in all items of `array[…]`']],
      ["MAP['a', 1, 'a', 2]", ["E 3151 the key `'a'` appears twice in this map: one of its values would be lost"]],
      ["MAP['a', 1, 'b']", ['E 3158 a map has a value for each key, 3 items are given']],
      [
        "MAP[ns, 1, 'a', 2]",
        ["W 3152 `ns` and `'a'` may be equal: Flink then keeps the key twice, and `m[key]` finds the first of them only"],
      ],
      [
        'MAP[s, 1]',
        ['W 3157 `s` is STRING and may be NULL: a map with a NULL key can be read by no key, and fails the job in JSON and Avro'],
      ],
      ["ROW(1, 'a') = ROW(ni, ns)", []],
      ["ROW(1, 'a') <> ROW(ni, ns)", ["E 3103 `<>` does not compare values of this type: `row(1, 'a')` is a row"]],
      ['ROW(1, ni) in (ROW(1, 2), ROW(2, 3))', []],
      [
        'cast(nai as array<int not null>)',
        [
          'E 3154 `nai` is ARRAY<INT>, whose elements may be NULL; the cast to ARRAY<INT NOT NULL> says NOT NULL: Flink does not check it, and turns NULL into 0 or fails later',
        ],
      ],
      [
        'cast(nr as row<y string, x int>)',
        [
          'E 3150 a row is cast field by field in their order, whatever their names: `x` is field 1 of the row and field 2 of the type',
        ],
      ],
      ['cast(nr as row<a int, b string>)', []],
      [
        'cast(nms as map<varchar(3), int>)',
        [
          'E 3159 `nms` is MAP<STRING, INT>: cast to VARCHAR(3), two of its keys may become the same, and one of the values would be lost',
        ],
      ],
      [
        "cast(ROW('1', 2) as row<a int, b int>)",
        [
          "W 3114 `row('1', 2)` is ROW<`EXPR$0` CHAR(1) NOT NULL, `EXPR$1` INT NOT NULL>: one text that is no ROW<`a` INT, `b` INT> fails the whole job, and again after each restart",
        ],
      ],
      ['count(distinct nai)', [], 'grouped'],
      [
        'count(distinct nms)',
        ['E 3001 `count` takes a plain value or an array where it is distinct, `nms` is MAP<STRING, INT>'],
        'grouped',
      ],
      ['count(distinct nyb)', ['E 3001 `count` takes a plain value or an array where it is distinct, `nyb` is BYTES'], 'grouped'],
      ['count(nms)', [], 'grouped'],
      ['cardinality(nr)', ['E 3001 `cardinality` takes an array or a map, `nr` is ROW<`x` INT, `y` STRING NOT NULL>']],
      ['element(nms)', ['E 3001 `element` takes an array, `nms` is MAP<STRING, INT>']],
    ],
  ],
]
