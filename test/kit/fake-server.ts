// A system of other people, in this process: an HTTP server on a free port of the loopback interface whose answers a test decides.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

export interface FakeAnswer {
  readonly status?: number
  readonly body?: unknown
}

/** How a system misbehaves, whatever it is asked. */
export type Trouble = 'slow' | 'html' | 'wrong password' | 'read-only' | 'broken'

export interface FakeServer {
  readonly url: string
  /** `METHOD path` of every request, in order. */
  readonly calls: string[]
  trouble: Trouble | null
  /** Answers a single request instead of the system: for failures in the middle. */
  intercept: ((request: FakeRequest) => FakeAnswer | null) | null
  close(): Promise<void>
}

export async function fakeServer(answer: (request: FakeRequest) => FakeAnswer): Promise<FakeServer> {
  const fake = { calls: [] as string[], trouble: null as Trouble | null, intercept: null as FakeServer['intercept'] }
  const server: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://fake')
      const asked: FakeRequest = {
        method: request.method ?? 'GET',
        path: decodeURIComponent(url.pathname),
        query: url.searchParams,
        headers: request.headers,
        body:
          text === '' ? null : request.headers['content-type']?.includes('json') === true ? (JSON.parse(text) as unknown) : text,
      }
      fake.calls.push(`${asked.method} ${asked.path}`)
      if (fake.trouble === 'slow') return
      const given = fake.intercept?.(asked) ?? inTrouble(fake.trouble, asked) ?? answer(asked)
      const { status = 200, body = null } = given
      response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' })
      response.end(typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  })
}

function inTrouble(trouble: Trouble | null, { method }: FakeRequest): FakeAnswer | null {
  switch (trouble) {
    case 'html':
      return { body: '<html><body>Please log in</body></html>' }
    case 'wrong password':
      return { status: 401, body: { error_code: 401, message: 'Unauthorized' } }
    case 'read-only':
      return method === 'GET' ? null : { status: 403, body: { error_code: 403, message: 'this server is read-only' } }
    case 'broken':
      return { status: 500, body: { error_code: 50001, message: 'disk full' } }
    default:
      return null
  }
}
