// A number of JavaScript as the language writes it: no exponent, which would make a DOUBLE of it.
export function numberText(value: number): string {
  // a DOUBLE has a negative zero, and whoever has none reads a zero
  const written = Object.is(value, -0) ? '-0.0' : String(value)
  const match = /^(-?)(\d+)(?:\.(\d+))?e-(\d+)$/.exec(written)
  if (match === null) return written
  const [, sign, whole, fraction = '', exponent] = match
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`
}
