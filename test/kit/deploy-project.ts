// The orders example in a folder of its own, with an environment of fake systems.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fakeWorld, type EnvironmentJson, type FakeWorld } from './fake-world.js'
import { runCli, type CliResult } from './run-cli.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface DeployProject {
  readonly world: FakeWorld
  readonly folder: string
  readonly flowc: (...args: readonly string[]) => Promise<CliResult>
  /** Settings of the environment `dev`. */
  readonly configure: (change: (environment: EnvironmentJson) => void) => void
  readonly edit: (file: string, change: (text: string) => string) => void
  /** Environment variables of the next commands. */
  readonly env: Record<string, string>
  /** Everything as it is now, for every test anew. */
  readonly capture: () => () => void
  readonly close: () => Promise<void>
}

export async function deployProject(): Promise<DeployProject> {
  const folder = mkdtempSync(join(tmpdir(), 'flowc-deploy-'))
  cpSync(join(root, 'examples/orders'), folder, { recursive: true })
  const world = await fakeWorld()
  const config = join(folder, 'flow.config.json')
  const project: DeployProject = {
    world,
    folder,
    // a system that does not answer is waited for in tests of that alone: a busy machine is slow too
    env: { DEBEZIUM_PASSWORD: 'pa55word', FLOWC_TIMEOUT: '10' },
    flowc: (...args) => runCli(args, { cwd: folder, env: project.env, connectKafka: world.kafka.connect }),
    configure: (change) => {
      const settings = JSON.parse(readFileSync(config, 'utf8')) as { environments: { dev: EnvironmentJson } }
      change(settings.environments.dev)
      writeFileSync(config, JSON.stringify(settings, null, 2))
    },
    edit: (file, change) => writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8'))),
    capture: () => {
      const state = world.capture()
      const saved = filesIn(folder)
      const env = { ...project.env }
      return () => {
        state()
        restore(folder, saved)
        for (const name of Object.keys(project.env)) delete project.env[name]
        Object.assign(project.env, env)
      }
    },
    close: async () => {
      await world.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  writeFileSync(config, JSON.stringify({ target: 'flink-2.2', environments: { dev: world.environment } }, null, 2))
  return project
}

/** Their bytes, by path. */
const filesIn = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile())
      .map((e) => join(e.parentPath, e.name))
      .map((path) => [path, readFileSync(path)]),
  )

/** Most tests touch one file or two: only what is not as it was is written, and what was not there goes. */
function restore(folder: string, saved: ReadonlyMap<string, Buffer>): void {
  const folders = new Set([...saved.keys()].map(dirname))
  for (const e of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(e.parentPath, e.name)
    const stays = e.isDirectory() ? [...folders].some((f) => f === path || f.startsWith(path + sep)) : saved.has(path)
    if (!stays) rmSync(path, { recursive: true, force: true })
  }
  for (const [path, bytes] of saved) {
    if (existsSync(path) && readFileSync(path).equals(bytes)) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
}
