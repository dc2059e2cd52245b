// Artifact files are named by names of the program, which may be any text.
import { expect, it } from 'vitest'
import { icebergFile } from '../../src/codegen/file-names.js'
import { build } from '../../src/codegen/index.js'
import { checkProgram } from '../support/check-program.js'

it.each([
  [['lake', 'sales', 'enriched_orders'], 'iceberg/lake.sales.enriched_orders.json'],
  [['lake', '../..', 'x'], 'iceberg/lake.%2E%2E%2F%2E%2E.x.json'],
  [['lake', 'a.b', 'c'], 'iceberg/lake.a%2Eb.c.json'],
  [['lake', 'größe', 'a\nb%'], 'iceberg/lake.größe.a%0Ab%25.json'],
])('%j is %s', (path, file) => {
  expect(icebergFile(path)).toBe(file)
})

it('a table of any name keeps its request in the folder, and its note on one line of the SQL', () => {
  const { programs, lines } = checkProgram({
    'main.flow': `pipeline p { dlq 'a.dlq' }
schema s { id bigint not null, at timestamp(3) not null }
stream orders from files 'orders.ndjson' { schema s }
catalog lake iceberg {
  uri        'http://lake'
  warehouse  's3://lake/'
}
sink lake.\`../../a\`.\`b */ ; DROP\` from orders append { partition by days(at) }
`,
  })
  expect(lines).toEqual([])
  const artifacts = build(programs[0]!.plan)
  const file = 'iceberg/lake.%2E%2E%2F%2E%2E%2Fa.b %2A%2F %3B DROP.json'
  expect(artifacts.map((a) => a.path)).toContain(file)
  expect(artifacts[0]!.text).toContain(
    `-- Table \`lake\`.\`../../a\`.\`b */ ; DROP\` is made through the catalog's REST API (${file}):\n`,
  )
})
