// Free ports on the loopback interface, kept for one command from the choice until a service has bound them.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { stack } from '../diagnostics/codes/stack.js'
import { tryLock } from './lock.js'
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

/** Two stacks that start at one time find the same port free: the one that marked it first has it. */
export interface PortKeeper {
  /** `wanted` must be free; without it the first free one of `preferred`, else any port. */
  readonly choose: (purpose: string, wanted: number | undefined, preferred: readonly number[]) => Promise<number>
  readonly release: () => void
}

export function portKeeper(folder = join(tmpdir(), `flowc-ports-${userInfo().uid}`)): PortKeeper {
  const marks: (() => void)[] = []
  const keep = async (port: number): Promise<boolean> => {
    mkdirSync(folder, { recursive: true })
    const release = await tryLock(join(folder, String(port)))
    if (release === null) return false
    if ((await bind(port)) === null) {
      release()
      return false
    }
    marks.push(release)
    return true
  }
  return {
    choose: async (purpose, wanted, preferred) => {
      if (wanted !== undefined) return (await keep(wanted)) ? wanted : failStack(stack.portTaken, { port: wanted, purpose })
      for (const port of preferred) if (await keep(port)) return port
      for (;;) {
        const free = await bind(0)
        if (free !== null && (await keep(free))) return free
      }
    },
    release: () => {
      for (const release of marks.splice(0)) release()
    },
  }
}
