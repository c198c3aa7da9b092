import { afterEach, describe, expect, test } from 'vitest'
import { closedPort } from '../../apps/controller/src/drivers/fixtures/fake-device.ts'
import { createDrivers } from '../../apps/controller/src/drivers/registry.ts'
import { ACTIONS, type Bench, poolsOf, randomActions, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
async function bench(
  ...options: Parameters<typeof startBench> extends [unknown, ...infer Rest] ? Rest : never
) {
  const started = await startBench('braiins-s19xp', ...options)
  benches.push(started)
  return started
}

test('is recognised before its maker, and read', async () => {
  const { driver, target, poll } = await bench()
  expect(driver.name).toBe('braiins')
  expect(target.identity).toMatchObject({
    make: 'Antminer',
    model: 'Antminer S19 XP',
    firmware: expect.stringMatching(/^Braiins OS 2025/),
    key: expect.stringMatching(/^mac:02:/),
  })
  const outcome = await poll()
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.reading.state).toBe('mining')
  expect(outcome.reading.powerWatts).toBeGreaterThan(2_500)
  expect(outcome.reading.flags).toContain('power-estimated')
})

test('pauses, is seen to rest, and resumes', async () => {
  const { device, perform, poll } = await bench()
  const pools = poolsOf(device)
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'confirmed' })
  expect(await poll()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: 0 } })
  expect(await perform({ kind: 'stop' })).toEqual({ outcome: 'confirmed', looks: 0 })
  expect(await perform({ kind: 'wake' })).toMatchObject({ outcome: 'confirmed' })
  expect(poolsOf(device)).toBe(pools)
})

test('a target in watts within its own limits', async () => {
  const { device, perform, capabilities } = await bench()
  expect(await capabilities()).toMatchObject({ powerLimit: 'yes', powerLimitWatts: { min: 1061, max: 3637 } })
  expect(await perform({ kind: 'power-limit', watts: 2000 })).toMatchObject({ outcome: 'confirmed' })
  expect(device.truth().settings.powerLimitWatts).toBe(2000)
  expect(await capabilities()).toMatchObject({ powerLimitNow: { watts: 2000, isManaged: false } })
  expect(await perform({ kind: 'power-limit', watts: 500 })).toMatchObject({
    outcome: 'refused',
    reason: 'invalid-value',
  })
})

test('restarts, reboots, blinks, takes pools and gives the old ones back', async () => {
  const { driver, target, clock, device, perform } = await bench()
  const before = poolsOf(device)
  expect(await perform({ kind: 'restart' })).toMatchObject({ outcome: 'confirmed' })
  expect(await perform({ kind: 'reboot' })).toMatchObject({ outcome: 'confirmed' })
  expect(await perform({ kind: 'locate', on: true })).toMatchObject({ outcome: 'confirmed' })
  const context = { timeoutMs: 5000, now: () => clock.nowMs() }
  const pools = [{ url: 'stratum+tcp://new.pool.example:3334', user: 'a.b', password: 'p' }]
  const execution = await driver.execute(target, { kind: 'pools', pools }, null, context)
  expect(device.truth().pools).toEqual([{ host: 'new.pool.example', port: 3334, user: 'a.b', password: 'p' }])
  if (execution.outcome !== 'accepted' || execution.image === null) throw new Error('not accepted')
  expect(await perform({ kind: 'restore', image: execution.image })).toMatchObject({ outcome: 'confirmed' })
  expect(poolsOf(device)).toBe(before)
})

test('with a password of its own: reads without, acts and tells its rest with it', async () => {
  const login = { user: 'root', password: 'ahoy' }
  const { device, perform, poll, capabilities } = await bench({
    credentials: login,
    drivers: createDrivers({ loginOf: () => login }),
  })
  expect(await capabilities()).toMatchObject({ sleep: 'login' })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'refused', reason: 'login' })
  expect(await perform({ kind: 'sleep' }, { credentials: login })).toMatchObject({ outcome: 'confirmed' })
  expect(await poll()).toMatchObject({ reading: { state: 'sleeping' } })
  await device.setFault('refused')
  expect(await perform({ kind: 'wake' }, { credentials: login })).toMatchObject({ outcome: 'unreachable' })
})

