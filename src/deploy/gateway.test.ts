import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { flinkRest } from './flink-rest.js'
import { gatewayAnswers, openSession } from './gateway.js'

type Answer = { readonly status?: number; readonly body: unknown }
let server: Server | null = null
afterEach(() => {
  server?.close()
  server = null
})

/** Answers each `METHOD path` with the next of its answers, the last one again and again. */
async function serve(routes: Readonly<Record<string, readonly Answer[]>>): Promise<{ url: string; calls: string[] }> {
  const left = new Map(Object.entries(routes).map(([k, v]) => [k, [...v]]))
  const calls: string[] = []
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (s: Buffer) => (text += s.toString()))
    request.on('end', () => {
      const key = `${request.method} ${request.url}`
      calls.push(text === '' ? key : `${key} ${text}`)
      const answers = left.get(key) ?? []
      const { status = 200, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 404, body: {} }
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls }
}

const SESSION = {
  'POST /v1/sessions': [{ body: { sessionHandle: 's' } }],
  'POST /v1/sessions/s/statements': [{ body: { operationHandle: 'o' } }],
}
const RESULT = '/v1/sessions/s/operations/o/result'
const columns = [{ name: 'a', logicalType: { type: 'INTEGER', nullable: false } }]

describe('the gateway client', () => {
  it('follows the pages to the end and keeps the kinds of rows', async () => {
    const { url, calls } = await serve({
      ...SESSION,
      [`GET ${RESULT}/0?rowFormat=JSON`]: [
        { body: { resultType: 'NOT_READY' } },
        {
          body: {
            resultType: 'PAYLOAD',
            jobID: 'j',
            results: { columns, data: [{ kind: 'INSERT', fields: [1] }] },
            nextResultUri: `${RESULT}/1?rowFormat=JSON`,
          },
        },
      ],
      [`GET ${RESULT}/1?rowFormat=JSON`]: [
        {
          body: {
            resultType: 'PAYLOAD',
            results: { columns, data: [{ kind: 'DELETE', fields: [1] }] },
            nextResultUri: `${RESULT}/2?rowFormat=JSON`,
          },
        },
      ],
      [`GET ${RESULT}/2?rowFormat=JSON`]: [{ body: { resultType: 'EOS', results: { columns, data: [] } } }],
      'DELETE /v1/sessions/s/operations/o/close': [{ body: {} }],
    })
    const session = await openSession(`${url}/`, { 'parallelism.default': '1' })
    const result = session.ok ? await session.value.execute('SELECT 1') : session
    expect(result).toEqual({
      ok: true,
      value: {
        columns: [{ name: 'a', type: 'INTEGER', nullable: false }],
        rows: [
          { kind: 'INSERT', fields: [1] },
          { kind: 'DELETE', fields: [1] },
        ],
        jobId: 'j',
      },
    })
    expect(calls[0]).toBe('POST /v1/sessions {"properties":{"parallelism.default":"1"}}')
    expect(calls).toContain('DELETE /v1/sessions/s/operations/o/close')
  })

  it('gives a refusal with the words of the planner', async () => {
    const trace =
      '<Exception on server side:\norg.apache.x.SqlGatewayException: outer\nCaused by: org.apache.y.ValidationException: From line 2, column 3 to line 2, column 9: no such column\n\nEnd of exception on server side>'
    const { url } = await serve({
      ...SESSION,
      [`GET ${RESULT}/0?rowFormat=JSON`]: [{ status: 500, body: { errors: ['Internal server error.', trace] } }],
    })
    const session = await openSession(url)
    const result = session.ok ? await session.value.execute('SELECT x') : session
    expect(result).toMatchObject({
      ok: false,
      failure: {
        kind: 'refused',
        statement: 'SELECT x',
        problem: { message: 'From line 2, column 3 to line 2, column 9: no such column', at: { line: 2, column: 3 } },
      },
    })
  })

  it('cancels a statement that takes too long', async () => {
    const { url, calls } = await serve({
      ...SESSION,
      [`GET ${RESULT}/0?rowFormat=JSON`]: [{ body: { resultType: 'NOT_READY' } }],
      'POST /v1/sessions/s/operations/o/cancel': [{ body: {} }],
    })
    const session = await openSession(url)
    const result = session.ok ? await session.value.execute('SELECT 1', { timeoutMillis: 20 }) : session
    expect(result).toMatchObject({ ok: false, failure: { kind: 'timeout', afterMillis: 20, rows: 0 } })
    expect(calls).toContain('POST /v1/sessions/s/operations/o/cancel')
  })

  it.each([
    ['nobody there', null, { kind: 'unreachable', reason: 'connection refused' }],
    ['a web page', { body: '<html>login</html>' }, { kind: 'not json', reason: 'answers HTML, not JSON' }],
    [
      'a server that is broken',
      { status: 503, body: 'down' },
      { kind: 'status', reason: 'status 503', status: 503, body: 'down' },
    ],
  ] as const)('says why there is no gateway: %s', async (_, answer, problem) => {
    const { url } = await serve({ 'POST /v1/sessions': answer === null ? [] : [answer] })
    if (answer === null) await new Promise((done) => server!.close(done))
    expect(await openSession(url)).toMatchObject({ ok: false, failure: { kind: 'unreachable', problem } })
    expect(await gatewayAnswers(url)).toBe(false)
  })
})

