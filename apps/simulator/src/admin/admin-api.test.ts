import { afterAll, beforeAll, expect, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { type Ship, startShip } from '../ship/start-ship.ts'
import { exchange } from '../testing/sockets.ts'
import { type AdminApi, startAdminApi } from './admin-api.ts'

const clock = createManualClock()
let ship: Ship
let admin: AdminApi

beforeAll(async () => {
  ship = await startShip({ miners: 2, lottery: 1, clock, ageMs: 3_600_000 })
  admin = await startAdminApi(ship)
})
afterAll(async () => {
  await admin.close()
  await ship.close()
})

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${admin.port}${path}`, {
    method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into documents
  return { status: response.status, document: (await response.json()) as any }
}

test('lists the devices with where they listen and the truth about them', async () => {
  const { status, document } = await call('GET', '/devices')
  expect(status).toBe(200)
  expect(document.map((device: { id: string }) => device.id)).toEqual(['hydro-01', 'hydro-02', 'lottery-01'])
  expect(document[0]).toMatchObject({ dialect: 'antminer', faults: [], truth: { tripped: false } })
  expect(document[0].endpoints).toHaveLength(3)
  expect(document[0].truth.hashrateThs).toBeGreaterThan(200)
  expect((await call('GET', '/devices/lottery-01')).document.model).toBe('lottery')
})

test('sets and clears faults of one device and of all', async () => {
  const set = await call('PUT', '/devices/hydro-02/faults', { kind: 'dead-board', board: 1 })
  expect(set.document.faults).toEqual([{ kind: 'dead-board', board: 1 }])
  await call('PUT', '/devices/all/faults', { kind: 'hot' })
  expect(ship.devices.map((device) => device.faults().length)).toEqual([1, 2, 1])
  expect((await call('DELETE', '/devices/hydro-02/faults/hot')).document.faults).toHaveLength(1)
  await call('DELETE', '/devices/all/faults')
  expect(ship.devices.flatMap((device) => device.faults())).toEqual([])
})

test('plays a scenario', async () => {
  expect((await call('GET', '/scenario')).document).toEqual({ scenario: null })
  const started = await call('POST', '/scenario', {
    name: 'short',
    steps: [{ atSeconds: 5, device: 'hydro-01', fault: { kind: 'idle' } }],
  })
  expect(started.document).toEqual({ scenario: { name: 'short', stepsDone: 0, ended: false } })
  clock.advance(5000)
  expect(ship.devices[0]?.faults()).toEqual([{ kind: 'idle' }])
  expect((await call('DELETE', '/scenario')).document.scenario.ended).toBe(true)
  await call('DELETE', '/devices/all/faults')
})

test.each([
  ['GET', '/', 404, undefined],
  ['GET', '/devices/none', 404, undefined],
  ['PUT', '/devices/hydro-01/faults', 400, { kind: 'sinking' }],
  ['PUT', '/devices/hydro-01/faults', 400, 'no json'],
  ['DELETE', '/devices/hydro-01/faults/sinking', 404, undefined],
  ['POST', '/scenario', 400, { steps: [] }],
  ['POST', '/scenario', 404, { steps: [{ atSeconds: 0, device: 'none', clear: 'all' }] }],
  ['GET', '/devices/%E0%A4%A', 400, undefined],
])('%s %s is answered with %i', async (method, path, status, body) => {
  const answer = await call(method, path, body)
  expect(answer.status).toBe(status)
  expect(typeof answer.document.error).toBe('string')
})

test('is for this machine only', async () => {
  const { bytes } = await exchange(
    admin.port,
    'GET /devices HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  )
  expect(bytes.toString()).toMatch(/^HTTP\/1\.1 403/)
  await expect(startAdminApi(ship, { host: '0.0.0.0' })).rejects.toThrow('stays on loopback')
})
