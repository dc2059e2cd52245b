// Which pieces make a Flink of each version: the distribution's jars come inside a Python package, the rest from Maven Central.

export const FLINK_VERSIONS = ['2.2.0', '2.3.0', '2.1.0', '1.20.3'] as const
export type FlinkVersion = (typeof FLINK_VERSIONS)[number]

export interface FlinkPieces {
  /** PyPI package with lib/*.jar; its size is said before it is fetched. */
  readonly libraries: { readonly requirement: string; readonly megabytes: number }
  /** Maven artifacts for opt/ (the gateway). */
  readonly opt: readonly string[]
  /** Maven artifacts for connectors/. */
  readonly connectors: readonly string[]
  readonly connectorMegabytes: number
}

/** Iceberg's runtime wants Hadoop's file system classes, also for local files. */
const HADOOP = ['org.apache.hadoop:hadoop-client-api:3.4.1', 'org.apache.hadoop:hadoop-client-runtime:3.4.1']

const PIECES: Readonly<Record<FlinkVersion, FlinkPieces>> = {
  '2.2.0': {
    libraries: { requirement: 'apache-flink-libraries==2.2.0', megabytes: 235 },
    opt: ['org.apache.flink:flink-sql-gateway:2.2.0'],
    connectors: [
      'org.apache.flink:flink-sql-connector-kafka:5.0.0-2.2',
      'org.apache.flink:flink-sql-avro-confluent-registry:2.2.0',
      // built for 2.1; writes and reads on 2.2
      'org.apache.iceberg:iceberg-flink-runtime-2.1:1.11.0',
      ...HADOOP,
    ],
    connectorMegabytes: 115,
  },
  '2.3.0': {
    libraries: { requirement: 'apache-flink-libraries==2.3.0', megabytes: 240 },
    opt: ['org.apache.flink:flink-sql-gateway:2.3.0'],
    connectors: [
      'org.apache.flink:flink-sql-connector-kafka:5.0.0-2.2',
      'org.apache.flink:flink-sql-avro-confluent-registry:2.3.0',
      'org.apache.iceberg:iceberg-flink-runtime-2.1:1.11.0',
      ...HADOOP,
    ],
    connectorMegabytes: 115,
  },
  '2.1.0': {
    libraries: { requirement: 'apache-flink-libraries==2.1.0', megabytes: 235 },
    opt: ['org.apache.flink:flink-sql-gateway:2.1.0'],
    connectors: [
      // none is published for 2.1
      'org.apache.flink:flink-sql-connector-kafka:4.0.1-2.0',
      'org.apache.flink:flink-sql-avro-confluent-registry:2.1.0',
      'org.apache.iceberg:iceberg-flink-runtime-2.1:1.11.0',
      ...HADOOP,
    ],
    connectorMegabytes: 110,
  },
  '1.20.3': {
    libraries: { requirement: 'apache-flink-libraries==1.20.3', megabytes: 230 },
    opt: ['org.apache.flink:flink-sql-gateway:1.20.3'],
    connectors: [
      // the uber jar for 1.20 is not published with this version: the thin one and its client
      'org.apache.flink:flink-connector-kafka:3.4.0-1.20',
      'org.apache.kafka:kafka-clients:3.4.0',
      // the only one of 1.20 that is published as an SQL jar
      'org.apache.flink:flink-sql-avro-confluent-registry:1.20.0',
      'org.apache.iceberg:iceberg-flink-runtime-1.20:1.11.0',
      ...HADOOP,
    ],
    connectorMegabytes: 110,
  },
}

export const isFlinkVersion = (text: string): text is FlinkVersion => (FLINK_VERSIONS as readonly string[]).includes(text)
export const piecesOf = (version: FlinkVersion): FlinkPieces => PIECES[version]
