import { afterEach, expect, test } from 'vitest'
import { type Bench, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
async function bench(): Promise<Bench> {
  const started = await startBench('sealminer-a2')
  benches.push(started)
  return started
}

test('is recognised and read at the rate of its chips', async () => {
  const { device, driver, target, poll } = await bench()
  expect(driver.name).toBe('sealminer')
  expect(target.identity).toMatchObject({
    key: `mac:${device.mac.toLowerCase()}`,
    make: 'SealMiner',
    model: 'SealMiner A2',
  })
  const outcome = await poll()
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.identity.key).toBe(target.identity.key)
  expect(outcome.reading.state).toBe('mining')
  expect(outcome.reading.hashrateGhs).toBeGreaterThan(190_000)
  expect(outcome.reading.hashrateGhs).toBeLessThan(250_000)
  expect(outcome.reading.powerWatts).toBeGreaterThan(3_000)
  expect(outcome.reading.boards).toHaveLength(3)
  expect(outcome.reading.fanRpm).toHaveLength(4)
  expect(outcome.reading.pools.length).toBeGreaterThan(0)
})

test('can be told nothing', async () => {
  const { perform, capabilities } = await bench()
  expect(await capabilities()).toMatchObject({ sleep: 'no', restart: 'no', pools: 'no', locate: 'no' })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'unsupported' })
  expect(await perform({ kind: 'restart' })).toMatchObject({ outcome: 'unsupported' })
})
