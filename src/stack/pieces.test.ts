// The pure parts: coordinates, project files, archives, configuration texts, order of the services.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONVERTER_JARS, DEBEZIUM_JARS, fileNameOf, pomText, REGISTRY_ARCHIVE } from './artifacts.js'
import { workerProperties } from './connect.js'
import { configYaml } from './flink-config.js'
import { jettyXml, warehouseOf } from './iceberg.js'
import { brokerProperties } from './kafka.js'
import { serverSettings } from './postgres.js'
import { registryArguments } from './registry.js'
import { PORT_NAMES, PREFERRED, SERVICES, withDependents, withNeeds, type Service, type ServiceName } from './service.js'
import { FLINK_VERSIONS, piecesOf } from './versions.js'
import { storedZip } from './zip.js'

describe('coordinates', () => {
  it.each([
    ['org.apache.kafka:kafka_2.13:4.4.0', 'kafka_2.13-4.4.0.jar'],
    ['org.apache.iceberg:iceberg-core:1.10.1:jar:tests', 'iceberg-core-1.10.1-tests.jar'],
    [REGISTRY_ARCHIVE.artifacts[0]!, 'apicurio-registry-app-2.6.13.Final-all.tar.gz'],
  ])('%s is copied as %s', (artifact, file) => {
    expect(fileNameOf(artifact)).toBe(file)
  })

  it('make a project whose dependencies they are, with or without what those need', () => {
    const alone = pomText(['g:a:1:tar.gz:all'], false)
    expect(alone).toContain(
      '<dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version><type>tar.gz</type><classifier>all</classifier><exclusions>',
    )
    const all = pomText(['g:a:1', 'g:b:2'], true)
    expect(all.match(/<type>jar<\/type><\/dependency>/g)).toHaveLength(2)
    expect(all).not.toContain('exclusion')
  })

  it.each(FLINK_VERSIONS)('of Flink %s bring a Kafka connector, Iceberg and the Hadoop classes that it wants', (version) => {
    const files = piecesOf(version).connectors.map(fileNameOf).join(' ')
    expect(files).toMatch(/flink-(sql-)?connector-kafka-.*iceberg-flink-runtime-.*hadoop-client-api-3.*hadoop-client-runtime-3/)
  })

  it.each([DEBEZIUM_JARS, CONVERTER_JARS])('of a plugin leave the classes of the worker to it: $what', ({ without }) => {
    for (const jar of ['connect-api-4.3.1.jar', 'kafka-clients-4.3.1.jar', 'slf4j-api-1.7.36.jar', 'connect-json-4.3.1.jar'])
      expect(without!.test(jar)).toBe(true)
    for (const jar of [
      'debezium-connector-postgres-3.6.1.Final.jar',
      'debezium-connect-plugins-3.6.1.Final.jar',
      'avro-1.12.0.jar',
    ])
      expect(without!.test(jar)).toBe(false)
  })
})

describe('a stored archive', () => {
  it('is one that others read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'flowc-zip-'))
    const file = join(folder, 'a.jar')
    const zip = storedZip({ 'META-INF/services/x.Y': 'a.B\n', 'ü.txt': 'zwei\n' })
    writeFileSync(file, zip)
    // end of the central directory: two entries
    expect(zip.subarray(-22, -14).toString('hex')).toBe('504b050600000000')
    expect(zip.readUInt16LE(zip.length - 12)).toBe(2)
    if (existsSync('/usr/bin/unzip')) {
      expect(execFileSync('unzip', ['-p', file, 'META-INF/services/x.Y'], { encoding: 'utf8' })).toBe('a.B\n')
      expect(execFileSync('unzip', ['-t', file], { encoding: 'utf8' })).toContain('No errors detected')
    }
    rmSync(folder, { recursive: true })
  })
})

describe('configuration', () => {
  const ports = { ...PREFERRED }

  /** Addresses that a text binds or names. */
  const hosts = (text: string): ReadonlySet<string> => new Set(text.match(/\b(?:localhost|\d+\.\d+\.\d+\.\d+)\b/g))

  it.each([
    ['Kafka', brokerProperties('/s/kafka/data', ports)],
    ['Connect', workerProperties(['/c/debezium', '/c/converter'], ports)],
    ['PostgreSQL', serverSettings(5432).join(' ')],
    ['the Iceberg catalog', jettyXml('/s/iceberg', 8181).replace(/DOCTYPE.*/, '')],
    ['the registry', registryArguments('/c/r.jar', '/s/registry/data', 8085).join(' ')],
    ['Flink', configYaml('/s/flink', ports)],
  ])('of %s stays on the loopback interface', (_, text) => {
    expect([...hosts(text)]).toEqual(['127.0.0.1'])
  })

  it('of Kafka makes one copy of everything, creates no topic by itself and keeps the limit of transactions', () => {
    const text = brokerProperties('/d', ports)
    for (const line of ['auto.create.topics.enable=false', 'min.insync.replicas=1', 'transaction.state.log.min.isr=1'])
      expect(text).toContain(`${line}\n`)
    expect(text).not.toContain('transaction.max.timeout')
    expect(text).toContain('advertised.listeners=PLAINTEXT://127.0.0.1:9092\n')
  })

  it('of PostgreSQL decodes logically and opens no socket file', () => {
    const settings = serverSettings(6000)
    for (const setting of ['wal_level=logical', 'port=6000', 'unix_socket_directories=']) expect(settings).toContain(setting)
  })

  it('of the Iceberg catalog survives signs of XML in a path', () => {
    const xml = jettyXml('/a&b <c>/iceberg', 1)
    expect(xml).toContain('jdbc:sqlite:/a&amp;b &lt;c&gt;/iceberg/catalog.db')
    expect(warehouseOf('/a b/iceberg')).toBe('file:///a%20b/iceberg/warehouse')
  })

  it('of Connect finds its plugins by their manifests', () => {
    expect(workerProperties(['/x', '/y'], ports)).toContain('plugin.path=/x,/y\nplugin.discovery=service_load\n')
  })
})

describe('order of the services', () => {
  const needs: Partial<Record<ServiceName, readonly ServiceName[]>> = { connect: ['kafka', 'registry'] }
  const all = Object.fromEntries(
    SERVICES.map((name) => [name, { name, needs: needs[name] ?? [] } as unknown as Service]),
  ) as Record<ServiceName, Service>
  it.each([
    [['connect'], ['kafka', 'registry', 'connect']],
    [
      ['flink', 'kafka'],
      ['kafka', 'flink'],
    ],
    [[...SERVICES], ['kafka', 'registry', 'connect', 'postgres', 'iceberg', 'flink']],
  ] as const)('%j starts %j', (wanted, started) => {
    expect(withNeeds(wanted, all)).toEqual(started)
  })
  it.each([
    [['registry'], ['connect', 'registry']],
    [['flink'], ['flink']],
    [['connect'], ['connect']],
    [
      ['kafka', 'registry'],
      ['connect', 'registry', 'kafka'],
    ],
  ] as const)('without %j, %j stop', (wanted, stopped) => {
    expect(withDependents(wanted, all)).toEqual(stopped)
  })
  it('every port has a preferred number of its own', () => {
    expect(new Set(PORT_NAMES.map((p) => PREFERRED[p])).size).toBe(PORT_NAMES.length)
  })
})
