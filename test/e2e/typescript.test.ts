// Programs in TypeScript with the built command line, whose copy of the API stands in for a package that is not installed.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt, flowc, folderWith, root } from '../kit/child.js'

const project = folderWith({
  'spoken.flow.ts':
    "import { flow } from 'flowc'\nconsole.log('spoken')\nexport const money = flow`type money = decimal(10, 2)`\n",
})
beforeAll(() => {
  ensureBuilt()
  cpSync(join(root, 'test/fixtures/typescript'), join(project.path, 'rooms'), { recursive: true })
})
afterAll(project.cleanup)

it('a project is tested by the command that was built', async () => {
  const { exit, stdout, stderr } = await flowc(['test', '--format', 'json'], { cwd: project.path })
  expect(exit, stderr).toBe(0)
  expect(stderr).toBe('spoken\n')
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, summary: { passed: 1, failed: 0 } })
})
it('its mistakes have their lines there too', async () => {
  const wrong = folderWith({
    'a.flow.ts': `import { kafka, schema, stream, t } from 'flowc'
const row = schema('row', { at: t.timestampLtz(3).notNull() })
export const s = stream('s', kafka('a.b.c.v1').schema(row).time('at'))
export const odd = stream('odd', s.where((r) => { r.at.isNull(); return r.at.isNotNull() }))
`,
    'b.flow.ts': `export { s } from './a.flow.js'\n`,
  })
  const { exit, stdout } = await flowc(['check'], { cwd: wrong.path })
  wrong.cleanup()
  expect(exit).toBe(1)
  expect(stdout).toMatch(/error\[FLOW2101\]: [^\n]*\n --> a\.flow\.ts:4:56\n/)
  // b.flow.ts has nothing of what is wrong in the callback: it is a program of its own, and is checked
  expect(stdout).toMatch(/error\[FLOW4025\]: [^\n]*\n --> a\.flow\.ts:3:60\n/)
  expect(stdout.match(/^error/gm)).toHaveLength(2)
})
