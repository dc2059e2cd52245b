// FLOW0xxx: the command line, files, configuration and output. The commands report them; no program text can cause them.
import { didYouMean } from '../../core/suggest.js'
import { define } from '../define.js'

export const cli = {
  wrongUsage: define<{ problem: string; advice?: string | undefined }>(
    'FLOW0001',
    'wrong-usage',
    'error',
    (p) => p.problem,
    (p) => p.advice,
  ),
  commandNotSupportedYet: define<{ what: string; instead: string }>(
    'FLOW0002',
    'command-not-supported-yet',
    'error',
    (p) => `${p.what} is not supported yet`,
    (p) => p.instead,
  ),
  internalFault: define<{ detail: string; version: string }>(
    'FLOW0009',
    'internal-fault',
    'error',
    (p) => `flowc ${p.version} failed by a fault of its own: ${p.detail}`,
    () => 'please report it with the command and the file; `FLOWC_TRACE=1` shows where it happened',
  ),

  noSuchFile: define<{ path: string; near: readonly string[] }>(
    'FLOW0101',
    'no-such-file',
    'error',
    (p) => `there is no file or folder \`${p.path}\``,
    (p) => didYouMean(p.path, p.near),
  ),
  notText: define<{ path: string; reason: string }>(
    'FLOW0102',
    'not-text',
    'error',
    (p) => `\`${p.path}\` is not UTF-8 text: ${p.reason}`,
    () => 'save it as UTF-8',
  ),
  fileTooLarge: define<{ path: string; bytes: number; limit: number }>(
    'FLOW0103',
    'file-too-large',
    'error',
    (p) => `\`${p.path}\` has ${p.bytes} bytes, the limit is ${p.limit}`,
    () => 'split it: declarations can be imported from other files',
  ),
  unreadable: define<{ path: string; reason: string }>(
    'FLOW0104',
    'unreadable',
    'error',
    (p) => `\`${p.path}\` cannot be read: ${p.reason}`,
  ),
  noFlowFiles: define<{ where: string }>(
    'FLOW0105',
    'no-flow-files',
    'error',
    (p) => `there is no \`.flow\` or \`.flow.ts\` file in \`${p.where}\``,
    () => '`flowc init` writes a first one',
  ),
  wrongExtension: define<{ path: string; wanted: string }>(
    'FLOW0106',
    'wrong-extension',
    'error',
    (p) => `\`${p.path}\` is not a ${p.wanted} file`,
  ),
  sameFolder: define<{ pipeline: string; one: string; other: string; folder: string }>(
    'FLOW0107',
    'same-folder',
    'error',
    (p) =>
      `\`${p.one}\` and \`${p.other}\` both have a pipeline \`${p.pipeline}\`: their artifacts would stand in one folder, \`${p.folder}\``,
    () => 'give one of them another name, or build them one at a time with `-o`: a pipeline is one job and one consumer group',
  ),

  configNotJson: define<{ reason: string }>(
    'FLOW0201',
    'config-not-json',
    'error',
    (p) => `the configuration is not JSON: ${p.reason}`,
  ),
  unknownSetting: define<{ name: string; known: readonly string[] }>(
    'FLOW0202',
    'unknown-setting',
    'error',
    (p) => `there is no setting \`${p.name}\``,
    (p) => didYouMean(p.name, p.known) ?? `settings are ${p.known.map((k) => `\`${k}\``).join(', ')}`,
  ),
  badSetting: define<{ name: string; wanted: string; found: string }>(
    'FLOW0203',
    'bad-setting',
    'error',
    (p) => `\`${p.name}\` is ${p.found}, it needs ${p.wanted}`,
  ),
  configScript: define<{ path: string; reason: string }>(
    'FLOW0204',
    'config-script-failed',
    'error',
    (p) => `\`${p.path}\` gives no settings: ${p.reason}`,
    () => 'a configuration in TypeScript has `export default { … }` with plain data',
  ),
  twoConfigs: define<{ one: string; other: string }>(
    'FLOW0205',
    'two-configs',
    'error',
    (p) => `there are both \`${p.one}\` and \`${p.other}\``,
    (p) => `keep one of them, for example \`${p.one}\``,
  ),
  missingEnvironment: define<{ name: string; setting: string }>(
    'FLOW0206',
    'missing-environment-variable',
    'error',
    (p) => `\`${p.setting}\` reads the environment variable \`${p.name}\`, which is not set`,
  ),

  unknownEnvironment: define<{ name: string; known: readonly string[] }>(
    'FLOW0208',
    'unknown-environment',
    'error',
    (p) => `there is no environment \`${p.name}\``,
    (p) =>
      didYouMean(p.name, p.known) ??
      (p.known.length === 0
        ? 'an environment is an entry of `environments` in the configuration, or a file `envs/NAME.json`'
        : `environments are ${p.known.map((k) => `\`${k}\``).join(', ')}`),
  ),
  plainSecret: define<{ name: string; variable: string }>(
    'FLOW0209',
    'plain-secret',
    'error',
    (p) => `\`${p.name}\` holds a secret, and a secret has no place in a file`,
    (p) => `refer to it: \`{"secret": "${p.variable}"}\``,
  ),
  missingSecret: define<{ name: string; setting: string; looked: string }>(
    'FLOW0210',
    'missing-secret',
    'error',
    (p) => `${p.setting} needs the secret \`${p.name}\`, which is not in ${p.looked}`,
  ),
  missingSetting: define<{ setting: string; environment: string; purpose: string }>(
    'FLOW0211',
    'missing-setting',
    'error',
    (p) => `environment \`${p.environment}\` does not say \`${p.setting}\`: ${p.purpose}`,
  ),
  unusedName: define<{ what: string; name: string; known: readonly string[] }>(
    'FLOW0212',
    'environment-names-nothing',
    'warning',
    (p) => `no program has a ${p.what} \`${p.name}\`, so its settings change nothing`,
    (p) => didYouMean(p.name, p.known),
  ),

  badLock: define<{ reason: string; newer: boolean }>(
    'FLOW0207',
    'bad-lock',
    'error',
    (p) => `\`flow.lock\` cannot be used: ${p.reason}`,
    (p) =>
      p.newer
        ? 'use the newer flowc, or write the lock anew with `flowc schema pull`'
        : 'take it from version control, or write it anew with `flowc schema pull`',
  ),

  notWritable: define<{ path: string; reason: string }>(
    'FLOW0301',
    'not-writable',
    'error',
    (p) => `\`${p.path}\` cannot be written: ${p.reason}`,
    () => '`--output DIR` names another folder',
  ),
  diskFull: define<{ path: string; kept: string }>(
    'FLOW0302',
    'disk-full',
    'error',
    (p) => `no space is left on the device for \`${p.path}\`; ${p.kept}`,
    () => 'free some space and run it again',
  ),
  notOurs: define<{ path: string }>(
    'FLOW0303',
    'folder-not-ours',
    'error',
    (p) => `\`${p.path}\` holds files that \`flowc build\` did not write`,
    () => 'choose an empty folder with `--output DIR`, or move those files away',
  ),
  wouldOverwrite: define<{ paths: readonly string[] }>(
    'FLOW0304',
    'would-overwrite',
    'error',
    (p) =>
      `${p.paths.map((x) => `\`${x}\``).join(', ')} ${p.paths.length === 1 ? 'exists' : 'exist'} already; \`flowc init\` overwrites nothing`,
    () => 'choose another folder: `flowc init DIR`',
  ),

  unknownCode: define<{ code: string; known: readonly string[] }>(
    'FLOW0401',
    'unknown-code',
    'error',
    (p) => `there is no diagnostic \`${p.code}\``,
    (p) => didYouMean(p.code, p.known),
  ),
  noSuchRelation: define<{ name: string; file: string; known: readonly string[] }>(
    'FLOW0402',
    'no-such-relation',
    'error',
    (p) => `\`${p.file}\` declares no \`${p.name}\``,
    (p) => didYouMean(p.name, p.known) ?? `it declares ${p.known.map((k) => `\`${k}\``).join(', ')}`,
  ),
  noPipeline: define<{ file: string; command: string }>(
    'FLOW0403',
    'no-pipeline',
    'error',
    (p) => `\`${p.file}\` declares no pipeline, so there is nothing to ${p.command}`,
    () => 'a file with `pipeline NAME { … }` is one; others are libraries that it imports',
  ),
  noSuchInput: define<{ name: string; known: readonly string[] }>(
    'FLOW0404',
    'no-such-input',
    'error',
    (p) => `\`--input ${p.name}=…\`: the pipeline has no source \`${p.name}\``,
    (p) => didYouMean(p.name, p.known) ?? `its sources are ${p.known.map((k) => `\`${k}\``).join(', ')}`,
  ),
  inputMissing: define<{ names: readonly string[] }>(
    'FLOW0405',
    'input-missing',
    'error',
    (p) => `no file is given for ${p.names.map((n) => `\`${n}\``).join(', ')}`,
    (p) => p.names.map((n) => `\`--input ${n}=FILE\``).join(' '),
  ),
  unknownDataFormat: define<{ path: string; known: readonly string[] }>(
    'FLOW0406',
    'unknown-data-format',
    'error',
    (p) => `the format of \`${p.path}\` is not known by its name`,
    (p) => `names end in ${p.known.map((k) => `\`${k}\``).join(', ')}`,
  ),
  noSuchTest: define<{ pattern: string; known: readonly string[] }>(
    'FLOW0407',
    'no-such-test',
    'error',
    (p) => `no test has \`${p.pattern}\` in its title`,
    (p) => (p.known.length === 0 ? 'these files have no `test` block' : `there are ${p.known.map((k) => `'${k}'`).join(', ')}`),
  ),
  inputTwice: define<{ name: string }>(
    'FLOW0408',
    'input-twice',
    'error',
    (p) => `\`${p.name}\` is given two files`,
    () => 'put the rows into one file',
  ),
}
