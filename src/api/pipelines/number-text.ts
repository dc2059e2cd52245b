// A number of JavaScript as the language writes it: no exponent, which would make a DOUBLE of it.
export function numberText(value: number): string {
  const written = String(Object.is(value, -0) ? 0 : value)
  const match = /^(-?)(\d+)(?:\.(\d+))?e-(\d+)$/.exec(written)
  if (match === null) return written
  const [, sign, whole, fraction = '', exponent] = match
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`
}
