// Files and command lines of a small Flink session cluster with SQL gateway; everything on the loopback interface.
import { join } from 'node:path'
import type { FlinkHome } from './fetch.js'
import { logFile } from './logs.js'

export const TASK_SLOTS = 8

/** The same text is a valid config.yaml of 1.20 and 2.x. */
export function configYaml(folder: string, ports: Readonly<Record<string, number>>): string {
  const entries: readonly (readonly [string, string | number])[] = [
    ['jobmanager.rpc.address', '127.0.0.1'],
    ['jobmanager.bind-host', '127.0.0.1'],
    ['jobmanager.rpc.port', ports['flink-rpc']!],
    ['blob.server.port', ports['flink-blob']!],
    ['rest.address', '127.0.0.1'],
    ['rest.bind-address', '127.0.0.1'],
    ['rest.port', ports['flink']!],
    ['jobmanager.memory.process.size', '1024m'],
    ['taskmanager.host', '127.0.0.1'],
    ['taskmanager.bind-host', '127.0.0.1'],
    ['taskmanager.numberOfTaskSlots', TASK_SLOTS],
    ['taskmanager.memory.process.size', '2048m'],
    ['parallelism.default', 1],
    ['execution.checkpointing.dir', `file://${join(folder, 'checkpoints')}`],
    ['execution.checkpointing.savepoint-dir', `file://${join(folder, 'savepoints')}`],
    ['io.tmp.dirs', join(folder, 'tmp')],
    ['sql-gateway.endpoint.rest.address', '127.0.0.1'],
    ['sql-gateway.endpoint.rest.bind-address', '127.0.0.1'],
    ['sql-gateway.endpoint.rest.port', ports['gateway']!],
  ]
  return entries.map(([key, value]) => `${key}: ${value}\n`).join('')
}

/** Appends: a process that shuts down opens its log once more. Files of an earlier start are moved aside before. */
export const LOG4J = `rootLogger.level = INFO
rootLogger.appenderRef.file.ref = F
appender.file.name = F
appender.file.type = File
appender.file.fileName = \${sys:log.file}
appender.file.append = true
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %d{HH:mm:ss,SSS} %-5p %-40c{1} %m%n
`

/** What Flink's own scripts open on Java 17 (env.java.opts.all of its default configuration). */
const EXPORTED =
  'java.base/sun.net.util java.rmi/sun.rmi.registry java.security.jgss/sun.security.krb5 jdk.compiler/com.sun.tools.javac.api ' +
  'jdk.compiler/com.sun.tools.javac.file jdk.compiler/com.sun.tools.javac.parser jdk.compiler/com.sun.tools.javac.tree ' +
  'jdk.compiler/com.sun.tools.javac.util'
const REFLECTED =
  'java.lang java.net java.io java.nio sun.nio.ch java.lang.reflect java.text java.time java.util java.util.concurrent ' +
  'java.util.concurrent.atomic java.util.concurrent.locks'
const MODULES: readonly string[] = [
  ...EXPORTED.split(' ').map((m) => `--add-exports=${m}=ALL-UNNAMED`),
  ...REFLECTED.split(' ').map((m) => `--add-opens=java.base/${m}=ALL-UNNAMED`),
]

export type FlinkRole = 'job manager' | 'task manager' | 'SQL gateway'
export const FLINK_ROLES: readonly FlinkRole[] = ['job manager', 'task manager', 'SQL gateway']

/**
 * Memory of the task manager is set out in full: its own script would have computed it. No `taskmanager.resource-id`: a manager that
 * is started again under the name of a lost one is failed as well when the loss is noticed, and its tasks restart twice.
 */
const TASK_MANAGER_MEMORY = [
  'taskmanager.cpu.cores=2',
  'taskmanager.memory.task.heap.size=800mb',
  'taskmanager.memory.task.off-heap.size=0b',
  'taskmanager.memory.managed.size=256mb',
  'taskmanager.memory.network.min=128mb',
  'taskmanager.memory.network.max=128mb',
  'taskmanager.memory.framework.heap.size=128mb',
  'taskmanager.memory.framework.off-heap.size=128mb',
  'taskmanager.memory.jvm-metaspace.size=512mb',
  'taskmanager.memory.jvm-overhead.min=200mb',
  'taskmanager.memory.jvm-overhead.max=200mb',
].flatMap((setting) => ['-D', setting])

export function javaArguments(role: FlinkRole, folder: string, home: FlinkHome): readonly string[] {
  const conf = join(folder, 'conf')
  const classPath = [
    join(home.lib, '*'),
    join(home.connectors, '*'),
    ...(role === 'SQL gateway' ? [join(home.opt, '*')] : []),
  ].join(':')
  const common = [
    ...MODULES,
    `-Dlog4j.configurationFile=${join(conf, 'log4j.properties')}`,
    `-Dlog.file=${logFile(folder, role)}`,
  ]
  switch (role) {
    case 'job manager':
      return [
        ...common,
        '-Xmx700m',
        '-cp',
        classPath,
        'org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint',
        '--configDir',
        conf,
        '--executionMode',
        'cluster',
      ]
    case 'task manager':
      return [
        ...common,
        '-Xmx1g',
        '-XX:MaxDirectMemorySize=600m',
        '-XX:MaxMetaspaceSize=512m',
        '-cp',
        classPath,
        'org.apache.flink.runtime.taskexecutor.TaskManagerRunner',
        '--configDir',
        conf,
        ...TASK_MANAGER_MEMORY,
      ]
    case 'SQL gateway':
      return [...common, '-Xmx700m', '-cp', classPath, 'org.apache.flink.table.gateway.SqlGateway']
  }
}
