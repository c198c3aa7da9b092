import { afterEach, expect, test } from 'vitest'
import { startAdminApi } from '../admin/admin-api.ts'
import { createManualClock } from '../clock.ts'
import { startShip } from '../ship/start-ship.ts'
import { startShipGenerator } from './start-generator.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('what miners really take is on the generator, and the knobs of the administration port turn it', async () => {
  const clock = createManualClock()
  const ship = await startShip({ miners: 2, clock, ageMs: 3_600_000, roles: ['rpc'] })
  closing.push(ship.close)
  const generator = await startShipGenerator(ship, { capacityKw: 60, load: { baseKw: 15 } })
  closing.push(generator.close)
  const admin = await startAdminApi(ship, { generator })
  closing.push(admin.close)
  const call = async (method: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${admin.port}/generator`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests reach into documents
    return { status: response.status, body: (await response.json()) as any }
  }
  const { body } = await call('GET')
  expect(body).toMatchObject({ shipKw: 15, capacityKw: 60, feed: 'on', contactorClosed: false })
  expect(body.miningKw).toBeGreaterThan(8)
  expect(body.totalKw).toBeCloseTo(15 + body.miningKw)

  expect((await call('PUT', { shipKw: 40, feed: 'frozen' })).body).toMatchObject({
    shipKw: 40,
    feed: 'frozen',
  })
  expect(generator.generator.readMeter()?.shipKw).toBe(40)
  generator.shipLoad.set(50)
  expect(generator.generator.readMeter()?.shipKw).toBe(40)
  expect((await call('PUT', { feed: 'cut', shipKw: null })).body).toMatchObject({ shipKw: 15, feed: 'cut' })
  expect(generator.generator.readMeter()).toBeNull()
  expect((await call('PUT', { feed: 'odd' })).status).toBe(400)
  expect((await call('PUT', { access: 'approve', dropStreams: true })).status).toBe(200)
})
