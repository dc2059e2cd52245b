// Rewrites of the surface tree: plain data, so one walk serves every kind of node, also those that come later.

/** What a node becomes; undefined: itself, with its parts rewritten. */
export type Visit = (node: object) => unknown

/** The same object where nothing in it changes. Spans, ids and hashes are left alone unless `visit` takes them. */
export function rewrite<T>(node: T, visit: Visit): T {
  if (typeof node !== 'object' || node === null) return node
  const put = visit(node)
  return put === undefined ? rewriteParts(node, visit) : (put as T)
}

/** As `rewrite`, without asking for the node itself. */
export function rewriteParts<T extends object>(node: T, visit: Visit): T {
  if (Array.isArray(node)) {
    const items: readonly unknown[] = node
    const out = items.map((item) => rewrite(item, visit))
    return out.every((item, i) => item === items[i]) ? node : (out as unknown as T)
  }
  let out: Record<string, unknown> | null = null
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== 'object' || value === null) continue
    const put = rewrite(value, visit)
    if (put === value) continue
    out = { ...(out ?? node), [key]: put }
  }
  return out === null ? node : (out as T)
}
