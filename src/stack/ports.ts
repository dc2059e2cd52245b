// Free ports on the loopback interface.
import { createServer } from 'node:net'
import { stack } from '../diagnostics/codes/stack.js'
import { failStack } from './outcome.js'

function bind(port: number): Promise<number | null> {
  return new Promise((done) => {
    const server = createServer()
    server.on('error', () => done(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => done(address !== null && typeof address === 'object' ? address.port : null))
    })
  })
}

/** `wanted` must be free; without it `preferred` is taken where it is free, else any port. */
export async function choosePort(
  purpose: string,
  wanted: number | undefined,
  preferred: number,
  taken: ReadonlySet<number>,
): Promise<number> {
  if (wanted !== undefined) return (await bind(wanted)) ?? failStack(stack.portTaken, { port: wanted, purpose })
  if (!taken.has(preferred) && (await bind(preferred)) !== null) return preferred
  for (;;) {
    const free = await bind(0)
    if (free !== null && !taken.has(free)) return free
  }
}
