// Schema registry: Apicurio with Confluent's API, its schemas in an H2 file.
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { httpJson } from '../deploy/http.js'
import { bug } from '../core/bug.js'
import { stack } from '../diagnostics/codes/stack.js'
import { REGISTRY_ARCHIVE, REGISTRY_VERSION } from './artifacts.js'
import { checkJars, fetchArchive, jarFolder } from './fetch-jars.js'
import { failStack } from './outcome.js'
import type { Service } from './service.js'
import { findJava } from './tools.js'

const REGISTRY = 'schema registry'

export const registryUrl = (ports: Readonly<Record<string, number>>): string =>
  `http://127.0.0.1:${ports['registry']}/apis/ccompat/v7`

/** Apicurio's own API, which its converter speaks. */
export const registryOwnUrl = (ports: Readonly<Record<string, number>>): string =>
  `http://127.0.0.1:${ports['registry']}/apis/registry/v2`

export function registryArguments(jar: string, data: string, port: number): readonly string[] {
  const properties: Readonly<Record<string, string | number>> = {
    'quarkus.http.host': '127.0.0.1',
    'quarkus.http.port': port,
    // Without a file, ids would start again at 1 and old messages would be read with other schemas. No delayed write: an id
    // that was given out survives a crash.
    'quarkus.datasource.jdbc.url': `jdbc:h2:file:${join(data, 'registry')};WRITE_DELAY=0`,
    'quarkus.datasource.jdbc.initial-size': 2,
    'quarkus.datasource.jdbc.min-size': 2,
    'quarkus.datasource.jdbc.max-size': 10,
    // one id a schema in all of its APIs
    'registry.ccompat.legacy-id-mode.enabled': 'false',
    'registry.rest.artifact.deletion.enabled': 'true',
  }
  return [
    '-Xms96m',
    '-Xmx384m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    ...Object.entries(properties).map(([key, value]) => `-D${key}=${value}`),
    '-jar',
    jar,
  ]
}

export const registry: Service = {
  name: 'registry',
  title: 'Registry',
  needs: [],
  readySeconds: 120,
  version: () => Promise.resolve(REGISTRY_VERSION),
  check: (f) => checkJars(f, [REGISTRY_ARCHIVE]),
  fetch: (f) => fetchArchive(f, REGISTRY_ARCHIVE),
  prepare: async (s) => {
    const java = await findJava(s.env)
    const home = jarFolder(s.cache, REGISTRY_ARCHIVE)
    const jar = (await readdir(home)).find((f) => f.endsWith('-runner.jar')) ?? bug(`${home} holds no runner`)
    const data = join(s.folder, 'data')
    await mkdir(data, { recursive: true })
    return [{ name: REGISTRY, program: java, args: registryArguments(join(home, jar), data, s.ports['registry']!) }]
  },
  awaited: async ({ ports }) => {
    const subjects = await httpJson({ method: 'GET', url: `${registryUrl(ports)}/subjects`, timeoutMillis: 2000 })
    return subjects.ok ? null : REGISTRY
  },
  /** Confluent's registry starts with BACKWARD, Apicurio with no check at all. */
  configure: async ({ ports }) => {
    const url = `${registryUrl(ports)}/config`
    const now = await httpJson<{ compatibilityLevel?: string }>({ method: 'GET', url })
    if (now.ok && now.value.compatibilityLevel !== 'NONE') return
    const set = await httpJson({ method: 'PUT', url, body: { compatibility: 'BACKWARD' } })
    if (!set.ok)
      failStack(stack.notPrepared, { service: 'Registry', step: 'setting its compatibility level', reason: set.problem.reason })
  },
  address: registryUrl,
}
