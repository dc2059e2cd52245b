// `apply` and `submit` where systems are down, refuse or differ, and where all is well.
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expectRun, type Flowc } from './command.js'
import { count } from './verdicts.js'
import { REVENUE, type World } from './world.js'

/** A registry that answers questions and takes nothing new. */
function readOnly(url: string): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = 'GET', url: path = '/' } = request
      if (method === 'PUT' || method === 'DELETE' || (method === 'POST' && path.endsWith('/versions'))) {
        response.writeHead(403, { 'content-type': 'application/json' }).end('{"error_code":40301,"message":"read-only"}')
        return
      }
      const body = method === 'POST' ? { body: Buffer.concat(chunks), headers: { 'content-type': 'application/json' } } : {}
      void fetch(`${url}${path}`, { method, ...body }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(Buffer.from(await answer.arrayBuffer()))
      })
    })
  })
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      done({ url: `http://127.0.0.1:${port}`, close: () => void server.close() })
    })
  })
}

/** A server that takes every question and answers none. */
function silent(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(() => {})
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      const close = (): void => {
        server.close()
        server.closeAllConnections()
      }
      done({ url: `http://127.0.0.1:${port}`, close })
    })
  })
}

/** A port that nobody listens on. */
async function deadPort(): Promise<number> {
  for (let port = 39_000; ; port++) {
    const free = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => (socket.destroy(), done(false))).on('error', () => done(true))
    })
    if (free) return port
  }
}

/** `apply` where systems are missing or refuse; the last one finishes what the others could not. */
export async function applying({ e, project, flowc, topics }: World): Promise<void> {
  const port = await deadPort()
  const dead = `http://127.0.0.1:${port}`
  const registry = await readOnly(e.registry.url)
  project.environment('kafka-down', (s) => (s['kafka']!['bootstrap'] = `127.0.0.1:${port}`))
  project.environment('registry-down', (s) => (s['registry']!['url'] = dead))
  project.environment('connect-down', (s) => (s['connect']!['url'] = dead))
  project.environment('iceberg-down', (s) => ((s['catalogs']!['lake'] as Record<string, string>)['uri'] = dead))
  project.environment('wrong-password', (s) => (s.secrets = 'envs/wrong-secrets'))
  project.environment('read-only', (s) => (s['registry']!['url'] = registry.url))
  const mute = await silent()
  project.environment('connect-slow', (s) => (s['connect']!['url'] = mute.url))
  const slow = expectRun(flowc, 'apply, Connect says nothing', ['apply', '-e', 'connect-slow'], 4, [
    'FLOW8202',
    mute.url,
    'nothing was made',
  ])
  for (const system of ['kafka', 'registry', 'connect', 'iceberg'])
    await expectRun(flowc, `apply, ${system} down`, ['apply', '-e', `${system}-down`], 4, [String(port), 'nothing was made'])
  const wrong = await expectRun(flowc, 'apply, wrong password of the database', ['apply', '-e', 'wrong-password'], 4, [
    /password/,
    'nothing was made',
  ])
  await slow
  mute.close()
  count(!wrong.text.includes('nobody knows it'), 'apply does not print the password')
  await expectRun(flowc, 'apply, read-only registry', ['apply', '-e', 'read-only'], 4, ['made before it stopped', '403'])
  registry.close()
  await expectRun(flowc, 'apply finishes what was begun', ['apply', '-e', 'live'], 0, [/created +connector/, /exists +topic/])
  await expectRun(flowc, 'apply again', ['apply', '-e', 'live'], 0, ['applied: 0 made'])
  const configs = await topics.configs(REVENUE)
  await topics.setConfig(REVENUE, { ...configs, 'retention.ms': '1000000' })
  await expectRun(flowc, 'apply, a topic differs', ['apply', '-e', 'live'], 3, [REVENUE, 'retention.ms', '1000000'])
  await topics.setConfig(REVENUE, configs as Record<string, string>)
}

/** `submit` where it must not, then where it must, then again. Gives the id of the job. */
export async function submitting({ project, flowc }: World): Promise<string> {
  const port = await deadPort()
  const dead = `http://127.0.0.1:${port}`
  project.environment('gateway-down', (s) => (s['flink']!['gateway'] = dead))
  project.environment('flink-down', (s) => (s['flink']!['rest'] = dead))
  project.environment('plans-read-only', (s) => (s['flink']!['plans'] = 'file:///proc/plans'))
  for (const system of ['gateway', 'flink'])
    await expectRun(flowc, `submit, ${system} down`, ['submit', 'orders.flow', '-e', `${system}-down`], 4, [String(port)])
  await expectRun(flowc, 'submit, another version', ['submit', 'orders.flow', '-e', 'live', '--target', 'flink-2.3'], 4, [
    '2.2.0',
    '2.3',
  ])
  await expectRun(flowc, 'submit, folder of plans read-only', ['submit', 'orders.flow', '-e', 'plans-read-only'], 4, [
    '/proc/plans',
  ])
  const job = await submit(flowc, 'submit')
  await expectRun(flowc, 'submit, it runs already', ['submit', 'orders.flow', '-e', 'live'], 4, [job])
  await expectRun(flowc, 'status', ['status', '-e', 'live'], 0, ['sales_orders', 'RUNNING', job])
  return job
}

export async function submit(flowc: Flowc, title: string, words: readonly string[] = []): Promise<string> {
  const ran = await expectRun(flowc, title, ['submit', 'orders.flow', '-e', 'live'], 0, ['is RUNNING', ...words])
  const job = /job ([0-9a-f]{32})/.exec(ran.text)?.[1]
  if (job === undefined) throw new Error('without a job there is nothing to test')
  return job
}
