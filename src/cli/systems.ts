// Clients of an environment's systems: addresses and logins resolved when a system is first needed, never before.
import { connectRest } from '../deploy/connect-rest.js'
import type { Endpoint, Login } from '../deploy/endpoint.js'
import { DeployFailure } from '../deploy/failure.js'
import { icebergRest } from '../deploy/iceberg-rest.js'
import { connectKafka } from '../deploy/kafka-admin.js'
import type { References } from '../deploy/references.js'
import type { Systems } from '../deploy/apply.js'
import type { KafkaPlace } from '../deploy/topics.js'
import { bug } from '../core/bug.js'
import { cli } from '../diagnostics/codes/cli.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import type { ConfigValue, PlanProgram } from '../ir/plan.js'
import { registryWriter, type RegistryOptions } from '../schema/registry-http.js'
import { registryDiagnostic } from '../schema/registry-model.js'
import type { Bound } from '../workspace/bind-environment.js'
import type { ChosenEnvironment } from '../workspace/config-file-node.js'
import type { EndpointSettings, EnvironmentSettings } from '../workspace/environment.js'
import type { Project } from '../workspace/project-node.js'
import type { Context } from './context.js'
import { readPem, settingValue } from './environment.js'
import { EXIT, type ExitCode } from './exit-codes.js'
import { fail } from './failure.js'

export interface Opened extends Systems {
  readonly gateway: () => Endpoint
  readonly flink: () => Endpoint
  readonly close: () => Promise<void>
}

/** `bound`: any of the plans; systems are the environment's, so that all say the same. */
export function openSystems(
  ctx: Context,
  project: Project,
  chosen: ChosenEnvironment,
  bounds: readonly Bound[],
  references: References,
): Opened {
  const { settings } = chosen
  const signal = ctx.io.interrupt
  const timeoutMillis = timeoutOf(ctx)
  const environment = bounds[0]?.environment
  const need = (value: string | null, setting: string, purpose: string): string => {
    if (value !== null && value !== '') return value
    throw new DeployFailure([diagnostic(cli.missingSetting, null, { setting, environment: chosen.name, purpose })])
  }
  const complete = <T>(value: T): T => {
    if (references.missing.length > 0) throw new DeployFailure(references.missing)
    return value
  }
  const loginOf = (s: Omit<EndpointSettings, 'url' | 'ca'>, name: string): Login | null => {
    const value = (key: 'user' | 'password' | 'token'): string | null => settingValue(references, s[key], `${name}.${key}`)
    const token = value('token')
    if (token !== null) return { kind: 'bearer', token }
    const user = value('user')
    return user === null ? null : { kind: 'basic', user, password: value('password') ?? '' }
  }
  const endpoint = (
    system: string,
    url: string,
    s: Pick<EnvironmentSettings['flink'], 'user' | 'password' | 'token' | 'ca'>,
    name: string,
  ): Endpoint =>
    complete({ system, url, login: loginOf(s, name), ca: s.ca === null ? null : readPem(project, s.ca), signal, timeoutMillis })

  let kafkaPlace: KafkaPlace | null = null
  const catalogs = new Map<string, ReturnType<typeof icebergRest>>()
  return {
    references,
    signal,
    connectReferences: settings.connect.references ?? 'worker',
    kafka: () => {
      if (kafkaPlace !== null) return kafkaPlace
      const { kafka } = environment ?? bug('systems without a plan')
      const bootstrap = references.resolve(kafka.bootstrap, 'kafka.bootstrap')
      const options = complete({
        bootstrap,
        timeoutMillis,
        sasl:
          kafka.sasl === null
            ? null
            : {
                mechanism: kafka.sasl.mechanism,
                user: references.resolve(kafka.sasl.user, 'kafka.sasl.user'),
                password: references.resolve(kafka.sasl.password, 'kafka.sasl.password', { secret: true }),
              },
        ssl:
          kafka.ssl === null
            ? null
            : {
                ca: kafka.ssl.ca,
                certificate: kafka.ssl.certificate,
                key: kafka.ssl.key === null ? null : references.resolve(kafka.ssl.key, 'kafka.ssl.key', { secret: true }),
              },
      })
      kafkaPlace = {
        admin: (ctx.io.connectKafka ?? connectKafka)(options),
        bootstrap,
        sent: kafka.sasl === null ? 'nothing' : `a login with ${kafka.sasl.mechanism}`,
      }
      return kafkaPlace
    },
    registry: () => {
      const { registry } = environment ?? bug('systems without a plan')
      const url = references.resolve(registry.url, 'registry.url')
      const login = loginOf(settings.registry, 'registry')
      const options: RegistryOptions = complete({
        url,
        ...(login === null ? {} : { auth: login }),
        ...(settings.registry.ca === null ? {} : { tls: { ca: readPem(project, settings.registry.ca) } }),
        signal,
        timeoutMillis,
        // a command that deploys can simply be run again
        retries: 1,
      })
      const client = registryWriter(options)
      if (client.ok) return client.value
      throw new DeployFailure([registryDiagnostic(client.problem)])
    },
    connect: () => {
      const url = settingValue(references, settings.connect.url, 'connect.url')
      return connectRest(
        endpoint(
          'Connect',
          need(complete(url), 'connect.url', 'tables are captured through Kafka Connect'),
          settings.connect,
          'connect',
        ),
      )
    },
    catalog: (name) => {
      const known = catalogs.get(name)
      if (known !== undefined) return known
      const value = propertiesOf(
        bounds.map((b) => b.plan),
        name,
        references,
      )
      const token = value('token')
      const user = value('rest.auth.basic.username')
      const login: Login | null =
        token !== null
          ? { kind: 'bearer', token }
          : user !== null
            ? { kind: 'basic', user, password: value('rest.auth.basic.password') ?? '' }
            : null
      const options = complete({
        endpoint: { system: `catalog \`${name}\``, url: value('uri') ?? '', login, ca: null, signal, timeoutMillis },
        warehouse: value('warehouse') ?? '',
        credential: value('credential'),
        scope: value('scope'),
        tokenUrl: value('oauth2-server-uri'),
        prefix: value('prefix'),
      })
      const catalog = icebergRest(options)
      catalogs.set(name, catalog)
      return catalog
    },
    gateway: () => flinkEndpoint('the SQL gateway', 'gateway'),
    flink: () => flinkEndpoint('the job manager', 'rest'),
    close: async () => {
      await kafkaPlace?.admin.close()
    },
  }

  function flinkEndpoint(system: string, key: 'gateway' | 'rest'): Endpoint {
    const url = complete(settingValue(references, settings.flink[key], `flink.${key}`))
    return endpoint(system, need(url, `flink.${key}`, `the address of ${system}`), settings.flink, 'flink')
  }
}

