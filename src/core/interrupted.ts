/** Ctrl-C: thrown where a command looks for it, after nothing half-written is left. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
