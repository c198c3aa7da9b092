import { afterEach, expect, test } from 'vitest'
import { askJson } from '../../apps/simulator/src/testing/sockets.ts'
import { ACTIONS, type Bench, poolsOf, randomActions, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
async function bench(): Promise<Bench> {
  const started = await startBench('luxos-s19kpro')
  benches.push(started)
  return started
}

test('is recognised before its maker, and read', async () => {
  const { driver, target, poll } = await bench()
  expect(driver.name).toBe('luxos')
  expect(target.identity).toMatchObject({
    make: 'Antminer',
    model: 'Antminer S19k Pro',
    firmware: expect.stringMatching(/^LuxOS 2025/),
    key: expect.stringMatching(/^mac:02:/),
  })
  const outcome = await poll()
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.reading.state).toBe('mining')
  expect(outcome.reading.powerWatts).toBeGreaterThan(2_300)
  expect(outcome.reading.boards).toHaveLength(3)
  expect(outcome.reading.flags).toEqual([])
})

test('rests, wakes, and gives its session back', async () => {
  const { device, perform, poll } = await bench()
  const pools = poolsOf(device)
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'confirmed' })
  expect((await askJson(device.port, 'session')).SESSION[0].SessionID).toBe('')
  expect(await poll()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: 0 } })
  expect(await perform({ kind: 'wake' })).toMatchObject({ outcome: 'confirmed' })
  expect(poolsOf(device)).toBe(pools)
})

test("another's session is respected, unless the unit must give way", async () => {
  const { device, perform } = await bench()
  await askJson(device.port, 'logon')
  expect(await perform({ kind: 'restart' })).toMatchObject({ outcome: 'refused', reason: 'session-busy' })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'confirmed' })
  expect(device.truth().asleep).toBe(true)
})

test('a limit is the strongest profile within it, its own management off', async () => {
  const { device, perform, capabilities } = await bench()
  const { powerLimitWatts } = await capabilities()
  expect(powerLimitWatts?.min).toBeGreaterThan(1_000)
  expect(await perform({ kind: 'power-limit', watts: 2000 })).toMatchObject({ outcome: 'confirmed' })
  expect(device.truth().settings.powerLimitWatts).toBeLessThanOrEqual(2000)
  expect(device.truth().settings.powerLimitWatts).toBeGreaterThan(1600)
  expect(await perform({ kind: 'power-limit', watts: 100 })).toMatchObject({
    outcome: 'refused',
    reason: 'invalid-value',
  })
  expect(await perform({ kind: 'power-mode', mode: 'low' })).toMatchObject({ outcome: 'unsupported' })
})

test('its own management, found on, goes on when it gets back what was found', async () => {
  const { device, perform, capabilities } = await bench()
  const { powerLimitNow: found, powerLimitWatts } = await capabilities()
  if (found === null) throw new Error('no limit')
  expect(found.isManaged).toBe(true)
  expect(await perform({ kind: 'power-limit', watts: powerLimitWatts?.min ?? 0 })).toMatchObject({
    outcome: 'confirmed',
  })
  expect((await capabilities()).powerLimitNow).toEqual({ watts: powerLimitWatts?.min, isManaged: false })
  expect(await perform({ kind: 'power-limit', ...found })).toMatchObject({ outcome: 'confirmed' })
  expect((await capabilities()).powerLimitNow).toEqual(found)
  expect(device.truth().settings.custom.atm).toBe(true)
})

test('restarts, reboots, blinks, takes pools', async () => {
  const { device, perform } = await bench()
  expect(await perform({ kind: 'restart' })).toMatchObject({ outcome: 'confirmed' })
  expect(await perform({ kind: 'reboot' })).toMatchObject({ outcome: 'confirmed' })
  expect(await perform({ kind: 'locate', on: true })).toMatchObject({ outcome: 'confirmed' })
  const pools = [{ url: 'stratum+tcp://new.pool.example:3334', user: 'a.b', password: 'p' }]
  expect(await perform({ kind: 'pools', pools })).toMatchObject({ outcome: 'confirmed' })
  expect(device.truth().pools).toHaveLength(1)
})

test(`${ACTIONS} random power actions leave the pools as they were`, { timeout: 600_000 }, async () => {
  const unit = await bench()
  const pools = poolsOf(unit.device)
  const ends = await randomActions(
    unit,
    [
      { kind: 'sleep' },
      { kind: 'wake' },
      { kind: 'power-limit', watts: 1800 },
      { kind: 'power-limit', watts: 2800 },
      { kind: 'restart' },
      { kind: 'reboot' },
    ],
    ACTIONS,
    5,
  )
  expect(poolsOf(unit.device)).toBe(pools)
  expect(Object.keys(ends).filter((end) => end.startsWith('refused'))).toEqual([])
  expect(ends.confirmed).toBeGreaterThanOrEqual(ACTIONS * 0.95)
})
