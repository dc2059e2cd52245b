// Paths of a project: `/` between folders, relative to its root.

/** `sales/orders.flow` + `./customers.flow` → `sales/customers.flow`. */
export function resolvePath(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

/** How files of programs in TypeScript end. */
export const SCRIPT_ENDING = '.flow.ts'