describe('with the API on port 4028 closed', () => {
  const closed = async (options: Parameters<typeof startBench>[1] = {}) => {
    const started = await startBench('braiins-s21', options)
    benches.push(started)
    return started
  }

  test('is recognised by its page, and read and told everything over its REST interface', async () => {
    const { device, driver, target, perform, poll, capabilities } = await closed()
    expect(driver.name).toBe('braiins')
    expect(target.identity).toMatchObject({
      key: `mac:${device.mac.toLowerCase()}`,
      make: 'Antminer',
      model: 'Antminer S21 Pro',
      firmware: expect.stringMatching(/^Braiins OS 2026/),
    })
    const outcome = await poll()
    if (!outcome.ok) throw new Error(outcome.reason)
    expect(outcome.identity).toEqual(target.identity)
    const { reading } = outcome
    expect(reading).toMatchObject({ state: 'mining', flags: ['power-estimated'] })
    expect(reading.hashrateGhs).toBeGreaterThan(200_000)
    expect(reading.hashrateGhs).toBeLessThan(260_000)
    expect(reading.powerWatts).toBeGreaterThan(3_000)
    expect(reading.temperatureC).toBeGreaterThan(40)
    expect(reading.boards).toHaveLength(3)
    expect(reading.fanRpm).toHaveLength(4)
    expect(reading.pools[0]).toMatchObject({ status: 'alive', active: true })
    expect(await capabilities()).toMatchObject({ sleep: 'yes', powerLimit: 'yes' })
    expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'confirmed' })
    expect(await poll()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: 0 } })
    expect(await perform({ kind: 'wake' })).toMatchObject({ outcome: 'confirmed' })
    expect(await perform({ kind: 'reboot' })).toMatchObject({ outcome: 'confirmed' })
  })

  test('with a password of its own tells nothing, until its login is entered', async () => {
    const login = { user: 'root', password: 'ahoy' }
    let entered: typeof login | null = null
    const { device, target, poll } = await closed({
      credentials: login,
      drivers: createDrivers({ loginOf: () => entered }),
    })
    expect(target.identity).toMatchObject({ driver: 'braiins', model: null, macAddress: null })
    expect(await poll()).toMatchObject({
      ok: true,
      identity: { key: target.identity.key },
      reading: { state: null, hashrateGhs: null, powerWatts: null },
    })
    entered = login
    expect(await poll()).toMatchObject({
      ok: true,
      identity: { key: `mac:${device.mac.toLowerCase()}`, model: 'Antminer S21 Pro' },
      reading: { state: 'mining' },
    })
  })

  test('one that was read before and refuses its login now may be another: it is not read', async () => {
    const { target, driver } = await closed({ credentials: { user: 'root', password: 'ahoy' } })
    const known = { ...target.identity, key: 'mac:02:00:00:00:00:01', macAddress: '02:00:00:00:00:01' }
    const context = { timeoutMs: 5_000 }
    expect(await driver.poll(target.address, known, context)).toEqual({ ok: false, reason: 'garbled' })
  })

  test('closed since it was found, is read on, as itself', async () => {
    const { target, driver } = await closed()
    const { host, port } = target.address
    const before = { host, port: await closedPort(), webPort: port }
    const context = { timeoutMs: 5_000 }
    const outcome = await driver.poll(before, target.identity, context)
    expect(outcome).toMatchObject({ ok: true, identity: { key: target.identity.key, port: before.port } })
    const nobody = { ...before, webPort: await closedPort() }
    expect(await driver.poll(nobody, target.identity, context)).toEqual({ ok: false, reason: 'refused' })
  })
})

test(`${ACTIONS} random power actions leave the pools as they were`, { timeout: 600_000 }, async () => {
  const unit = await bench()
  const pools = poolsOf(unit.device)
  const ends = await randomActions(
    unit,
    [
      { kind: 'sleep' },
      { kind: 'wake' },
      { kind: 'power-limit', watts: 1500 },
      { kind: 'power-limit', watts: 3000 },
      { kind: 'restart' },
      { kind: 'reboot' },
    ],
    ACTIONS,
    7,
  )
  expect(poolsOf(unit.device)).toBe(pools)
  expect(Object.keys(ends).filter((end) => end.startsWith('refused'))).toEqual([])
  expect(ends.confirmed).toBeGreaterThanOrEqual(ACTIONS * 0.9)
})
