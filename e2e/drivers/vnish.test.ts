import { afterEach, describe, expect, test } from 'vitest'
import { ACTIONS, type Bench, poolsOf, randomActions, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
const credentials = { user: null, password: 'ahoy' }
async function bench(model: 'vnish-s19' | 'vnish-s19-old'): Promise<Bench> {
  const started = await startBench(model, { credentials: { user: 'admin', password: 'ahoy' } })
  benches.push(started)
  return started
}

describe.each(['vnish-s19', 'vnish-s19-old'] as const)('%s', (model) => {
  test('is recognised before its maker, and read', async () => {
    const { driver, target, poll } = await bench(model)
    expect(driver.name).toBe('vnish')
    expect(target.identity).toMatchObject({
      make: 'Antminer',
      firmware: expect.stringMatching(/^VNish 1/),
      key: expect.stringMatching(/^mac:02:/),
    })
    const outcome = await poll()
    if (!outcome.ok) throw new Error(outcome.reason)
    const { reading } = outcome
    expect(reading.state).toBe('mining')
    expect(reading.hashrateGhs).toBeGreaterThan(70_000)
    expect(reading.powerWatts).toBeGreaterThan(2_500)
    // The fee is not the owner's.
    expect(reading.pools).toHaveLength(3)
    expect(reading.acceptedDifficulty).not.toBe(null)
    expect((reading.acceptedDifficulty ?? 0) % 262_144).toBe(0)
  })

  test('rests, wakes, restarts, reboots, blinks', async () => {
    const { device, perform, poll } = await bench(model)
    const pools = poolsOf(device)
    const done = { outcome: 'confirmed' }
    expect(await perform({ kind: 'sleep' }, { credentials })).toMatchObject(done)
    expect(await poll()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: 0 } })
    expect(await perform({ kind: 'wake' }, { credentials })).toMatchObject(done)
    expect(await perform({ kind: 'restart' }, { credentials })).toMatchObject(done)
    expect(await perform({ kind: 'reboot' }, { credentials })).toMatchObject(done)
    expect(await perform({ kind: 'locate', on: true }, { credentials })).toMatchObject(done)
    // The call turns it over, so a second one must not be made.
    expect(await perform({ kind: 'locate', on: true }, { credentials })).toMatchObject(done)
    expect(device.truth().settings.blink).toBe(true)
    expect(poolsOf(device)).toBe(pools)
  })

  test('takes a preset within a limit, and keeps its pools', async () => {
    const { device, perform, capabilities } = await bench(model)
    const pools = poolsOf(device)
    expect(await perform({ kind: 'power-limit', watts: 2000 }, { credentials })).toMatchObject({
      outcome: 'confirmed',
    })
    expect(device.truth().settings.powerLimitWatts).toBeLessThanOrEqual(2000)
    expect((await capabilities(credentials)).powerLimitNow).toEqual({
      watts: device.truth().settings.powerLimitWatts,
      isManaged: false,
    })
    expect(await perform({ kind: 'power-limit', watts: 100 }, { credentials })).toMatchObject({
      outcome: 'refused',
      reason: 'invalid-value',
    })
    expect(poolsOf(device)).toBe(pools)
  })

  test('takes pools while it rests without waking, and gives the old ones back', async () => {
    const { driver, target, clock, device, perform } = await bench(model)
    const before = poolsOf(device)
    await perform({ kind: 'sleep' }, { credentials })
    const context = { timeoutMs: 5000, now: () => clock.nowMs() }
    const pools = [{ url: 'stratum+tcp://new.pool.example:3334', user: 'a.b', password: 'p' }]
    const execution = await driver.execute(target, { kind: 'pools', pools }, credentials, context)
    expect(device.truth().pools).toHaveLength(1)
    expect(device.truth().asleep).toBe(true)
    if (execution.outcome !== 'accepted' || execution.image === null) throw new Error('not accepted')
    expect(await perform({ kind: 'restore', image: execution.image }, { credentials })).toMatchObject({
      outcome: 'confirmed',
    })
    expect(poolsOf(device)).toBe(before)
    expect(device.truth().asleep).toBe(true)
  })

  test('a wrong password, a write that fails, nobody there', async () => {
    const { device, perform, capabilities } = await bench(model)
    expect(await capabilities()).toMatchObject({ sleep: 'login' })
    expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'refused', reason: 'login' })
    device.unit.change({ writable: false })
    expect(await perform({ kind: 'sleep' }, { credentials })).toMatchObject({
      outcome: 'refused',
      reason: 'device-error',
    })
    await device.setFault('refused')
    expect(await perform({ kind: 'sleep' }, { credentials })).toMatchObject({ outcome: 'unreachable' })
  })

  test(`${ACTIONS} random power actions leave the pools as they were`, { timeout: 600_000 }, async () => {
    const unit = await bench(model)
    const pools = poolsOf(unit.device)
    const ends = await randomActions(
      unit,
      [
        { kind: 'sleep' },
        { kind: 'wake' },
        { kind: 'power-limit', watts: 2000 },
        { kind: 'power-limit', watts: 4000 },
        { kind: 'restart' },
        { kind: 'reboot' },
      ],
      ACTIONS,
      6,
      credentials,
    )
    expect(poolsOf(unit.device)).toBe(pools)
    expect(Object.keys(ends).filter((end) => end.startsWith('refused'))).toEqual([])
    expect(ends.confirmed).toBeGreaterThanOrEqual(ACTIONS * 0.8)
  })
})

test('a part of its power, where the release can', async () => {
  const young = await bench('vnish-s19')
  expect(await young.capabilities(credentials)).toMatchObject({
    powerPercent: 'yes',
    percentRange: { min: 20, max: 100 },
  })
  expect(await young.perform({ kind: 'power-percent', percent: 50 }, { credentials })).toMatchObject({
    outcome: 'confirmed',
  })
  expect(young.device.truth().settings.powerPercent).toBe(50)
  expect(await young.perform({ kind: 'power-percent', percent: 10 }, { credentials })).toMatchObject({
    outcome: 'refused',
    reason: 'invalid-value',
  })
  const old = await bench('vnish-s19-old')
  expect(await old.capabilities(credentials)).toMatchObject({ powerPercent: 'firmware-too-old' })
  expect(await old.perform({ kind: 'power-percent', percent: 50 }, { credentials })).toMatchObject({
    outcome: 'unsupported',
  })
})