describe('the job manager client', () => {
  it('triggers a savepoint and waits for it', async () => {
    const { url, calls } = await serve({
      'POST /jobs/j/savepoints': [{ body: { 'request-id': 'r' } }],
      'GET /jobs/j/savepoints/r': [
        { body: { status: { id: 'IN_PROGRESS' } } },
        { body: { status: { id: 'COMPLETED' }, operation: { location: 'file:/s' } } },
      ],
    })
    expect(await flinkRest(url).savepoint('j', { folder: 'file:///f', cancel: true })).toEqual({
      kind: 'completed',
      location: 'file:/s',
    })
    expect(calls[0]).toBe('POST /jobs/j/savepoints {"target-directory":"file:///f","cancel-job":true}')
  })

  it('says why a savepoint failed', async () => {
    const { url } = await serve({
      'POST /jobs/j/savepoints': [{ body: { 'request-id': 'r' } }],
      'GET /jobs/j/savepoints/r': [
        {
          body: {
            status: { id: 'COMPLETED' },
            operation: {
              'failure-cause': { 'stack-trace': 'java.lang.Exception: outer\nCaused by: java.io.IOException: disk full' },
            },
          },
        },
      ],
    })
    expect(await flinkRest(url).savepoint('j', { folder: 'f', cancel: false })).toMatchObject({
      kind: 'failed',
      problem: { message: 'disk full' },
    })
  })

  it('waits for a job that is not known yet, until it is where it should be', async () => {
    const job = (state: string): Answer => ({
      body: { jid: 'j', name: 'n', state, vertices: [{ id: 'v', name: 'scan', status: state }] },
    })
    const { url } = await serve({ 'GET /jobs/j': [{ status: 404, body: {} }, job('CREATED'), job('RUNNING')] })
    expect(await flinkRest(url).waitFor('j', (j) => j.state === 'RUNNING', 2000)).toMatchObject({
      ok: true,
      value: { state: 'RUNNING', vertices: [{ name: 'scan' }] },
    })
  })

  it('tells the reason of a failed job', async () => {
    const { url } = await serve({
      'GET /jobs/j/exceptions': [
        {
          body: {
            exceptionHistory: {
              entries: [{ stacktrace: 'org.x.JobException: suppressed\nCaused by: java.lang.RuntimeException: null row time' }],
            },
          },
        },
      ],
      'GET /jobs/k/exceptions': [{ body: { exceptionHistory: { entries: [] } } }],
    })
    expect(await flinkRest(url).failure('j')).toMatchObject({ ok: true, value: { message: 'null row time' } })
    expect(await flinkRest(url).failure('k')).toEqual({ ok: true, value: null })
  })
})
