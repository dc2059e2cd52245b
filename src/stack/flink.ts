// Flink: a session cluster of one job manager and one task manager, and its SQL gateway.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flinkRest } from '../deploy/flink-rest.js'
import { gatewayAnswers } from '../deploy/gateway.js'
import { fetchFlink, flinkHome, isFlinkFetched } from './fetch.js'
import { configYaml, FLINK_ROLES, javaArguments, LOG4J, TASK_SLOTS, type FlinkRole } from './flink-config.js'
import { hasSaid } from './logs.js'
import type { Service } from './service.js'
import { findJava, findMaven, findPython } from './tools.js'

export const flinkRestUrl = (ports: Readonly<Record<string, number>>): string => `http://127.0.0.1:${ports['flink']}`
export const gatewayUrl = (ports: Readonly<Record<string, number>>): string => `http://127.0.0.1:${ports['gateway']}`

export const flink: Service = {
  name: 'flink',
  title: 'Flink',
  needs: [],
  heart: 'job manager' satisfies FlinkRole,
  readySeconds: 180,
  version: (f) => Promise.resolve(f.flink),
  check: async (f) => {
    await findJava(f.env)
    if (isFlinkFetched(f.cache, f.flink)) return
    await findPython(f.env)
    await findMaven(f.env)
  },
  fetch: async (f) => {
    await fetchFlink({ ...f, version: f.flink })
  },
  prepare: async (s) => {
    for (const part of ['conf', 'tmp', 'plugins', 'checkpoints', 'savepoints'])
      await mkdir(join(s.folder, part), { recursive: true })
    await writeFile(join(s.folder, 'conf', 'config.yaml'), configYaml(s.folder, s.ports))
    await writeFile(join(s.folder, 'conf', 'log4j.properties'), LOG4J)
    const java = await findJava(s.env)
    const home = flinkHome(s.cache, s.flink)
    const env = {
      FLINK_CONF_DIR: join(s.folder, 'conf'),
      FLINK_LIB_DIR: home.lib,
      FLINK_OPT_DIR: home.opt,
      FLINK_PLUGINS_DIR: join(s.folder, 'plugins'),
    }
    return FLINK_ROLES.map((role) => ({
      name: role,
      program: java,
      args: javaArguments(role, s.folder, home),
      env,
      logsItself: true,
    }))
  },
  /** All slots are offered and the gateway answers. For a while a job manager still counts the slots of a dead one. */
  awaited: async ({ folder, ports }): Promise<FlinkRole | null> => {
    const overview = await flinkRest(flinkRestUrl(ports)).overview()
    if (!overview.ok) return 'job manager'
    const registered = hasSaid(folder, 'task manager', 'Successful registration at resource manager')
    if (!registered || overview.value.slots !== TASK_SLOTS) return 'task manager'
    return (await gatewayAnswers(gatewayUrl(ports))) ? null : 'SQL gateway'
  },
  address: flinkRestUrl,
}
