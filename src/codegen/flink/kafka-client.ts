// How Flink's Kafka clients reach the cluster: bootstrap servers, login, encryption, and what the environment adds.
import type { ConfigValue } from '../../ir/plan.js'
import { configText, parts, partsOf, text, type EnvValue, type Environment } from '../environment.js'
import type { OptionList, TargetProfile } from './target.js'

/** Names of client properties with their values, without `properties.`. */
export function kafkaClient(environment: Environment, profile: TargetProfile): readonly { name: string; value: EnvValue }[] {
  const { sasl, ssl, properties } = environment.kafka
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

export function addKafkaClient(list: OptionList, environment: Environment, profile: TargetProfile): void {
  for (const { name, value } of kafkaClient(environment, profile))
    list.override([{ name: `properties.${name}`, value: configText(value) }], 'from the environment')
}

/** All plain values behind the client's properties. */
export const kafkaValues = (environment: Environment, profile: TargetProfile): readonly ConfigValue[] => [
  environment.kafka.bootstrap,
  ...kafkaClient(environment, profile).flatMap((p) => partsOf(p.value)),
]
