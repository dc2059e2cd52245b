// Names for what a text is given beside its own.

/** What looks at operands is called so, and whatever else it needs begins so: nothing in the text does. */
export function freeName(text: string): string {
  let name = '$flowc'
  while (text.includes(name)) name += '_'
  return name
}
