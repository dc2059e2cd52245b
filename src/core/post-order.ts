// Walks of what refers to what, however deep it is: a program that a loop has made may be a chain of thousands.

/** What can be reached, each after those that it refers to, and these in their order. What refers to itself in a circle is visited once. */
export function postOrder<T>(roots: Iterable<T>, referred: (of: T) => Iterable<T>): T[] {
  const out: T[] = []
  const seen = new Set<T>()
  const open: { readonly of: T; readonly rest: Iterator<T> }[] = []
  const enter = (of: T): void => {
    if (seen.has(of)) return
    seen.add(of)
    open.push({ of, rest: referred(of)[Symbol.iterator]() })
  }
  for (const root of roots) {
    enter(root)
    for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
      const next = at.rest.next()
      if (next.done !== true) enter(next.value)
      else {
        open.pop()
        out.push(at.of)
      }
    }
  }
  return out
}
