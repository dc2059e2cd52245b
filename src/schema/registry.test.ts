import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { readLock, writeLock } from './lock.js'
import type { FlowLock } from './model.js'
import { pull, type PullOptions } from './pull.js'
import { registryClient, type RegistryOptions } from './registry-http.js'
import { registryDiagnostic, type RegistryClient, type RegistryResult } from './registry-model.js'
import { resolveSubject } from './resolve.js'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
const closing: (() => Promise<void>)[] = []

async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(
    () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const pauses: number[] = []
function client(url: string, options: Partial<RegistryOptions> = {}): RegistryClient {
  pauses.length = 0
  const result = registryClient({
    url,
    sleep: (ms) => {
      pauses.push(ms)
      return Promise.resolve()
    },
    ...options,
  })
  if (!result.ok) throw new Error(result.problem.kind)
  return result.value
}

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/vnd.schemaregistry.v1+json' }).end(JSON.stringify(body))
}
const text = (result: RegistryResult<unknown>): string =>
  result.ok ? 'ok' : `${registryDiagnostic(result.problem).code} ${registryDiagnostic(result.problem).message}`

const RECORD = (name: string, fields: unknown[] = [{ name: 'id', type: 'long' }]): string =>
  JSON.stringify({ type: 'record', name, namespace: 'shop', fields })

