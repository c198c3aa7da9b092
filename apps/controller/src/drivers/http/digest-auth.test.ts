import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { budgetFrom } from '../budget.ts'
import { type FakeServer, startHttp } from '../fixtures/fake-device.ts'
import { digestAuthorization, parseDigestChallenge, realmOf } from './digest-auth.ts'
import { digestRequest } from './digest-request.ts'

test('the example of RFC 2617', () => {
  const challenge = parseDigestChallenge(
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
  )
  if (challenge === null) throw new Error('no challenge')
  const header = digestAuthorization(
    challenge,
    { user: 'Mufasa', password: 'Circle Of Life' },
    { method: 'GET', uri: '/dir/index.html' },
    '0a4f113b',
  )
  expect(header).toContain('response="6629fae49393a05397450978507c4ef1"')
  expect(header).toContain('qop=auth, nc=00000001, cnonce="0a4f113b"')
  expect(header).toContain('opaque="5ccc069c403ebaf9f0171e9517f40e41"')
})

test.each([
  [
    'Digest realm="antMiner Configuration", nonce="abc", qop="auth"',
    { realm: 'antMiner Configuration', qopAuth: true },
  ],
  ['Digest realm="r", nonce="n"', { qopAuth: false }],
  ['Basic realm="x", Digest realm="y", nonce="n", algorithm=MD5', { realm: 'y' }],
  ['Digest realm="r", nonce="n", algorithm=SHA-256', { algorithm: 'SHA-256' }],
  ['Digest realm="r", nonce="n", algorithm=SHA-512-256', null],
  ['Digest realm="r", nonce="n", qop="auth-int"', null],
  ['Digest realm="r"', null],
  ['Basic realm="r"', null],
  [undefined, null],
])('parseDigestChallenge(%j)', (header, expected) => {
  const challenge = parseDigestChallenge(header)
  if (expected === null) expect(challenge).toBeNull()
  else expect(challenge).toMatchObject(expected)
})

test('realmOf', () => {
  expect(realmOf('Digest realm="antMiner Configuration", nonce="x"')).toBe('antMiner Configuration')
  expect(realmOf('Bearer')).toBeNull()
  expect(realmOf(undefined)).toBeNull()
})

describe('digestRequest', () => {
  const servers: FakeServer[] = []
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()))
  })
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const login = {
    credentials: { user: 'root', password: 'root' },
    realm: /antminer/i,
    cnonce: () => 'c0ffee',
  }

  /** Takes a login only with the nonce it gave last; `forgets` nonces are stale as soon as they are used. */
  async function lighttpd(
    password: string,
    forgets: number,
    realm = 'antMiner Configuration',
  ): Promise<FakeServer> {
    let issued = 0
    const server = await startHttp((request, response) => {
      const header = request.headers.authorization ?? ''
      const field = (name: string) => new RegExp(`${name}="?([^",]*)`).exec(header)?.[1] ?? ''
      const expected = md5(
        `${md5(`root:${realm}:${password}`)}:${field('nonce')}:${field('nc')}:${field('cnonce')}:auth:${md5(`GET:${request.url}`)}`,
      )
      if (
        header !== '' &&
        field('nonce') === `nonce${issued}` &&
        issued > forgets &&
        field('response') === expected
      ) {
        response.end('{"minertype":"Antminer S19"}')
        return
      }
      issued += 1
      response.writeHead(401, {
        'WWW-Authenticate': `Digest realm="${realm}", nonce="nonce${issued}", qop="auth"`,
      })
      response.end()
    })
    servers.push(server)
    return server
  }
  const get = (server: FakeServer) =>
    digestRequest(server, '/cgi-bin/get_system_info.cgi', budgetFrom({ timeoutMs: 2000 }), login)

  test('logs in', async () => {
    const server = await lighttpd('root', 0)
    expect(await get(server)).toMatchObject({ ok: true, answer: { status: 200 } })
    expect(server.requests).toHaveLength(2)
  })

  test('answers a stale nonce once more', async () => {
    const server = await lighttpd('root', 1)
    expect(await get(server)).toMatchObject({ ok: true, answer: { status: 200 } })
    expect(server.requests).toHaveLength(3)
  })

  test('gives up after the second refusal', async () => {
    const server = await lighttpd('changed', 0)
    expect(await get(server)).toMatchObject({ ok: true, answer: { status: 401 } })
    expect(server.requests).toHaveLength(3)
  })

  test('tells its login to no other realm', async () => {
    const server = await lighttpd('root', 0, 'Router')
    expect(await get(server)).toMatchObject({ ok: true, answer: { status: 401 } })
    expect(server.requests).toHaveLength(1)
  })
})
