import { afterEach, expect, test } from 'vitest'
import { createDrivers } from '../../apps/controller/src/drivers/registry.ts'
import { type Bench, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
async function bench(options: Parameters<typeof startBench>[1] = {}): Promise<Bench> {
  const started = await startBench('elphapex-dg1plus', options)
  benches.push(started)
  return started
}

test('is recognised and read, and its rate is nowhere taken for one of Bitcoin', async () => {
  const { device, driver, target, poll } = await bench()
  expect(driver.name).toBe('elphapex')
  expect(target.identity).toMatchObject({
    key: `mac:${device.mac.toLowerCase()}`,
    make: 'Elphapex',
    model: 'Elphapex DG1+',
    firmware: 'DG1+_SW_V1.0.2',
  })
  const outcome = await poll()
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.identity).toEqual(target.identity)
  expect(outcome.reading).toMatchObject({
    state: 'mining',
    hashrateGhs: null,
    expectedHashrateGhs: null,
    acceptedDifficulty: null,
    bestShareDifficulty: null,
    blocksFound: null,
    faults: [],
    flags: [],
  })
  expect(outcome.reading.powerWatts).toBeGreaterThan(3_000)
  expect(outcome.reading.temperatureC).toBeGreaterThan(50)
  expect(outcome.reading.acceptedShares).toBeGreaterThan(0)
  expect(outcome.reading.fanRpm).toHaveLength(4)
  expect(outcome.reading.boards).toHaveLength(4)
  expect(outcome.reading.boards.every(({ hashrateGhs }) => hashrateGhs === null)).toBe(true)
  expect(outcome.reading.pools[0]).toMatchObject({ status: 'alive', active: true })
})

test('asleep, without a pool and with a board that is gone says so', async () => {
  const { clock, device, poll } = await bench()
  await device.setFault({ kind: 'dead-board', board: 1 })
  clock.advance(10_000)
  expect(await poll()).toMatchObject({ reading: { state: 'mining', flags: ['dead-board'] } })
  await device.clearFault()
  await device.setFault({ kind: 'pool-dead', pools: 'all' })
  clock.advance(60_000)
  expect(await poll()).toMatchObject({ reading: { state: 'idle', flags: ['pool-dead'] } })
  await device.clearFault()
  await device.setFault({ kind: 'idle' })
  clock.advance(60_000)
  const asleep = await poll()
  expect(asleep).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: null } })
  expect(asleep.ok && (asleep.reading.powerWatts ?? 0)).toBeLessThan(100)
})

test('with another password is known by its pages, and read once the password was entered', async () => {
  let login: { user: string | null; password: string } | null = null
  const { device, driver, target, poll } = await bench({
    credentials: { user: 'root', password: 'ahoy-ahoy' },
    drivers: createDrivers({ loginOf: () => login }),
  })
  expect(target.identity).toMatchObject({ make: 'Elphapex', model: null, macAddress: null })
  expect(await poll()).toMatchObject({
    identity: target.identity,
    reading: { state: null, powerWatts: null },
  })
  const named = { ...target.identity, key: 'mac:02:00:00:00:00:01', macAddress: '02:00:00:00:00:01' }
  expect(await driver.poll(target.address, named, { timeoutMs: 5_000 })).toEqual({
    ok: false,
    reason: 'garbled',
  })
  login = { user: null, password: 'ahoy-ahoy' }
  expect(await poll()).toMatchObject({
    identity: { key: `mac:${device.mac.toLowerCase()}`, model: 'Elphapex DG1+' },
    reading: { state: 'mining' },
  })
  // Another machine at the address of the one that was named.
  expect(await driver.poll(target.address, named, { timeoutMs: 5_000 })).toMatchObject({
    identity: { key: `mac:${device.mac.toLowerCase()}` },
  })
})

test('can be told nothing', async () => {
  const { perform, capabilities } = await bench()
  expect(await capabilities()).toMatchObject({ sleep: 'no', restart: 'no', pools: 'no', locate: 'no' })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'unsupported' })
})
