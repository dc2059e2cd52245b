// JSON text with sorted keys: the same value always gives the same bytes.

/** A bigint stands for a whole number that a double cannot hold; it is written as digits. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** `order: 'sorted'` sorts keys everywhere; `'written'` keeps the order in which an artifact lists them. */
export function stableJson(value: Json, options: { indent?: number; order?: 'sorted' | 'written' } = {}): string {
  const sorted = options.order !== 'written'
  const step = ' '.repeat(options.indent ?? 0)
  const colon = step === '' ? ':' : ': '
  const out: string[] = []
  // one frame a level: an expression may be a thousand in one another
  const write = (v: Json | undefined, indent: string): void => {
    if (v === undefined || v === null || typeof v !== 'object') {
      out.push(v === undefined || v === null ? 'null' : typeof v === 'bigint' ? v.toString() : JSON.stringify(v))
      return
    }
    const inner = indent + step
    const isList = Array.isArray(v)
    const at = v as { readonly [key: string | number]: Json | undefined }
    const keys: (string | number)[] = isList ? [...v.keys()] : Object.keys(v).filter((k) => at[k] !== undefined)
    if (sorted && !isList) keys.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    let between = isList ? '[' : '{'
    for (const key of keys) {
      out.push(between, step === '' ? '' : `\n${inner}`)
      if (typeof key === 'string') out.push(JSON.stringify(key), colon)
      write(at[key], inner)
      between = ','
    }
    out.push(between !== ',' ? between : step === '' ? '' : `\n${indent}`, isList ? ']' : '}')
  }
  write(value, '')
  return out.join('')
}
