import { afterEach, expect, test } from 'vitest'
import { createDrivers } from '../../apps/controller/src/drivers/registry.ts'
import { type Bench, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
async function bench(options: Parameters<typeof startBench>[1] = {}): Promise<Bench> {
  const started = await startBench('auradine-at1500', options)
  benches.push(started)
  return started
}

test('is recognised, and read with what its web interface tells', async () => {
  const { device, driver, target, poll } = await bench()
  expect(driver.name).toBe('auradine')
  expect(target.identity).toMatchObject({
    key: `mac:${device.mac.toLowerCase()}`,
    make: 'Auradine',
    model: 'AT1500',
    firmware: '2023-12.27',
  })
  const outcome = await poll()
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.identity).toEqual(target.identity)
  const { reading } = outcome
  const { state } = device.truth()
  expect(reading).toMatchObject({ state: 'mining', flags: [] })
  expect(reading.powerWatts).toBeCloseTo(state.powerWatts, 1)
  expect(reading.temperatureC).toBeCloseTo(Math.max(...state.thermal.chipC), 3)
  expect(reading.boards.map(({ temperatureC }) => temperatureC)).toEqual(state.thermal.chipC)
  expect(reading.hashrateGhs).toBeGreaterThan(120_000)
  expect(reading.hashrateGhs).toBeLessThan(180_000)
  expect(reading.fanRpm).toHaveLength(4)
  expect(reading.pools[0]).toMatchObject({ status: 'alive', active: true })
})

test('behind another password keeps its name, and what cannot be read is unknown', async () => {
  const entered = { user: 'admin', password: 'ahoy-ahoy' }
  let login: typeof entered | null = entered
  const { clock, device, driver, target, poll } = await bench({
    credentials: entered,
    drivers: createDrivers({ loginOf: () => login }),
  })
  expect(target.identity).toMatchObject({ make: 'Auradine', macAddress: null, firmware: 'GCMiner 0.5' })
  const named = await poll()
  if (!named.ok) throw new Error(named.reason)
  expect(named.identity).toMatchObject({ key: `mac:${device.mac.toLowerCase()}`, model: 'AT1500' })
  expect(named.reading.powerWatts).toBeGreaterThan(1_000)
  const again = () => driver.poll(target.address, named.identity, { timeoutMs: 5_000 })
  await device.setFault({ kind: 'idle' })
  clock.advance(120_000)
  expect(await again()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: 0 } })
  const tried = (credentials: typeof entered) =>
    driver.tryLogin?.(target, credentials, { timeoutMs: 5_000, now: () => clock.nowMs() })
  expect(await tried(entered)).toBe('works')
  expect(await tried({ user: 'admin', password: 'wrong' })).toBe('refused')
  login = null
  expect(await again()).toMatchObject({
    identity: named.identity,
    reading: { state: null, powerWatts: null, fanRpm: [], flags: [] },
  })
})

test('another machine at its address is another device', async () => {
  const { driver, target } = await bench()
  const other = { ...target.identity, key: 'mac:02:00:00:00:00:01', macAddress: '02:00:00:00:00:01' }
  expect(await driver.poll(target.address, other, { timeoutMs: 5_000 })).toMatchObject({
    identity: { key: target.identity.key, model: 'AT1500' },
  })
})
