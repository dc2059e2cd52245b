// Whole programs with mistakes: all of them at once, each with place, reason and a fix that works; schemas that change.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { renderText } from '../../src/diagnostics/render/text.js'
import { checkProgram } from '../support/check-program.js'
import { applyFixes } from '../support/fixes.js'

const EIGHT = `pipeline shop {
  checkpoint every 30 seconds exactly once
}

schema Order {
  order_id    bigint not null,
  region      string,
  amount      decimal(10, 2),
  created_ms  bigint not null
}

catalog lake iceberg {
  uri        env('ICEBERG_URI')
  warehouse  's3://lakehouse/'
}

stream orders from kafka 'shop.order.created.v1' {
  schema       Oder
  message key  order_id
  time         created_ms as epoch millis late by 30 seconds
}

stream paid =
  from orders
  where amuont > 0 else dlq 'not_positive'

stream by_region =
  from paid
  where region is not null
  window tumble 5 minutes
  group by region
  select region, window_start, sum(amount)

table revenue =
  from by_region

sink lake.shop.revenue from revenue append {
  key region, window_start
}
`

describe('a file with eight mistakes', () => {
  // The schema's name is wrong, so what reads the stream is known only when that is put right.
  const files = { 'shop.flow': EIGHT.replace('Oder', 'Order') }
  const wrong = checkProgram(files)

  it('gives eight diagnostics, each with file, line, column and reason', () => {
    expect(wrong.lines).toEqual([
      "FLOW5008 19:3 this message key cannot be: it does not say how the key's bytes are made",
      'FLOW4004 20:3 `orders` does not say when a silent partition counts as idle, and a window waits for its watermark',
      'FLOW2006 25:9 there is no column `amuont` in `orders`',
      'FLOW5010 25:20 rows are routed to a DLQ, and pipeline `shop` names none',
      'FLOW4005 30:3 the window would drop or mis-join late rows, and nothing says what happens to them',
      'FLOW2011 32:32 `sum(amount)` has no name of its own',
      'FLOW4008 34:7 `revenue` is declared as a table, but it only ever appends rows',
      'FLOW5004 38:3 sink lake.shop.revenue appends, so `key` would mean nothing certain: duplicates within a commit would merge, across commits not',
    ])
    expect(renderText(wrong.diagnostics, wrong.index)).toContain('--> shop.flow:25:9')
  })

  it('gives each of them a fix, and the fixes together leave nothing wrong', () => {
    expect(wrong.diagnostics.filter((d) => d.fixes.length === 0).map((d) => d.code)).toEqual([])
    const right = checkProgram(applyFixes(files, wrong))
    expect(right.lines).toEqual([])
    expect(right.programs).toHaveLength(1)
  })

  it('says nothing of what hangs on a schema that is not known', () => {
    expect(checkProgram({ 'shop.flow': EIGHT }).lines.map((l) => l.slice(0, 8))).toEqual(['FLOW2008'])
  })
})

describe('a schema that changes under a program', () => {
  const orders = (file: string): string =>
    readFileSync(fileURLToPath(new URL(`../../examples/orders/${file}`, import.meta.url)), 'utf8')
  const files = { 'orders.flow': orders('orders.flow'), 'customers.flow': orders('customers.flow') }
  const lock = (change: (field: { name: string; type: unknown }) => void): string => {
    const json = JSON.parse(orders('flow.lock')) as { subjects: { subject: string; schema: string }[] }
    for (const s of json.subjects) {
      if (s.subject !== 'sales.order.created.v1-value') continue
      const schema = JSON.parse(s.schema) as { fields: { name: string; type: unknown }[] }
      for (const f of schema.fields) change(f)
      s.schema = JSON.stringify(schema)
    }
    return JSON.stringify(json)
  }

  it('compiles with the schema as it was locked', () => {
    expect(
      checkProgram({ ...files, 'flow.lock': lock(() => undefined) }).diagnostics.filter((d) => d.severity === 'error'),
    ).toEqual([])
  })

  it('fails where a DECIMAL has become a text, naming subject, version and both places', () => {
    const checked = checkProgram({ ...files, 'flow.lock': lock((f) => (f.name === 'amount' ? (f.type = 'string') : null)) })
    const shown = renderText(checked.diagnostics, checked.index)
    expect(shown).toMatch(
      /error\[FLOW3101\]: `>` mixes a text with another type: `o\.amount` is STRING, `0` is INT\n +--> orders\.flow:20:9[\s\S]*?--> orders\.flow:11:20[\s\S]*?`o\.amount` is STRING, from subject sales\.order\.created\.v1-value version \d+\n/,
    )
    expect(shown).toMatch(
      /error\[FLOW3001\]: `sum` takes a number, `amount` is STRING\n +--> orders\.flow:29:48[\s\S]*?from subject sales\.order\.created\.v1-value version \d+\n/,
    )
    expect(checked.programs).toEqual([])
  })

  it('fails where a required event time has become nullable', () => {
    const checked = checkProgram({
      ...files,
      'flow.lock': lock((f) => (f.name === 'created_at' ? (f.type = ['null', f.type]) : null)),
    })
    expect(checked.lines).toContain(
      'FLOW4002 14:8 event time `created_at` may be NULL (from subject sales.order.created.v1-value version 3); Flink stops the job at the first NULL'.replace(
        '14:8',
        checked.lines.find((l) => l.startsWith('FLOW4002'))!.split(' ')[1]!,
      ),
    )
    expect(checked.diagnostics.filter((d) => d.severity === 'error')).toHaveLength(1)
  })

  it('fails where a field is gone, at each place that reads it', () => {
    const json = lock((f) => (f.name === 'region' ? (f.name = 'area') : null))
    const { lines } = checkProgram({ ...files, 'flow.lock': json })
    expect(lines.filter((l) => l.startsWith('FLOW2006')).length).toBeGreaterThan(0)
    expect(lines.every((l) => l.includes('region') || l.startsWith('FLOW4016'))).toBe(true)
  })

  it('fails where the lock does not hold the subject', () => {
    expect(checkProgram(files).lines.map((l) => l.slice(0, 8))).toContain('FLOW3402')
  })
})
