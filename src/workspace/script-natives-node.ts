// Modules that a bundle imports from their files, as Node does. The API is most of each bundle, and the same in all of them. Where that would
// not be what the bundle means, it is made again with all that it imports.
import { realpathSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Metafile } from 'esbuild'

export interface Linked {
  readonly code: string
  /** The files, without links in their paths. */
  readonly natives: readonly string[]
}

/** A bundle that imports files: by their addresses instead of their paths from `root`. Null: it has to be made without. */
export function linked(code: string, root: string, { inputs, outputs }: Metafile): Linked | null {
  const imports = Object.values(outputs).flatMap((o) => o.imports.filter((i) => i.external === true && isPath(i.path)))
  if (imports.length === 0) return { code, natives: [] }
  // `export * from 'flowc'`: names would be asked of an object, of which nobody knows what they stand for
  if (imports.some((i) => i.kind !== 'import-statement') || /\b__reExport\d*\(/.test(code)) return null
  const files = new Map(imports.map(({ path }) => [path, realpathSync(resolve(root, path))]))
  const natives = [...new Set(files.values())]
  // found by another way as well: it would be there twice
  if (Object.keys(inputs).some((input) => natives.includes(resolve(root, input)))) return null
  let count = 0
  let text = code
  for (const [path, file] of files) {
    const statement = new RegExp(`^((?:import|export|\\})(?: .*)? (?:from )?)"${escaped(printed(path))}";$`, 'gm')
    text = text.replace(statement, (_, before: string) => {
      count++
      return `${before}${JSON.stringify(pathToFileURL(file).href)};`
    })
  }
  return count === imports.length ? { code: text, natives } : null
}

const isPath = (path: string): boolean => /^\.{1,2}\//.test(path) || isAbsolute(path)

/** As esbuild writes it in a text of JavaScript. */
const printed = (path: string): string =>
  path.replace(/[^\x20-\x7e]/gu, (c) => {
    const point = c.codePointAt(0)!
    const digits = (least: number): string => point.toString(16).toUpperCase().padStart(least, '0')
    return point <= 0xff ? `\\x${digits(2)}` : point <= 0xffff ? `\\u${digits(4)}` : `\\u{${digits(1)}}`
  })

const escaped = (text: string): string => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')
