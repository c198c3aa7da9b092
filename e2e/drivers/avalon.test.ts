import { afterEach, expect, test } from 'vitest'
import { ACTIONS, type Bench, poolsOf, randomActions, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
async function bench(): Promise<Bench> {
  const started = await startBench('avalon-q')
  benches.push(started)
  return started
}

test('is recognised and read, its power too', async () => {
  const { driver, target, poll } = await bench()
  expect(driver.name).toBe('avalon')
  expect(target.identity).toMatchObject({ make: 'Avalon', model: 'Avalon Q' })
  const outcome = await poll()
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.reading.state).toBe('mining')
  expect(outcome.reading.hashrateGhs).toBeGreaterThan(70_000)
  expect(outcome.reading.powerWatts).toBeGreaterThan(1_300)
  expect(outcome.reading.fanRpm).toHaveLength(2)
})

test('rests though its average goes on, and wakes though it says nothing', async () => {
  const { device, perform, poll } = await bench()
  const pools = poolsOf(device)
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'confirmed' })
  expect(await poll()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: 0, powerWatts: 0 } })
  expect(await perform({ kind: 'stop' })).toEqual({ outcome: 'confirmed', looks: 0 })
  expect(await perform({ kind: 'wake' })).toMatchObject({ outcome: 'confirmed' })
  expect(poolsOf(device)).toBe(pools)
})

test('what it can do is what it lists', async () => {
  const { device, perform, capabilities } = await bench()
  expect(await capabilities()).toMatchObject({
    sleep: 'yes',
    reboot: 'yes',
    locate: 'yes',
    restart: 'no',
    powerLimit: 'no',
    powerModes: ['low', 'normal', 'high'],
  })
  expect(await perform({ kind: 'power-mode', mode: 'low' })).toMatchObject({ outcome: 'confirmed' })
  expect(await perform({ kind: 'locate', on: true })).toMatchObject({ outcome: 'confirmed' })
  expect(await perform({ kind: 'reboot' })).toMatchObject({ outcome: 'confirmed' })
  expect(await perform({ kind: 'power-limit', watts: 800 })).toMatchObject({ outcome: 'unsupported' })
  device.unit.change({ writable: false })
  expect(await capabilities()).toMatchObject({ sleep: 'writes-disabled' })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'refused', reason: 'writes-disabled' })
})

test("orders go by the unit's own clock", async () => {
  const { perform } = await bench()
  expect(await perform({ kind: 'sleep' }, { clockAheadMs: -90_000_000 })).toMatchObject({
    outcome: 'confirmed',
  })
})

test('takes pools and gives the old ones back, passwords too', async () => {
  const { driver, target, clock, device, perform } = await bench()
  const before = poolsOf(device)
  const context = { timeoutMs: 5000, now: () => clock.nowMs() }
  const pools = [{ url: 'stratum+tcp://new.pool.example:3334', user: 'a.b', password: 'p' }]
  const execution = await driver.execute(target, { kind: 'pools', pools }, null, context)
  expect(device.truth().pools).toEqual([{ host: 'new.pool.example', port: 3334, user: 'a.b', password: 'p' }])
  if (execution.outcome !== 'accepted' || execution.image === null) throw new Error('not accepted')
  expect(await perform({ kind: 'restore', image: execution.image })).toMatchObject({ outcome: 'confirmed' })
  expect(poolsOf(device)).toBe(before)
})

test(`${ACTIONS} random power actions leave the pools as they were`, { timeout: 600_000 }, async () => {
  const unit = await bench()
  const pools = poolsOf(unit.device)
  const ends = await randomActions(
    unit,
    [
      { kind: 'sleep' },
      { kind: 'wake' },
      { kind: 'power-mode', mode: 'low' },
      { kind: 'power-mode', mode: 'high' },
      { kind: 'reboot' },
    ],
    ACTIONS,
    4,
  )
  expect(poolsOf(unit.device)).toBe(pools)
  expect(Object.keys(ends).filter((end) => end.startsWith('refused'))).toEqual([])
  expect(ends.confirmed).toBeGreaterThanOrEqual(ACTIONS * 0.95)
})