describe('registry client', () => {
  it('asks for the parts of the API that a pull needs, with names encoded', async () => {
    const seen: string[] = []
    const url = await serve((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.accept}`)
      if (request.url === '/api/subjects') return json(response, ['b-value', 'a-value'])
      if (request.url!.endsWith('/versions')) return json(response, [1, 2])
      return json(response, { subject: 'a/b-value', version: 2, id: 7, schema: RECORD('A') })
    })
    const c = client(`${url}/api/`)
    expect(await c.subjects()).toEqual({ ok: true, value: ['a-value', 'b-value'] })
    expect(await c.versions('a/b-value')).toEqual({ ok: true, value: [1, 2] })
    expect(await c.schema('a/b-value', 'latest')).toEqual({
      ok: true,
      value: { subject: 'a/b-value', version: 2, id: 7, schemaType: 'AVRO', schema: RECORD('A'), references: [] },
    })
    expect(seen.map((s) => s.split(' ')[1])).toEqual([
      '/api/subjects',
      '/api/subjects/a%2Fb-value/versions',
      '/api/subjects/a%2Fb-value/versions/latest',
    ])
    expect(seen[0]).toContain('application/vnd.schemaregistry.v1+json')
  })

  it.each<[string, Partial<RegistryOptions>, string | undefined]>([
    ['nothing', {}, undefined],
    [
      'user and password',
      { auth: { kind: 'basic', user: 'jö', password: 'p:w' } },
      `Basic ${Buffer.from('jö:p:w').toString('base64')}`,
    ],
    ['a token', { auth: { kind: 'bearer', token: 't0' } }, 'Bearer t0'],
  ])('sends %s', async (_, options, expected) => {
    let got: string | undefined
    const url = await serve((request, response) => {
      got = request.headers.authorization
      json(response, [])
    })
    await client(url, options).subjects()
    expect(got).toBe(expected)
  })

  it('takes user and password from the address and never shows them', async () => {
    let got: string | undefined
    const url = await serve((request, response) => {
      got = request.headers.authorization
      json(response, { error_code: 40101, message: 'no' }, 401)
    })
    const result = await client(url.replace('://', '://me:s3cret@')).subjects()
    expect(got).toBe(`Basic ${Buffer.from('me:s3cret').toString('base64')}`)
    expect(text(result)).toBe(`FLOW8004 the registry refuses the user and password (status 401) at ${url}/subjects: no`)
    expect(JSON.stringify(result)).not.toContain('s3cret')
  })

  it.each<[string, Handler, RegExp]>([
    [
      'HTML',
      (_, r) => r.end('<!DOCTYPE html><html>log in</html>'),
      /^FLOW8006 .*\/subjects answers HTML \(status 200\), not the JSON of a registry/,
    ],
    ['nothing', (_, r) => r.end(), /^FLOW8006 .*answers nothing/],
    ['text', (_, r) => r.end('it works'), /^FLOW8006 .*answers text/],
    ['JSON that breaks off', (_, r) => r.end('["a","b'), /^FLOW8007 .*the answer breaks off after 7 characters/],
    ['another shape', (_, r) => json(r, { subjects: [] }), /^FLOW8007 .*an object instead of a list of subjects/],
    [
      '401 without words',
      (_, r) => r.writeHead(401).end(),
      /^FLOW8004 the registry refuses a request without credentials \(status 401\)/,
    ],
    ['403', (_, r) => json(r, { message: 'read denied\nby policy' }, 403), /^FLOW8004 .*\(status 403\).*: read denied$/],
    ['404 as HTML', (_, r) => r.writeHead(404).end('<html>'), /^FLOW8006 .*answers HTML \(status 404\)/],
    [
      '404 of another path',
      (_, r) => json(r, { error_code: 404, message: 'HTTP 404 Not Found' }, 404),
      /^FLOW8009 the registry refused with status 404 .*: HTTP 404 Not Found/,
    ],
    [
      'a redirect in a circle',
      (q, r) => r.writeHead(302, { location: q.url! }).end(),
      /^FLOW8007 .*it redirects again and again/,
    ],
  ])('says what is wrong with %s', async (_, handler, expected) => {
    const url = await serve(handler)
    expect(text(await client(url).subjects())).toMatch(expected)
    expect(pauses).toEqual([])
  })

  it('follows a redirect and says so where it leads to a page', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/subjects') response.writeHead(302, { location: '/ui?session=abc' }).end()
      else response.end('<html>')
    })
    expect(text(await client(url).subjects())).toBe(
      `FLOW8006 ${url}/subjects answers HTML after a redirect to ${url}/ui (status 200), not the JSON of a registry`,
    )
    const moved = await serve((request, response) =>
      request.url === '/subjects' ? response.writeHead(308, { location: '/v1/subjects' }).end() : json(response, ['a']),
    )
    expect(await client(moved).subjects()).toEqual({ ok: true, value: ['a'] })
  })

  it('tries again after 500, 503 and 429, with longer and longer pauses', async () => {
    const statuses = [500, 503, 429]
    const url = await serve((_, response) => {
      const status = statuses.shift()
      if (status === undefined) return json(response, ['a'])
      return response.writeHead(status, status === 429 ? { 'retry-after': '2' } : {}).end()
    })
    expect(await client(url).subjects()).toEqual({ ok: true, value: ['a'] })
    expect(pauses).toEqual([200, 400, 2000])
  })

  it('gives up after the last attempt and counts them', async () => {
    let calls = 0
    const url = await serve((_, response) => {
      calls++
      json(response, { error_code: 50001, message: 'store is down' }, 500)
    })
    expect(text(await client(url, { retries: 2 }).subjects())).toBe(
      `FLOW8008 the registry failed with status 500 at ${url}/subjects: store is down (3 attempts)`,
    )
    expect(calls).toBe(3)
  })

  it('tries again when the connection breaks off', async () => {
    let calls = 0
    const url = await serve((request, response) => {
      if (++calls === 1) return void request.socket.destroy()
      return json(response, ['a'])
    })
    expect(await client(url).subjects()).toEqual({ ok: true, value: ['a'] })
    expect(calls).toBe(2)
  })

  it('stops waiting for a slow server', async () => {
    const url = await serve(() => undefined)
    expect(text(await client(url, { timeoutMillis: 50, retries: 1 }).subjects())).toBe(
      `FLOW8003 the registry gave no answer within 0.05 s at ${url}/subjects (2 attempts)`,
    )
  })

  it('says that nobody listens', async () => {
    const url = await serve(() => undefined)
    await closing.pop()!()
    expect(text(await client(url, { retries: 1 }).subjects())).toBe(
      `FLOW8002 the registry cannot be reached at ${url}/subjects: connection refused (2 attempts)`,
    )
  })

  it('says that a plain server speaks no TLS', async () => {
    const url = await serve((_, response) => json(response, []))
    expect(text(await client(url.replace('http:', 'https:'), { retries: 0 }).subjects())).toMatch(
      /^FLOW8005 no trusted connection .*: the server does not speak TLS there/,
    )
  })

  it('says that a certificate cannot be used', async () => {
    expect(text(await client('https://127.0.0.1:1', { retries: 0, tls: { cert: 'no PEM', key: 'no PEM' } }).subjects())).toMatch(
      /^FLOW8005 .*the certificates given cannot be used/,
    )
  })

  it.each([
    ['registry:8081', /FLOW8001 `registry:8081` is no address of a registry: it does not begin with/],
    ['registry.example.org/api', /it does not begin with `http:\/\/` or `https:\/\/`/],
    ['ftp://x', /`ftp:` is not spoken/],
    ['', /it is empty/],
    ['http://a b', /it is no URL/],
    ['http://user:pass/w@rd@registry', /`http:\/\/registry` is no address of a registry: it is no URL/],
    ['http://user:50%@registry', /`http:\/\/registry` is no address of a registry: its user or password has a `%`/],
  ])('refuses the address %j', (url, expected) => {
    const result = registryClient({ url })
    expect(text(result)).toMatch(expected)
  })

  it.each<[unknown, RegExp]>([
    [[], /a list instead of a schema/],
    [{ subject: 'a' }, /a schema needs `version`, `id` and `schema`, and `version`, `id`, `schema` is missing/],
    [{ subject: 'a', version: 1, id: 1, schema: { type: 'record' } }, /is missing or of another type/],
    [{ subject: 'a', version: 1, id: 1, schema: '{}', references: [{ name: 'x' }] }, /a reference without/],
  ])('refuses the schema %j', async (body, expected) => {
    const url = await serve((_, response) => json(response, body))
    expect(text(await client(url).schema('a', 1))).toMatch(expected)
  })

  it.each([
    [404, 40401, 'latest' as const, /^FLOW8010 the registry has no subject `a`/],
    [404, 40404, 'latest' as const, /^FLOW8010/],
    [404, 40402, 3, /^FLOW8011 the registry has no version 3 of `a`/],
    [422, 42202, 3, /^FLOW8011/],
  ])('reads status %i with code %i', async (status, code, version, expected) => {
    const url = await serve((_, response) => json(response, { error_code: code, message: 'x' }, status))
    expect(text(await client(url).schema('a', version))).toMatch(expected)
  })
})

/** A registry in memory: subject → schemas of its versions. */
function fakeRegistry(
  subjects: Record<
    string,
    { schema: string; schemaType?: string; references?: { name: string; subject: string; version: number }[] }[]
  >,
): RegistryClient {
  const ids = new Map<string, number>()
  const idOf = (schema: string): number => {
    if (!ids.has(schema)) ids.set(schema, ids.size + 1)
    return ids.get(schema)!
  }
  return {
    subjects: () => Promise.resolve({ ok: true, value: Object.keys(subjects).sort() }),
    versions: (subject) =>
      Promise.resolve(
        subjects[subject] === undefined
          ? { ok: false, problem: { kind: 'no subject', subject } }
          : { ok: true, value: subjects[subject].map((_, i) => i + 1) },
      ),
    schema: (subject, version) => {
      const list = subjects[subject]
      if (list === undefined) return Promise.resolve({ ok: false, problem: { kind: 'no subject', subject } })
      const number = version === 'latest' ? list.length : version
      const found = list[number - 1]
      if (found === undefined) return Promise.resolve({ ok: false, problem: { kind: 'no version', subject, version: number } })
      return Promise.resolve({
        ok: true,
        value: {
          subject,
          version: number,
          id: idOf(found.schema),
          schemaType: found.schemaType ?? 'AVRO',
          schema: found.schema,
          references: found.references ?? [],
        },
      })
    },
  }
}

const A1 = { schema: RECORD('A') }
const A2 = {
  schema: RECORD('A', [
    { name: 'id', type: 'long' },
    { name: 'x', type: 'string' },
  ]),
}
const wanted = (...names: string[]): PullOptions['wanted'] => names.map((subject) => ({ subject, version: null }))
const base = (lock: FlowLock | null, options: Partial<PullOptions> = {}): PullOptions => ({
  wanted: wanted('a-value'),
  lock,
  compiler: '0.1.0',
  update: false,
  prune: true,
  ...options,
})
const changesOf = (result: Awaited<ReturnType<typeof pull>>): string[] =>
  result.ok
    ? result.changes.map((c) => `${c.kind} ${c.subject} ${c.from} ${c.to}`)
    : result.problems.map((p) => registryDiagnostic(p.problem, p).message)

async function lockOf(registry: RegistryClient, options: Partial<PullOptions> = {}): Promise<FlowLock> {
  const result = await pull(registry, base(null, options))
  if (!result.ok) throw new Error(changesOf(result).join())
  return result.lock
}

describe('schema pull', () => {
  it('adds the newest version, and keeps the locked one until an update is asked for', async () => {
    const lock = await lockOf(fakeRegistry({ 'a-value': [A1] }))
    const later = fakeRegistry({ 'a-value': [A1, A2] })
    expect(changesOf(await pull(later, base(lock)))).toEqual(['unchanged a-value 1 1'])
    const updated = await pull(later, base(lock, { update: true }))
    expect(changesOf(updated)).toEqual(['updated a-value 1 2'])
    expect(updated.ok && updated.lock.subjects.map((s) => [s.subject, s.version])).toEqual([['a-value', 2]])
  })

  it('takes a version that a program names', async () => {
    const registry = fakeRegistry({ 'a-value': [A1, A2] })
    const result = await pull(registry, base(null, { wanted: [{ subject: 'a-value', version: 1 }] }))
    expect(changesOf(result)).toEqual(['added a-value null 1'])
  })

  it('locks references with what they refer to in turn, once each', async () => {
    const exchange = { schema: JSON.stringify({ type: 'enum', name: 'Exchange', namespace: 'shop', symbols: ['X'] }) }
    const to = (name: string, subject: string): { name: string; subject: string; version: number } => ({
      name,
      subject,
      version: 1,
    })
    const registry = fakeRegistry({
      'a-value': [
        {
          schema: RECORD('A', [
            { name: 'k', type: 'shop.Key' },
            { name: 'v', type: 'Val' },
          ]),
          references: [to('shop.Key', 'key'), to('shop.Val', 'val')],
        },
      ],
      key: [{ schema: RECORD('Key', [{ name: 'e', type: 'Exchange' }]), references: [to('shop.Exchange', 'exchange')] }],
      val: [{ schema: RECORD('Val', [{ name: 'e', type: 'Exchange' }]), references: [to('shop.Exchange', 'exchange')] }],
      exchange: [exchange],
    })
    const lock = await lockOf(registry)
    expect(lock.subjects.map((s) => s.subject)).toEqual(['a-value', 'exchange', 'key', 'val'])
    const resolved = resolveSubject(lock, 'a-value', null)!
    expect(resolved.problems).toEqual([])
    expect(resolved.schema!.fields.map((f) => f.field!.type.key)).toEqual([
      'ROW<`e` STRING NOT NULL>',
      'ROW<`e` STRING NOT NULL>',
    ])
    const without = { ...lock, subjects: lock.subjects.filter((s) => s.subject !== 'exchange') }
    expect(resolveSubject(without, 'a-value', null)!.problems[0]!.message).toContain(
      'refers to subject exchange version 1 for `shop.Exchange`, which is not locked',
    )
  })

  it('keeps what has vanished, and says so', async () => {
    const lock = await lockOf(fakeRegistry({ 'a-value': [A1] }))
    const result = await pull(fakeRegistry({}), base(lock))
    expect(changesOf(result)).toEqual(['vanished a-value 1 null'])
    expect(result.ok && result.lock.subjects).toEqual(lock.subjects)
  })

  it('notices another schema under the same version', async () => {
    const lock = await lockOf(fakeRegistry({ 'a-value': [A1] }))
    expect(changesOf(await pull(fakeRegistry({ 'a-value': [A2] }), base(lock)))).toEqual(['replaced a-value 1 1'])
  })

  it('removes what no program names any more, but not when single subjects are pulled', async () => {
    const registry = fakeRegistry({ 'a-value': [A1], 'b-value': [A2] })
    const lock = await lockOf(registry, { wanted: wanted('a-value', 'b-value') })
    expect(changesOf(await pull(registry, base(lock)))).toEqual(['unchanged a-value 1 1', 'removed b-value 1 null'])
    const kept = await pull(registry, base(lock, { prune: false }))
    expect(changesOf(kept)).toEqual(['unchanged a-value 1 1'])
    expect(kept.ok && kept.lock.subjects.map((s) => s.subject)).toEqual(['a-value', 'b-value'])
  })

  it('names all that is missing, with what may be meant', async () => {
    const registry = fakeRegistry({ 'orders-value': [A1], 'p-value': [{ schema: 'message X {}', schemaType: 'PROTOBUF' }] })
    const result = await pull(
      registry,
      base(null, { wanted: [...wanted('order-value', 'p-value'), { subject: 'orders-value', version: 9 }] }),
    )
    expect(result.ok).toBe(false)
    expect(
      result.ok
        ? []
        : result.problems.map((p) => {
            const d = registryDiagnostic(p.problem, p)
            return [d.code, d.message, d.help]
          }),
    ).toEqual([
      ['FLOW8010', 'the registry has no subject `order-value`', 'did you mean `orders-value`?'],
      ['FLOW8011', 'the registry has no version 9 of `orders-value`', 'it has version 1'],
      [
        'FLOW8012',
        '`p-value` version 1 is a schema of type PROTOBUF; Avro is read',
        'an inline `schema NAME { … }` says the types of a JSON topic',
      ],
    ])
  })

  it('stops at once where the registry cannot be reached', async () => {
    let calls = 0
    const down: RegistryClient = {
      ...fakeRegistry({}),
      schema: () => (
        calls++,
        Promise.resolve({
          ok: false,
          problem: { kind: 'unreachable', url: 'http://x', reason: 'connection refused', attempts: 4 },
        })
      ),
    }
    expect(changesOf(await pull(down, base(null, { wanted: wanted('a', 'b', 'c') })))).toEqual([
      'the registry cannot be reached at http://x: connection refused (4 attempts)',
    ])
    expect(calls).toBe(1)
  })
})

describe('flow.lock', () => {
  const lock: FlowLock = {
    lockVersion: 1,
    compiler: '0.1.0',
    subjects: [
      {
        subject: 'b-value',
        version: 2,
        id: 5,
        schemaType: 'AVRO',
        schema: '{"type":"record","name":"B","fields":[{"name":"x","type":"double","default":0.0}]}',
        references: [],
      },
      {
        subject: 'a-value',
        version: 1,
        id: 4,
        schemaType: 'AVRO',
        schema: '"string"',
        references: [{ name: 'shop.B', subject: 'b-value', version: 2 }],
      },
    ],
  }

  it('has the same bytes whatever the order, and comes back', () => {
    const bytes = writeLock(lock)
    expect(writeLock({ ...lock, subjects: [...lock.subjects].reverse() })).toBe(bytes)
    expect(bytes.endsWith('}\n')).toBe(true)
    const read = readLock(bytes)
    expect(read.ok && writeLock(read.lock)).toBe(bytes)
    expect(read.ok && read.lock.subjects[1]!.schema).toContain('0.0')
  })

  it.each<[string, string, RegExp]>([
    ['', 'corrupt', /expected a JSON value, found the end of the text in line 1/],
    ['[]', 'corrupt', /it holds a list, not an object/],
    ['{}', 'corrupt', /it has no `lockVersion`/],
    [
      '{"lockVersion":2,"compiler":"0.9.0","subjects":[]}',
      'newer',
      /it has lock version 2, written by flowc 0.9.0; this compiler reads version 1/,
    ],
    ['{"lockVersion":0,"compiler":"x","subjects":[]}', 'corrupt', /there is no lock version 0/],
    ['{"lockVersion":1,"subjects":[]}', 'corrupt', /no `compiler`/],
    ['{"lockVersion":1,"compiler":"x"}', 'corrupt', /no list of `subjects`/],
    ['{"lockVersion":1,"compiler":"x","subjects":[{"subject":"a"}]}', 'corrupt', /subject 1: `a` has no `version`/],
    [
      '{"lockVersion":1,"compiler":"x","subjects":[{"subject":"a","version":1,"id":1,"schemaType":"JSON","schema":"","references":[]}]}',
      'corrupt',
      /schema type the text 'JSON', and only AVRO is read/,
    ],
    ['{\n<<<<<<< ours\n"lockVersion":1\n', 'corrupt', /line 2, column 1; the file holds the marks of an unfinished merge/],
    ['{"lockVersion":1,"lockVersion":1,"compiler":"x","subjects":[]}', 'corrupt', /`lockVersion` stands twice/],
  ])('refuses %j', (bytes, kind, reason) => {
    const read = readLock(bytes)
    expect(read).toMatchObject({ ok: false, kind })
    expect(read.ok ? '' : read.reason).toMatch(reason)
  })
})
