// FLOW042x: programs in TypeScript that could not be run. What is wrong with the program that they build has its usual code.
import { define } from '../define.js'

export const flowScripts = {
  unreadable: define<{ reason: string }>(
    'FLOW0420',
    'typescript-not-readable',
    'error',
    (p) => `the TypeScript cannot be read: ${p.reason}`,
  ),
  importFailed: define<{ reason: string; advice: string | undefined }>(
    'FLOW0421',
    'typescript-import',
    'error',
    (p) => p.reason,
    (p) => p.advice,
  ),
  thrown: define<{ reason: string; advice: string | undefined }>(
    'FLOW0422',
    'flow-throws',
    'error',
    (p) => `the program throws while it is built: ${p.reason}`,
    (p) => p.advice,
  ),
  exits: define<object>(
    'FLOW0423',
    'flow-ends-the-process',
    'error',
    () => 'the program ends the process while it is built',
    () => 'throw an `Error` that says what is wrong',
  ),
  rejected: define<{ reason: string }>(
    'FLOW0424',
    'flow-rejects',
    'error',
    (p) => `a promise fails and nobody waits for it: ${p.reason}`,
    () => 'put `await` before the call, or handle the failure',
  ),
  late: define<{ file: string } & ({ seconds: number } | { megabytes: number })>(
    'FLOW0425',
    'flow-does-not-end',
    'error',
    (p) =>
      'seconds' in p
        ? `\`${p.file}\` is not built within ${p.seconds} seconds`
        : `\`${p.file}\` fills the memory: the ${p.megabytes} MB that all modules of a command have are not enough`,
    (p) =>
      'seconds' in p
        ? 'look for a loop without an end, or for something that it waits for'
        : 'look for a list that grows in a loop without an end',
  ),
  waits: define<{ file: string }>(
    'FLOW0426',
    'flow-waits-forever',
    'error',
    (p) => `\`${p.file}\` waits for something that never comes`,
    () => 'an `await` at its top level has a promise that nothing settles',
  ),
  nothing: define<{ file: string; exports: readonly string[]; isDefault: 'function' | 'promise' | null }>(
    'FLOW0427',
    'exports-no-flow',
    'error',
    (p) =>
      p.exports.length === 0
        ? `\`${p.file}\` exports nothing`
        : `\`${p.file}\` exports no pipeline and no declaration, only ${p.exports.map((e) => `\`${e}\``).join(', ')}`,
    (p) =>
      p.isDefault === 'function'
        ? 'the default export is a function, which nobody calls: `export default make()`'
        : p.isDefault === 'promise'
          ? 'the default export is a Promise: `export default await …`'
          : "`export default pipeline('name', { … })`, or `export const orders = stream(…)` in a file that others import",
  ),
  otherVersion: define<{ found: number; known: number; newer: boolean }>(
    'FLOW0428',
    'other-surface-version',
    'error',
    (p) => `the package \`flowc\` of the project hands over programs of version ${p.found}, this flowc reads version ${p.known}`,
    (p) =>
      p.newer
        ? 'update the flowc that runs this command to the version of the package: `npm exec flowc` runs that one'
        : 'update the package in the project: `npm install flowc@latest`',
  ),
  variableRead: define<{ name: string }>(
    'FLOW0430',
    'environment-variable-read',
    'error',
    (p) =>
      p.name === ''
        ? 'environment variables are read while the program is built, and there are none'
        : `the environment variable \`${p.name}\` is read while the program is built, and there is none`,
    (p) =>
      `a program is the same everywhere: what differs from place to place is a \`param\`; an address or a password is \`env('${p.name || 'NAME'}')\` or \`secret('${p.name || 'NAME'}')\``,
  ),
  otherBuild: define<{ copies: readonly string[]; sameVersion: boolean }>(
    'FLOW0431',
    'other-build',
    'error',
    (p) =>
      `packages \`flowc\` of different builds meet in this program, and one cannot read what another has made: ${p.copies.join(' and ')}`,
    (p) =>
      p.sameVersion
        ? 'they have one version and are not the same: build and install both anew, or run the command of the project with `npm exec flowc`'
        : 'run the command of the project, `npm exec flowc`, or install one version everywhere: `npm install flowc@latest`',
  ),
  text: define<{ what: 'expression' | 'declarations'; reason: string }>(
    'FLOW0429',
    'flow-text',
    'error',
    (p) => `the text in ${p.what === 'expression' ? 'expr`…`' : 'flow`…`'} ${p.reason}`,
  ),
} as const
