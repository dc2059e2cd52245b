// The mistakes that docs/typescript.md explains: titles of fragments, each with what its message means and what to do.
export const INTRODUCTION = `
Below a mistake stands the core of what TypeScript says of it (\`…\`: something is left out), and what is meant. \`orders\` and \`revenue\` are streams, \`customers\` is a captured table, \`gold\` a query over it.

- \`Operand<Numeric, "one value per row">\`: a number, or a column or expression that is one. \`Value<…>\`: the same without constants.
- \`Refused<"…">\`: the text says why, and what to do.
- A row in braces is the row of the relation. Of several lines the last one is the cause.
`

export const MESSAGES: readonly {
  readonly heading: string
  readonly mistakes: readonly (readonly [title: string, means: string])[]
}[] = [
  {
    heading: 'Columns',
    mistakes: [
      ['a misspelt column', 'the row has no such column; hovering over the relation shows those that it has'],
      ['a column of the other side', 'behind a join a callback gets one row a side: this column is one of the other'],
      ['a column that select left out', 'behind `select` there are the columns that it names, and no others'],
      ['a window column outside a window', 'a window gives its columns to the group behind it: select them there'],
      ['a subject without a generated row', 'there is no row type of this subject yet'],
    ],
  },
  {
    heading: 'Types of values',
    mistakes: [
      [
        'a number with a text',
        "numbers are compared with numbers, and a constant is written as one: `gt(10)`, `gt(dec('10.00'))`",
      ],
      ['a timestamp with a text', "a text is no time: `timestamp('2026-01-01 00:00:00')`"],
      ['a wall clock with an instant', 'a TIMESTAMP is not compared with a TIMESTAMP_LTZ: cast one of them'],
      ['null with =', 'nothing is equal to NULL: `isNull()`, `isNotDistinctFrom(…)`'],
      [
        'a timestamp plus a duration',
        "durations are for windows and lateness; a time is moved by an interval: `plus(interval('5', 'minute'))`",
      ],
      ['a timestamp minus a timestamp', "the time between two points is `difference(a, b, 'day', 'second')`"],
      ['coalesce of a text and a number', 'all arguments have one type: that of the first'],
      ['a constant of JavaScript as a column', 'a column is an expression: `lit(1)`, and `nullOf(t.string())` for NULL'],
      ["JavaScript's less-than", 'JavaScript compares at once; the comparison of the language is a method: `gt(1)`'],
      ['CASE without its end', 'a CASE ends with `.else(…)` or `.end()`'],
    ],
  },
  {
    heading: 'Rows and groups',
    mistakes: [
      ['a select of one name', 'two names and more are names; one column is `select((o) => ({ order_id: o.order_id }))`'],
      ['an aggregate in where', 'an aggregate is one value of a group: behind `groupBy`, in `having` or `select`'],
      ['an ungrouped column', 'a group has many values of this column: make it a key, or take `min`, `max`, `sum` of it'],
      ['a nested aggregate', 'an aggregate is made of rows, not of other aggregates: group the result once more'],
      ['groupBy without a window', 'a group over all times would never end'],
      [
        'a key that is no column',
        'keys are names of columns, or what `groupBy((o) => ({ id: o.payload.id }))` names; an expression becomes a column with `extend` before the window',
      ],
    ],
  },
  {
    heading: 'Relations',
    mistakes: [
      ['a query without a name', "sinks, tests, unions and joins read relations that have a name: `stream('open_orders', …)`"],
      ['a table appended', 'its rows change: `sinkUpsert`'],
      ['a window over a table', 'put the window before what makes rows change'],
      ['a join of a table made by a query', 'join the captured table itself, and put the condition of the query into `on`'],
      ['a join at a time that may be NULL', 'the event time is never NULL'],
      [
        'extend over a column that is there',
        '`select((o) => ({ ...o, region: … }))` does where the program declares the schema; of a registry it lists the columns',
      ],
      ['union with other types', 'the columns of both sides have one type: cast one of them'],
      ['a lane of a stream without any', "a lane is named where rows are late: `late: { as: 'late' }`"],
    ],
  },
  {
    heading: 'Sinks and tests',
    mistakes: [
      ['a message key that is no column', 'the columns of the relation that is written are listed'],
      ['an interval', 'neither topics nor tables hold intervals'],
      ['a column of another type', 'the target says `schemaRegistry()`, so that the row has to be that of its subject'],
      ['a misspelt column of a fixture', 'rows of tests have the columns of the relation, and some that begin with `@`'],
      ['a text for a BIGINT', 'whole numbers are numbers; DECIMAL may be a text, so that its digits stay'],
    ],
  },
]
