// What `stack.json` remembers: who runs on which ports. Written by rename: there is never half a file.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stack } from '../diagnostics/codes/stack.js'
import { failStack } from './outcome.js'
import type { ProcessRecord } from './processes.js'
import type { ServiceName } from './service.js'

export interface ServiceRecord {
  readonly version: string
  /** Kept when it is stopped: the next start takes the same ones, which others may have written down. */
  readonly ports: Readonly<Record<string, number>>
  /** Ports of the needed services that it was started with. */
  readonly needed: Readonly<Record<string, number>>
  readonly processes: readonly ProcessRecord[]
  /** It has answered and is configured; without it a start was cut off. */
  readonly complete: boolean
}

export type Services = Readonly<Partial<Record<ServiceName, ServiceRecord>>>

interface State {
  readonly stateVersion: 2
  readonly services: Services
}

const pathOf = (folder: string): string => join(folder, 'stack.json')

export async function readState(folder: string): Promise<Services> {
  try {
    const state = JSON.parse(await readFile(pathOf(folder), 'utf8')) as State
    if (state.stateVersion === 2) return state.services
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    // anything else is not a file of ours
  }
  return failStack(stack.folderUnusable, { folder, reason: '`stack.json` in it is not one that this version wrote' })
}

/** The file of a folder whose lock is held; services start side by side, so writes wait for each other. */
export interface StateFile {
  readonly get: (name: ServiceName) => ServiceRecord | undefined
  readonly set: (name: ServiceName, record: ServiceRecord) => Promise<void>
}

export async function openState(folder: string): Promise<StateFile> {
  let services = await readState(folder)
  let last: Promise<void> = Promise.resolve()
  return {
    get: (name) => services[name],
    set: (name, record) => {
      services = { ...services, [name]: record }
      last = last.then(async () => {
        const state: State = { stateVersion: 2, services }
        await writeFile(`${pathOf(folder)}.next`, `${JSON.stringify(state, null, 2)}\n`)
        await rename(`${pathOf(folder)}.next`, pathOf(folder))
      })
      return last
    },
  }
}
