// What the services are made of: Maven coordinates as data, and the project file that makes Maven bring them.

export interface JarSet {
  /** Folder in the cache; its name carries the version, so a newer flowc brings a newer one beside it. */
  readonly folder: string
  /** For people. */
  readonly what: string
  readonly megabytes: number
  /** `group:name:version[:type[:classifier]]` */
  readonly artifacts: readonly string[]
  /** With everything that they depend on. */
  readonly transitive: boolean
  /** Jars that must not come along: somebody else on the class path owns their classes. */
  readonly without?: RegExp
  /** A plugin: its jars lie one folder deeper, and class names are announced that its authors did not announce. */
  readonly plugin?: { readonly name: string; readonly announces: Readonly<Record<string, readonly string[]>> }
}

export const KAFKA_VERSION = '4.4.0'
export const REGISTRY_VERSION = '2.6.13.Final'
/** Connect of Kafka 4.4 cannot load every plugin written for 4.3; it speaks to any broker. */
export const CONNECT_VERSION = '4.3.1'
export const DEBEZIUM_VERSION = '3.6.1.Final'
export const ICEBERG_REST_VERSION = '1.10.1'

const LOGGING = 'org.slf4j:slf4j-simple:1.7.36'

/** Connect gives these classes to its plugins. */
const OF_THE_WORKER = /^(connect-(api|json|runtime)|kafka-clients|lz4-java|snappy-java|zstd-jni|slf4j-api)-/

export const KAFKA_JARS: JarSet = {
  folder: `kafka-${KAFKA_VERSION}`,
  what: `Kafka ${KAFKA_VERSION}`,
  megabytes: 51,
  artifacts: [`org.apache.kafka:kafka_2.13:${KAFKA_VERSION}`, LOGGING],
  transitive: true,
}

/** The whole application as one archive. */
export const REGISTRY_ARCHIVE: JarSet = {
  folder: `registry-${REGISTRY_VERSION}`,
  what: `Apicurio Registry ${REGISTRY_VERSION}`,
  megabytes: 135,
  artifacts: [`io.apicurio:apicurio-registry-app:${REGISTRY_VERSION}:tar.gz:all`],
  transitive: false,
}

export const CONNECT_JARS: JarSet = {
  folder: `connect-${CONNECT_VERSION}`,
  what: `Kafka Connect ${CONNECT_VERSION}`,
  megabytes: 40,
  artifacts: [
    `org.apache.kafka:connect-runtime:${CONNECT_VERSION}`,
    `org.apache.kafka:connect-json:${CONNECT_VERSION}`,
    `org.apache.kafka:connect-transforms:${CONNECT_VERSION}`,
    LOGGING,
  ],
  transitive: true,
}

export const DEBEZIUM_JARS: JarSet = {
  folder: `debezium-postgres-${DEBEZIUM_VERSION}`,
  what: `Debezium for PostgreSQL ${DEBEZIUM_VERSION}`,
  megabytes: 9,
  artifacts: [`io.debezium:debezium-connector-postgres:${DEBEZIUM_VERSION}`],
  transitive: true,
  without: OF_THE_WORKER,
  plugin: { name: 'debezium-postgres', announces: {} },
}

/** Writes the Confluent wire format; Confluent's own converter is not on Maven Central. */
export const CONVERTER_JARS: JarSet = {
  folder: `apicurio-avro-converter-${REGISTRY_VERSION}`,
  what: `Apicurio's Avro converter ${REGISTRY_VERSION}`,
  megabytes: 8,
  artifacts: [`io.apicurio:apicurio-registry-utils-converter:${REGISTRY_VERSION}`],
  transitive: true,
  without: OF_THE_WORKER,
  plugin: {
    name: 'apicurio-avro-converter',
    // the jar has no manifest of its own, and Connect looks for nothing else (plugin.discovery=service_load)
    announces: { 'org.apache.kafka.connect.storage.Converter': ['io.apicurio.registry.utils.converter.AvroConverter'] },
  },
}

/** The servlet that Iceberg's own tests talk to, over a JDBC catalog in a SQLite file. */
export const ICEBERG_REST_JARS: JarSet = {
  folder: `iceberg-rest-${ICEBERG_REST_VERSION}`,
  what: `Iceberg REST catalog ${ICEBERG_REST_VERSION}`,
  megabytes: 85,
  artifacts: [
    `org.apache.iceberg:iceberg-core:${ICEBERG_REST_VERSION}`,
    `org.apache.iceberg:iceberg-core:${ICEBERG_REST_VERSION}:jar:tests`,
    'org.apache.hadoop:hadoop-client-api:3.4.1',
    'org.apache.hadoop:hadoop-client-runtime:3.4.1',
    'org.xerial:sqlite-jdbc:3.47.1.0',
    'org.eclipse.jetty:jetty-servlet:11.0.24',
    'org.eclipse.jetty:jetty-xml:11.0.24',
    // Iceberg brings slf4j 2: the binding for 1.7 would say nothing
    'org.slf4j:slf4j-simple:2.0.17',
  ],
  transitive: true,
}

interface Coordinate {
  readonly group: string
  readonly name: string
  readonly version: string
  readonly type: string
  readonly classifier: string | null
}

export function coordinate(artifact: string): Coordinate {
  const [group, name, version, type, classifier] = artifact.split(':') as [string, string, string, string?, string?]
  return { group, name, version, type: type ?? 'jar', classifier: classifier ?? null }
}

/** The name under which Maven's dependency plugin copies it. */
export function fileNameOf(artifact: string): string {
  const { name, version, type, classifier } = coordinate(artifact)
  return `${name}-${version}${classifier === null ? '' : `-${classifier}`}.${type}`
}

/** A project without sources, whose dependencies are what is wanted. */
export function pomText(artifacts: readonly string[], transitive: boolean): string {
  const alone = transitive ? '' : '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>'
  const dependencies = artifacts.map((artifact) => {
    const { group, name, version, type, classifier } = coordinate(artifact)
    const kind = `<type>${type}</type>${classifier === null ? '' : `<classifier>${classifier}</classifier>`}`
    return `    <dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>${kind}${alone}</dependency>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>flowc.stack</groupId>
  <artifactId>pieces</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
${dependencies.join('')}  </dependencies>
</project>
`
}
