// JSON text with sorted keys: the same value always gives the same bytes.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** `order: 'sorted'` sorts keys everywhere; `'written'` keeps the order in which an artifact lists them. */
export function stableJson(value: Json, options: { indent?: number; order?: 'sorted' | 'written' } = {}): string {
  const sorted = options.order !== 'written'
  const normal = (v: Json | undefined): Json => {
    if (v === undefined) return null
    if (Array.isArray(v)) return v.map(normal)
    if (v !== null && typeof v === 'object') {
      const entries = Object.entries(v).filter(([, x]) => x !== undefined)
      if (sorted) entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      return Object.fromEntries(entries.map(([k, x]) => [k, normal(x)]))
    }
    return v
  }
  return JSON.stringify(normal(value), null, options.indent)
}
