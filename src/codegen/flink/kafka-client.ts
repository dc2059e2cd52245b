// How Flink's Kafka clients reach a cluster: bootstrap servers, login, encryption, and what the environment adds.
import { bug } from '../../core/bug.js'
import type { ConfigValue, PlanConnection } from '../../ir/plan.js'
import { configText, parts, partsOf, text, type EnvValue, type KafkaCluster } from '../environment.js'
import type { OptionList, TargetProfile } from './target.js'

/** Names of client properties with their values, without `properties.`. */
export function kafkaClient(cluster: KafkaCluster, profile: TargetProfile): readonly { name: string; value: EnvValue }[] {
  const { sasl, ssl, properties } = cluster
  const list: { name: string; value: EnvValue }[] = []
  const set = (name: string, value: EnvValue): void => void list.push({ name, value })
  if (sasl !== null || ssl !== null)
    set('security.protocol', text(`${sasl === null ? '' : 'SASL_'}${ssl === null ? 'PLAINTEXT' : 'SSL'}`))
  if (sasl !== null) {
    set('sasl.mechanism', text(sasl.mechanism))
    const module = sasl.mechanism === 'PLAIN' ? 'plain.PlainLoginModule' : 'scram.ScramLoginModule'
    set(
      'sasl.jaas.config',
      parts(
        text(`${profile.kafkaPackage}.common.security.${module} required username="`),
        quotable(sasl.user),
        text('" password="'),
        quotable(sasl.password),
        text('";'),
      ),
    )
  }
  if (ssl !== null && ssl.ca !== null) {
    set('ssl.truststore.type', text('PEM'))
    set('ssl.truststore.certificates', text(ssl.ca))
  }
  if (ssl !== null && ssl.certificate !== null && ssl.key !== null) {
    set('ssl.keystore.type', text('PEM'))
    set('ssl.keystore.certificate.chain', text(ssl.certificate))
    set('ssl.keystore.key', ssl.key)
  }
  return [...list, ...properties]
}

/** In the quoted text of a login module; a reference is escaped when its value is put in (`escapeFor`). */
const quotable = (value: ConfigValue): ConfigValue => (value.kind === 'text' ? text(escapeJaas(value.text)) : value)

const escapeJaas = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

/** What a resolved reference needs inside the value of an option: a login module's texts are quoted once more. */
export const escapeFor = (option: string): ((value: string) => string) =>
  option.endsWith('sasl.jaas.config') ? escapeJaas : (value) => value

export function addKafkaClient(
  list: OptionList,
  cluster: KafkaCluster,
  profile: TargetProfile,
  because = 'from the environment',
): void {
  for (const { name, value } of kafkaClient(cluster, profile))
    list.override([{ name: `properties.${name}`, value: configText(value) }], because)
}

/** All plain values behind the client's properties. */
export const kafkaValues = (cluster: KafkaCluster, profile: TargetProfile): readonly ConfigValue[] => [
  cluster.bootstrap,
  ...kafkaClient(cluster, profile).flatMap((p) => partsOf(p.value)),
]

const MECHANISMS = { plain: 'PLAIN', 'scram-sha-256': 'SCRAM-SHA-256', 'scram-sha-512': 'SCRAM-SHA-512' } as const

/** The cluster that a `connection … kafka` describes; its values have been checked with the declaration. */
export function connectedCluster(connection: PlanConnection): KafkaCluster {
  const property = (name: string): ConfigValue | null => connection.properties.find((p) => p.name === name)?.value ?? null
  const user = property('user')
  const mechanism = property('sasl mechanism')
  const known = mechanism?.kind === 'text' ? mechanism.text : 'scram-sha-512'
  return {
    bootstrap: property('bootstrap') ?? bug(`connection ${connection.name} has no bootstrap`),
    sasl:
      user === null
        ? null
        : {
            mechanism: Object.hasOwn(MECHANISMS, known)
              ? MECHANISMS[known as keyof typeof MECHANISMS]
              : bug(`mechanism ${known}`),
            user,
            password: property('password') ?? text(''),
          },
    ssl: property('ssl') === null ? null : { ca: null, certificate: null, key: null },
    properties: [],
  }
}
