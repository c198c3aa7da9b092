import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { budgetFrom } from '../budget.ts'
import { closedPort, type FakeServer, startHttp, startTcp } from '../fixtures/fake-device.ts'
import { httpGet } from './http-client.ts'
import { jsonBody } from './json-body.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
const keep = (server: FakeServer) => {
  servers.push(server)
  return server
}
const get = (server: { host: string; port: number }, timeoutMs = 2000, longestBytes?: number) =>
  httpGet(server, '/x', budgetFrom({ timeoutMs }), longestBytes === undefined ? {} : { longestBytes })

test('reads a body and asks for the connection to be closed', async () => {
  let connection: string | undefined
  const server = keep(
    await startHttp((request, response) => {
      connection = request.headers.connection
      response.end('hello')
    }),
  )
  const outcome = await get(server)
  expect(outcome.ok && outcome.answer.body.toString()).toBe('hello')
  expect(outcome).toMatchObject({ answer: { status: 200, complete: true } })
  expect(connection).toBe('close')
})

test('follows no redirect', async () => {
  const server = keep(
    await startHttp((_request, response) => {
      response.writeHead(307, { Location: 'https://127.0.0.1/cgi-bin/luci' })
      response.end()
    }),
  )
  expect(await get(server)).toMatchObject({ ok: true, answer: { status: 307 } })
  expect(server.requests).toEqual(['/x'])
})

test('unpacks a page that comes gzipped unasked', async () => {
  const server = keep(
    await startHttp((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' })
      response.end(gzipSync('<title>AxeOS</title>'))
    }),
  )
  const outcome = await get(server)
  expect(outcome.ok && outcome.answer.body.toString()).toBe('<title>AxeOS</title>')
})

test('survives a gzip bomb and a lie about gzip', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const server = keep(
    await startHttp((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' })
      response.end(server.requests.length === 1 ? bomb : 'plain')
    }),
  )
  expect(await get(server)).toMatchObject({ ok: true, answer: { complete: false } })
  expect(await get(server)).toMatchObject({ ok: true, answer: { complete: false } })
})

test('stops at the limit', async () => {
  const server = keep(await startHttp((_request, response) => response.end(Buffer.alloc(1_000_000, 'x'))))
  const outcome = await get(server, 2000, 1000)
  expect(outcome.ok && outcome.answer.body.length).toBe(1000)
  expect(outcome).toMatchObject({ answer: { complete: false } })
})

test('a body that ends early is there and incomplete', async () => {
  const server = keep(
    await startTcp((_request, socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"hashRate":5,"power":12')
    }),
  )
  const outcome = await get(server)
  expect(outcome).toMatchObject({ ok: true, answer: { complete: false } })
  expect(outcome.ok && jsonBody(outcome.answer)).toEqual({ row: { hashRate: 5 }, partial: true })
})

test('failures are values', async () => {
  expect(await get({ host: '127.0.0.1', port: await closedPort() })).toMatchObject({
    ok: false,
    reason: 'refused',
  })
  const silent = keep(await startTcp(() => {}))
  expect(await get(silent, 100)).toMatchObject({ ok: false, reason: 'timeout' })
  const other = keep(await startTcp((_request, socket) => socket.end('STATUS=E,Code=14|\0')))
  expect(await get(other)).toMatchObject({ ok: false, reason: 'garbled' })
  const reset = keep(await startTcp((_request, socket) => socket.resetAndDestroy()))
  expect(await get(reset)).toMatchObject({ ok: false, reason: 'closed' })
  const early = keep(await startTcp((_request, socket) => socket.end()))
  expect(await get(early)).toMatchObject({ ok: false, reason: 'closed' })
  const stalled = keep(
    await startTcp((_request, socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc')),
  )
  expect(await get(stalled, 100)).toMatchObject({ ok: false, reason: 'timeout' })
})

test('one request at a time for each device', async () => {
  const server = keep(await startHttp((_request, response) => setTimeout(() => response.end('x'), 2)))
  await Promise.all(Array.from({ length: 8 }, () => get(server, 20_000)))
  expect(server.mostTogether()).toBe(1)
})
