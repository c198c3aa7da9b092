import { afterEach, expect, test } from 'vitest'
import { createDrivers } from '../../apps/controller/src/drivers/registry.ts'
import { type Bench, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
async function bench(options: Parameters<typeof startBench>[1] = {}): Promise<Bench> {
  const started = await startBench('hammer-d10', options)
  benches.push(started)
  return started
}

test('is recognised and read, and its rate is nowhere taken for one of Bitcoin', async () => {
  const { device, driver, target, poll } = await bench()
  expect(driver.name).toBe('hammer')
  expect(target.identity).toMatchObject({
    key: `mac:${device.mac.toLowerCase()}`,
    make: 'Hammer',
    model: 'Hammer D10',
    firmware: '2023-05-28 17-20-35 CST',
  })
  const outcome = await poll()
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.identity).toEqual(target.identity)
  expect(outcome.reading).toMatchObject({
    state: 'mining',
    hashrateGhs: null,
    expectedHashrateGhs: null,
    powerWatts: null,
    acceptedShares: null,
    rejectedShares: null,
    acceptedDifficulty: null,
    bestShareDifficulty: null,
    blocksFound: null,
    flags: [],
  })
  expect(outcome.reading.temperatureC).toBeGreaterThan(50)
  expect(outcome.reading.temperatureC).toBeLessThan(99)
  expect(outcome.reading.fanRpm).toHaveLength(4)
  expect(outcome.reading.boards).toHaveLength(3)
  expect(outcome.reading.boards[0]).toMatchObject({ hashrateGhs: null, chipsOk: 108, chipsTotal: 108 })
  expect(outcome.reading.pools[0]).toMatchObject({ status: 'alive', active: true })
})

test('asleep says so, and with pages that cannot be read says nothing of it', async () => {
  let login: { user: string | null; password: string } | null = { user: null, password: 'ahoy-ahoy' }
  const { clock, device, driver, target, poll } = await bench({
    credentials: { user: 'root', password: 'ahoy-ahoy' },
    drivers: createDrivers({ loginOf: () => login }),
  })
  // Without its pages it is known by its address only, until its password was entered.
  expect(target.identity).toMatchObject({ make: 'Hammer', model: 'Hammer D10', macAddress: null })
  const named = await poll()
  if (!named.ok) throw new Error(named.reason)
  expect(named.identity).toMatchObject({ key: `mac:${device.mac.toLowerCase()}`, model: 'Hammer D10' })
  await device.setFault({ kind: 'dead-board', board: 1 })
  clock.advance(10_000)
  expect(await poll()).toMatchObject({ reading: { state: 'mining', flags: ['dead-board'] } })
  await device.clearFault()
  await device.setFault({ kind: 'idle' })
  clock.advance(60_000)
  const again = () => driver.poll(target.address, named.identity, { timeoutMs: 5_000 })
  expect(await again()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: null } })
  login = null
  expect(await again()).toMatchObject({ identity: named.identity, reading: { state: null } })
})

test('another machine at its address is not read as it', async () => {
  const { driver, target } = await bench()
  const elsewhere = await startBench('s21-hyd')
  benches.push(elsewhere)
  const outcome = await driver.poll(elsewhere.target.address, target.identity, { timeoutMs: 5_000 })
  expect(outcome).toEqual({ ok: false, reason: 'garbled' })
  const other = { ...target.identity, key: 'mac:02:00:00:00:00:01', macAddress: '02:00:00:00:00:01' }
  expect(await driver.poll(target.address, other, { timeoutMs: 5_000 })).toMatchObject({
    identity: { key: target.identity.key, model: 'Hammer D10' },
  })
})

test('can be told nothing', async () => {
  const { perform, capabilities } = await bench()
  expect(await capabilities()).toMatchObject({ sleep: 'no', restart: 'no', pools: 'no', locate: 'no' })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'unsupported' })
})
