// Every command shown in the documentation is run, and gives the output shown. UPDATE_DOCS=1 writes the output instead.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runPage } from '../kit/console.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

function markdownFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((e) => e.isFile() && e.name.endsWith('.md'))
    .map((e) => join(e.parentPath, e.name).slice(root.length))
    .sort()
}

const pages = ['README.md', ...markdownFiles('docs'), ...markdownFiles('examples')].filter((path) =>
  /<!-- run/.test(readFileSync(join(root, path), 'utf8')),
)

describe('console blocks', () => {
  it.each(pages)('%s', async (path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const page = await runPage(root, text)
    // A fault of the compiler is nothing to document.
    expect(page.text).not.toMatch(/^error\[FLOW0009\]/m)
    if (process.env['UPDATE_DOCS'] && page.text !== text) writeFileSync(join(root, path), page.text)
    else expect(page.text).toBe(text)
    expect(page.problems).toEqual([])
    expect(page.blocks).toBe((text.match(/<!-- run/g) ?? []).length)
  })
})
