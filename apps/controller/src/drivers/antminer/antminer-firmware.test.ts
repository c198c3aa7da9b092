import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import type { DeviceTarget } from '../device-control.ts'
import { closedPort, type FakeServer, startHttp } from '../fixtures/fake-device.ts'
import { createAntminerFirmware } from './antminer-firmware.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const content = Buffer.alloc(200_000, 'firmware ')
const file = { name: 'S21 "x".bmu', bytes: content.length, sha256: '', open: () => Readable.from([content]) }
const firmware = createAntminerFirmware(
  async () => ({ ok: false, reason: 'timeout' }),
  () => ({ credentials: { user: 'root', password: 'root' }, realm: /antminer/i, cnonce: () => 'c0ffee' }),
)
const mac = '02:00:00:00:00:01'
const targetAt = (webPort: number): DeviceTarget => ({
  address: { host: '127.0.0.1', port: 1, webPort },
  identity: {
    ...{ key: `mac:${mac}`, driver: 'antminer', make: 'Antminer', model: 'Antminer S21', firmware: null },
    ...{ serial: null, macAddress: mac, hostname: null, ipAddress: '127.0.0.1', port: 1 },
  },
})
const send = (webPort: number) =>
  firmware.send(targetAt(webPort), file, null, { timeoutMs: 10_000, now: () => 0 })

/** A control board that wants a login for everything; forms that it took are kept. */
async function unit(answer: string, { macaddr = mac, forgets = false, status = 200 } = {}) {
  const forms: string[] = []
  let nonce = 1
  const server = await startHttp((request, response) => {
    const isKnown = request.headers.authorization?.includes(`nonce="n${nonce}"`)
    if (!isKnown) {
      nonce += 1
      response.writeHead(401, {
        'WWW-Authenticate': `Digest realm="antMiner Configuration", nonce="n${nonce}", qop="auth"`,
      })
      request.resume()
      return response.end()
    }
    if (!request.url?.includes('upgrade'))
      return response.end(JSON.stringify({ minertype: 'Antminer S21', macaddr }))
    if (forgets && forms.length === 0) {
      forms.push('')
      nonce += 1
      response.writeHead(401, {
        'WWW-Authenticate': `Digest realm="antMiner Configuration", nonce="n${nonce}", qop="auth"`,
      })
      return response.end()
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      forms.push(Buffer.concat(parts).toString())
      response.writeHead(status).end(answer)
    })
  })
  servers.push(server)
  return { port: server.port, forms }
}

test.each([
  ['{"stats":"success","code":"U000","msg":"OK!"}', { outcome: 'sent' }],
  ['<html>System Upgrade Successed</html>', { outcome: 'sent' }],
  ['', { outcome: 'sent' }],
  [
    '{"stats":"error","code":"U001","msg":"Signature verification failed"}',
    { outcome: 'refused', reason: 'device-error' },
  ],
  ['<html><h2>System Upgrade Failed</h2></html>', { outcome: 'refused', reason: 'device-error' }],
])('an answer %s', async (answer, outcome) => {
  const { port, forms } = await unit(answer)
  expect(await send(port)).toEqual(outcome)
  expect(forms).toHaveLength(1)
  const [, boundary = ''] = /^--(\S+)\r\n/.exec(forms[0] ?? '') ?? []
  expect(forms[0]).toBe(
    `--${boundary}\r\nContent-Disposition: form-data; name="firmware"; filename="S21__x_.bmu"\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  )
})

test('an error of its web server is no success', async () => {
  const { port } = await unit('oops', { status: 500 })
  expect(await send(port)).toEqual({ outcome: 'refused', reason: 'device-error' })
})

test('another machine at its address gets nothing', async () => {
  const { port, forms } = await unit('', { macaddr: '02:00:00:00:00:99' })
  expect(await send(port)).toEqual({ outcome: 'refused', reason: 'wrong-device' })
  expect(forms).toEqual([])
})

test('nobody there', async () => {
  expect(await send(await closedPort())).toEqual({ outcome: 'unreachable' })
})

test('a login that it does not take', async () => {
  const server = await startHttp((request, response) => {
    request.resume()
    response.writeHead(401, {
      'WWW-Authenticate': 'Digest realm="antMiner Configuration", nonce="n", qop="auth"',
    })
    response.end()
  })
  servers.push(server)
  expect(await send(server.port)).toEqual({ outcome: 'refused', reason: 'login' })
})

test('a file that cannot be read to its end is not taken for the whole', async () => {
  const { port, forms } = await unit('{"stats":"success"}')
  const broken = {
    ...file,
    open: () =>
      Readable.from(
        (async function* () {
          yield content.subarray(0, 100)
          throw new Error('the disk is gone')
        })(),
      ),
  }
  const sent = await firmware.send(targetAt(port), broken, null, { timeoutMs: 10_000, now: () => 0 })
  expect(forms).toEqual([])
  // It may have been on its way: then what the miner runs afterwards decides.
  expect(['sent', 'unreachable']).toContain(sent.outcome)
})
