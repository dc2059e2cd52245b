// FLOW80xx: talking to a schema registry. No message ever holds a secret: addresses are shown without user and password.
import { define } from '../define.js'

interface Asked {
  /** What was asked, without credentials: `http://registry:8081/subjects`. */
  readonly url: string
}

export const registry = {
  address: define<Asked & { reason: string }>(
    'FLOW8001',
    'registry-address',
    'error',
    (p) => `\`${p.url}\` is no address of a registry: ${p.reason}`,
    () => 'an address is `https://registry.example.org` or, for Apicurio, `https://…/apis/ccompat/v7`',
  ),
  unreachable: define<Asked & { reason: string; attempts: number }>(
    'FLOW8002',
    'registry-unreachable',
    'error',
    (p) => `the registry cannot be reached at ${p.url}: ${p.reason}${tries(p.attempts)}`,
    () => 'flow.lock is unchanged; check, build, test and run do not need the registry',
  ),
  timeout: define<Asked & { seconds: number; attempts: number }>(
    'FLOW8003',
    'registry-timeout',
    'error',
    (p) => `the registry gave no answer within ${p.seconds} s at ${p.url}${tries(p.attempts)}`,
    () => 'flow.lock is unchanged; check, build, test and run do not need the registry',
  ),
  unauthorized: define<Asked & { status: number; sent: 'nothing' | 'user and password' | 'token'; message: string | null }>(
    'FLOW8004',
    'registry-unauthorized',
    'error',
    (p) =>
      `the registry refuses ${p.sent === 'nothing' ? 'a request without credentials' : `the ${p.sent}`} (status ${p.status}) at ${p.url}${said(p.message)}`,
    (p) =>
      p.status === 403
        ? 'the user needs the right to read subjects'
        : p.sent === 'nothing'
          ? 'the project file takes `user` and `password`, or `token`, as references to environment variables'
          : undefined,
  ),
  tls: define<Asked & { reason: string }>(
    'FLOW8005',
    'registry-tls',
    'error',
    (p) => `no trusted connection to the registry at ${p.url}: ${p.reason}`,
    () => 'the project file names the authority of the certificate with `ca`',
  ),
  notJson: define<Asked & { status: number; what: string }>(
    'FLOW8006',
    'registry-not-json',
    'error',
    (p) => `${p.url} answers ${p.what} (status ${p.status}), not the JSON of a registry`,
    () => 'the address must be that of the API, not of a page or a log-in',
  ),
  badAnswer: define<Asked & { reason: string }>(
    'FLOW8007',
    'registry-bad-answer',
    'error',
    (p) => `${p.url} answers what no registry answers: ${p.reason}`,
  ),
  failed: define<Asked & { status: number; message: string | null; attempts: number }>(
    'FLOW8008',
    'registry-failed',
    'error',
    (p) => `the registry failed with status ${p.status} at ${p.url}${said(p.message)}${tries(p.attempts)}`,
    () => 'flow.lock is unchanged; check, build, test and run do not need the registry',
  ),
  refused: define<Asked & { status: number; message: string | null }>(
    'FLOW8009',
    'registry-refused',
    'error',
    (p) => `the registry refused with status ${p.status} at ${p.url}${said(p.message)}`,
    (p) => (p.status === 404 ? 'is the path of the API missing? Apicurio answers below `/apis/ccompat/v7`' : undefined),
  ),
  noSubject: define<{ subject: string; near: string | null }>(
    'FLOW8010',
    'no-such-subject',
    'error',
    (p) => `the registry has no subject \`${p.subject}\``,
    (p) => p.near ?? 'the subject of a topic is its name with `-value` or `-key` behind it, unless the program says another',
  ),
  noVersion: define<{ subject: string; version: number; known: readonly number[] }>(
    'FLOW8011',
    'no-such-version',
    'error',
    (p) => `the registry has no version ${p.version} of \`${p.subject}\``,
    (p) => (p.known.length === 0 ? undefined : `it has ${p.known.length === 1 ? 'version' : 'versions'} ${p.known.join(', ')}`),
  ),
  notAvro: define<{ subject: string; version: number; type: string }>(
    'FLOW8012',
    'subject-not-avro',
    'error',
    (p) => `\`${p.subject}\` version ${p.version} is a schema of type ${p.type}; Avro is read`,
    () => 'an inline `schema NAME { … }` says the types of a JSON topic',
  ),
} as const

const said = (message: string | null): string => (message === null ? '' : `: ${message}`)
const tries = (attempts: number): string => (attempts === 1 ? '' : ` (${attempts} attempts)`)
