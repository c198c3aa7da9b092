import { afterEach, expect, test } from 'vitest'
import { createDrivers } from '../../apps/controller/src/drivers/registry.ts'
import { type Bench, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
async function bench(options: Parameters<typeof startBench>[1] = {}): Promise<Bench> {
  const started = await startBench('proto-rig', options)
  benches.push(started)
  return started
}

test('is recognised and read without a login, as far as it tells', async () => {
  const { device, driver, target, poll } = await bench()
  expect(driver.name).toBe('proto')
  expect(target.identity).toMatchObject({
    key: `mac:${device.mac.toLowerCase()}`,
    make: 'Proto',
    model: 'Proto Rig',
    firmware: 'ProtoOS 1.8.0',
  })
  const outcome = await poll()
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.identity).toEqual(target.identity)
  expect(outcome.reading).toMatchObject({ state: 'mining', boards: [], flags: [] })
  expect(outcome.reading.hashrateGhs).toBeGreaterThan(120_000)
  expect(outcome.reading.hashrateGhs).toBeLessThan(170_000)
  expect(outcome.reading.powerWatts).toBeGreaterThan(3_000)
  expect(outcome.reading.fanRpm).toHaveLength(4)
  expect(outcome.reading.pools[0]).toMatchObject({ status: 'alive', active: true })
})

test('with its password tells its boards, chips and supplies too', async () => {
  const login = { user: null, password: 'ahoy-ahoy' }
  const { poll } = await bench({
    credentials: { user: 'root', password: login.password },
    drivers: createDrivers({ loginOf: () => login }),
  })
  const outcome = await poll()
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.reading.flags).toEqual([])
  expect(outcome.reading.boards).toHaveLength(4)
  expect(outcome.reading.boards[0]).toMatchObject({ chipsTotal: 120, dead: false })
  expect(outcome.reading.powerWatts).toBeGreaterThan(3_000)
  expect(outcome.reading.acceptedDifficulty).toBeGreaterThan(0)
})

test('stopped is asleep; another rig at its address is another device', async () => {
  const { clock, device, driver, target, poll } = await bench()
  await device.setFault('idle')
  clock.advance(10_000)
  expect(await poll()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: 0 } })
  const known = { ...target.identity, key: 'mac:02:00:00:00:00:01', macAddress: '02:00:00:00:00:01' }
  const outcome = await driver.poll(target.address, known, { timeoutMs: 5_000 })
  expect(outcome.ok && outcome.identity).toEqual(target.identity)
})

test('can be told nothing', async () => {
  const { perform, capabilities } = await bench()
  expect(await capabilities()).toMatchObject({ sleep: 'no', restart: 'no', pools: 'no', locate: 'no' })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'unsupported' })
})
