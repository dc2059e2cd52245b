// How long something takes by the processor's clock: what a busy machine makes it wait does not count.

/** Milliseconds. */
export function processorTime(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
