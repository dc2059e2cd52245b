// JSON text with sorted keys: the same value always gives the same bytes.

/** A bigint stands for a whole number that a double cannot hold; it is written as digits. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** `order: 'sorted'` sorts keys everywhere; `'written'` keeps the order in which an artifact lists them. */
export function stableJson(value: Json, options: { indent?: number; order?: 'sorted' | 'written' } = {}): string {
  const sorted = options.order !== 'written'
  const step = ' '.repeat(options.indent ?? 0)
  const write = (v: Json | undefined, indent: string): string => {
    if (v === undefined || v === null) return 'null'
    if (typeof v === 'bigint') return v.toString()
    if (typeof v !== 'object') return JSON.stringify(v)
    const inner = indent + step
    const [open, between, close] = step === '' ? ['', ',', ''] : [`\n${inner}`, `,\n${inner}`, `\n${indent}`]
    if (Array.isArray(v)) return v.length === 0 ? '[]' : `[${open}${v.map((x) => write(x, inner)).join(between)}${close}]`
    const entries = Object.entries(v).filter(([, x]) => x !== undefined)
    if (sorted) entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    const colon = step === '' ? ':' : ': '
    if (entries.length === 0) return '{}'
    return `{${open}${entries.map(([k, x]) => `${JSON.stringify(k)}${colon}${write(x, inner)}`).join(between)}${close}}`
  }
  return write(value, '')
}
