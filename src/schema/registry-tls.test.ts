// The client over TLS. The key and certificate were made for this test (openssl req -x509, localhost, a hundred years).
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registryClient, type RegistryOptions } from './registry-http.js'
import { registryDiagnostic } from './registry-model.js'

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgA80nyUERXgLOQrtM
7saBHkSEGDpDa0OpePOX5mhdRwGhRANCAAQr4GdVHBP1oa8Gjo/lMABsucKciUyX
kmHafxm16HKZGODWESbIy2TQ3T8kPbsOjDlpAfQw3ajv9OBK/zYRY2lm
-----END PRIVATE KEY-----
`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUGXYmU/+4C9sRYM/CYsL+HIlIU7YwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTE5NTMzMloYDzIxMjYxMTA1
MTk1MzMyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQr4GdVHBP1oa8Gjo/lMABsucKciUyXkmHafxm16HKZGODWESbIy2TQ
3T8kPbsOjDlpAfQw3ajv9OBK/zYRY2lmo28wbTAdBgNVHQ4EFgQUFWYB+iWBQ/Eg
3+dR+1y6SKzTYQEwHwYDVR0jBBgwFoAUFWYB+iWBQ/Eg3+dR+1y6SKzTYQEwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAKDYyms1gcJ5fRNl/ZQDFBlQJqzvVxjlDQto1hvhMz36AiEA
mFBQqKtZ1oHPxtdv4pV7wlN4C7RsG7nqW0fV1H0Hb7w=
-----END CERTIFICATE-----
`

let server: Server
let asked: boolean[] = []

beforeAll(async () => {
  server = createServer(
    { key: KEY, cert: CERTIFICATE, ca: CERTIFICATE, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      asked.push((request.socket as { authorized?: boolean }).authorized === true)
      response.end('["a"]')
    },
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function subjects(tls: RegistryOptions['tls'], host = '127.0.0.1'): Promise<unknown> {
  asked = []
  const client = registryClient({
    url: `https://${host}:${(server.address() as AddressInfo).port}`,
    retries: 0,
    ...(tls === undefined ? {} : { tls }),
  })
  if (!client.ok) throw new Error(client.problem.kind)
  const result = await client.value.subjects()
  return result.ok ? result.value : registryDiagnostic(result.problem).message
}

it('does not trust a certificate that nobody vouches for', async () => {
  expect(await subjects(undefined)).toMatch(
    /no trusted connection to the registry at https:.*: its certificate is self-signed and not among the trusted ones/,
  )
})

it('trusts the authority that it is given', async () => {
  expect(await subjects({ ca: CERTIFICATE })).toEqual(['a'])
  expect(asked).toEqual([false])
})

it('shows its own certificate where it has one', async () => {
  expect(await subjects({ ca: CERTIFICATE, cert: CERTIFICATE, key: KEY })).toEqual(['a'])
  expect(asked).toEqual([true])
})
