// JSON text that keeps what JSON.stringify loses: whole numbers beyond 2^53, and -0.

type Raw = null | boolean | number | bigint | string | readonly Raw[] | { readonly [name: string]: Raw }

export function formatRaw(value: Raw): string {
  if (typeof value === 'bigint') return value.toString()
  if (Object.is(value, -0)) return '-0.0'
  if (Array.isArray(value)) return `[${value.map(formatRaw).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([k, v]) => `${JSON.stringify(k)}:${formatRaw(v as Raw)}`)
      .join(',')}}`
  return JSON.stringify(value)
}
