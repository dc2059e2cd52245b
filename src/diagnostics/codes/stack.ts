// FLOW81xx: the local stack, a real Flink without containers. `flowc stack` reports them; no program text can cause them.
import { define } from '../define.js'

export const stack = {
  toolMissing: define<{ tool: string; need: string; install: string }>(
    'FLOW8101',
    'tool-missing',
    'error',
    (p) => `\`${p.tool}\` is not installed; ${p.need}`,
    (p) => `on Debian and Ubuntu: \`apt-get install ${p.install}\``,
  ),
  javaTooOld: define<{ found: string; path: string }>(
    'FLOW8102',
    'java-too-old',
    'error',
    (p) => `\`${p.path}\` is Java ${p.found}; Flink needs Java 17`,
    () => 'install Java 17 or set `JAVA_HOME` to one: on Debian and Ubuntu `apt-get install openjdk-17-jdk-headless`',
  ),
  downloadFailed: define<{ what: string; from: string; reason: string }>(
    'FLOW8103',
    'download-failed',
    'error',
    (p) => `${p.what} could not be downloaded from ${p.from}: ${p.reason}`,
    () => 'what has arrived is kept: the same command continues there',
  ),
  unknownFlinkVersion: define<{ version: string; known: readonly string[] }>(
    'FLOW8104',
    'unknown-flink-version',
    'error',
    (p) => `there is no stack for Flink \`${p.version}\``,
    (p) => `known versions: ${p.known.map((v) => `\`${v}\``).join(', ')}`,
  ),
  processDied: define<{ process: string; log: string; tail: string }>(
    'FLOW8105',
    'process-died',
    'error',
    (p) => `the ${p.process} ended while it was starting: ${p.tail}`,
    (p) => `its log is \`${p.log}\``,
  ),
  notReady: define<{ what: string; seconds: number; log: string }>(
    'FLOW8106',
    'stack-not-ready',
    'error',
    (p) => `the ${p.what} did not answer within ${p.seconds} seconds`,
    (p) => `its log is \`${p.log}\``,
  ),
  otherVersionRuns: define<{ running: string; wanted: string; folder: string }>(
    'FLOW8107',
    'other-version-runs',
    'error',
    (p) => `Flink ${p.running} runs in \`${p.folder}\`, Flink ${p.wanted} was asked for`,
    () => '`flowc stack down` stops it; another folder holds a second stack',
  ),
  portTaken: define<{ port: number; purpose: string }>(
    'FLOW8108',
    'port-taken',
    'error',
    (p) => `port ${p.port} for the ${p.purpose} is taken by another process`,
    () => '`FLOWC_FLINK_REST_PORT` and `FLOWC_FLINK_GATEWAY_PORT` choose other ports; without them a free one is found',
  ),
  folderUnusable: define<{ folder: string; reason: string }>(
    'FLOW8109',
    'stack-folder-unusable',
    'error',
    (p) => `\`${p.folder}\` cannot be used by the stack: ${p.reason}`,
    () => '`FLOWC_CACHE` names another folder for downloads',
  ),
  badPort: define<{ variable: string; value: string }>(
    'FLOW8110',
    'bad-port',
    'error',
    (p) => `\`${p.variable}\` is \`${p.value}\`, which is no port`,
    () => 'ports are whole numbers from 1 to 65535',
  ),
}