/** FLOWC_TIMEOUT: seconds that an answer of another system may take. */
function timeoutOf(ctx: Context): number {
  const text = ctx.io.env['FLOWC_TIMEOUT']
  if (text === undefined || text === '') return 30_000
  const seconds = Number(text)
  if (!(seconds > 0 && seconds <= 3600))
    fail(EXIT.usage, cli.wrongUsage, {
      problem: `\`FLOWC_TIMEOUT\` is \`${text}\``,
      advice: 'it is a number of seconds, `30` unless said',
    })
  return seconds * 1000
}

function propertiesOf(plans: readonly PlanProgram[], catalog: string, references: References) {
  const found = plans.flatMap((p) => p.catalogs).find((c) => c.name === catalog)
  const values = new Map((found?.properties ?? []).map((p): [string, ConfigValue] => [p.name.replaceAll(' ', '-'), p.value]))
  return (name: string): string | null => {
    const value = values.get(name)
    const secret = name === 'token' || name === 'credential' || name.endsWith('password')
    return value === undefined ? null : references.resolve(value, `catalogs.${catalog}.${name}`, { secret })
  }
}

/** Differences are a person's decision (3), settings and names a mistake of the call (2), everything else a system (4). */
export function exitOf(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter((d) => d.severity === 'error').map((d) => d.code)
  if (errors.length === 0) return EXIT.ok
  if (errors.every((c) => /^FLOW0|^FLOW8001$|^FLOW8410$/.test(c))) return EXIT.usage
  if (errors.every((c) => /^FLOW830[12349]$/.test(c))) return EXIT.differences
  return EXIT.system
}
