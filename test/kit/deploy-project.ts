// The orders example in a folder of its own, with an environment of fake systems.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const saves: string[] = []
  const project: DeployProject = {
    world,
    folder,
    env: { DEBEZIUM_PASSWORD: 'pa55word', FLOWC_TIMEOUT: '0.3' },
    flowc: (...args) => runCli(args, { cwd: folder, env: project.env, connectKafka: world.kafka.connect }),
    configure: (change) => {
      const settings = JSON.parse(readFileSync(config, 'utf8')) as { environments: { dev: EnvironmentJson } }
      change(settings.environments.dev)
      writeFileSync(config, JSON.stringify(settings, null, 2))
    },
    edit: (file, change) => writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8'))),
    capture: () => {
      const state = world.capture()
      const saved = mkdtempSync(join(tmpdir(), 'flowc-deploy-'))
      cpSync(folder, saved, { recursive: true })
      const env = { ...project.env }
      saves.push(saved)
      return () => {
        state()
        rmSync(folder, { recursive: true, force: true })
        cpSync(saved, folder, { recursive: true })
        for (const name of Object.keys(project.env)) delete project.env[name]
        Object.assign(project.env, env)
      }
    },
    close: async () => {
      await world.close()
      for (const saved of saves) rmSync(saved, { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
  writeFileSync(config, JSON.stringify({ target: 'flink-2.2', environments: { dev: world.environment } }, null, 2))
  return project
}
