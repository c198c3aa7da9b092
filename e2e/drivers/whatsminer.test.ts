import { afterEach, describe, expect, test } from 'vitest'
import { ACTIONS, type Bench, poolsOf, randomActions, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
type Model = 'whatsminer-m50s' | 'whatsminer-m60s'
const credentials = { user: 'super', password: 'ahoy' }
async function bench(model: Model, login: { user: string; password: string } = credentials): Promise<Bench> {
  const started = await startBench(model, { credentials: login })
  benches.push(started)
  return started
}

describe.each(['whatsminer-m50s', 'whatsminer-m60s'] as const)('%s', (model) => {
  test('is recognised and read', async () => {
    const { driver, target, poll } = await bench(model)
    expect(driver.name).toBe(model === 'whatsminer-m50s' ? 'whatsminer' : 'whatsminer-v3')
    expect(target.identity).toMatchObject({ make: 'Whatsminer', key: expect.stringMatching(/^mac:02:/) })
    const outcome = await poll()
    if (!outcome.ok) throw new Error(outcome.reason)
    const { reading } = outcome
    expect(reading.state).toBe('mining')
    expect(reading.hashrateGhs).toBeGreaterThan(90_000)
    expect(reading.powerWatts).toBeGreaterThan(2_500)
    expect(reading.boards).toHaveLength(3)
    expect(reading.pools).toHaveLength(3)
    expect(reading.fanRpm).toHaveLength(2)
  })

  test('sleeps, is seen to sleep, and wakes with its pools', async () => {
    const { device, perform, poll } = await bench(model)
    const pools = poolsOf(device)
    expect(await perform({ kind: 'sleep' }, { credentials })).toMatchObject({ outcome: 'confirmed' })
    expect(await poll()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: 0 } })
    expect(await perform({ kind: 'stop' }, { credentials })).toEqual({ outcome: 'confirmed', looks: 0 })
    expect(await perform({ kind: 'wake' }, { credentials })).toMatchObject({ outcome: 'confirmed' })
    expect(poolsOf(device)).toBe(pools)
  })

  test('takes a limit in watts, a percentage and a mode, and shows them by its power', async () => {
    const { device, perform, capabilities } = await bench(model)
    const done = { outcome: 'confirmed' }
    expect(await perform({ kind: 'power-limit', watts: 2500 }, { credentials })).toMatchObject(done)
    expect(device.truth().settings.powerLimitWatts).toBe(2500)
    expect(await capabilities(credentials)).toMatchObject({ powerLimitNow: { watts: 2500 } })
    expect(await perform({ kind: 'power-percent', percent: 60 }, { credentials })).toMatchObject(done)
    expect(device.truth().state.powerWatts).toBeLessThan(2200)
    expect(await perform({ kind: 'power-mode', mode: 'low' }, { credentials })).toMatchObject(done)
    expect(await perform({ kind: 'power-limit', watts: 200_000 }, { credentials })).toMatchObject({
      outcome: 'refused',
    })
  })

  test('is seen to obey with a dead board too: lowered, and lifted to what it still reaches', async () => {
    const { device, clock, perform } = await bench(model)
    await device.setFault({ kind: 'dead-board', board: 1 })
    await clock.advance(60_000)
    const reached = device.truth().state.powerWatts
    expect(await perform({ kind: 'power-percent', percent: 50 }, { credentials })).toMatchObject({
      outcome: 'confirmed',
    })
    expect(device.truth().state.powerWatts).toBeLessThan(reached * 0.7)
    expect(await perform({ kind: 'power-percent', percent: 100 }, { credentials })).toMatchObject({
      outcome: 'confirmed',
    })
    expect(device.truth().state.powerWatts).toBeGreaterThan(reached * 0.9)
  })

  test('restarts, reboots, blinks', async () => {
    const { device, perform } = await bench(model)
    expect(await perform({ kind: 'restart' }, { credentials })).toMatchObject({ outcome: 'confirmed' })
    expect(await perform({ kind: 'reboot' }, { credentials })).toMatchObject({ outcome: 'confirmed' })
    expect(await perform({ kind: 'locate', on: true }, { credentials })).toMatchObject({
      outcome: 'confirmed',
    })
    expect(device.truth().settings.blink).toBe(true)
    expect(await perform({ kind: 'locate', on: false }, { credentials })).toMatchObject({
      outcome: 'confirmed',
    })
  })

  test('takes pools and gives the old ones back', async () => {
    const { driver, target, clock, device, perform } = await bench(model)
    const before = device.truth().pools.map(({ host, port, user }) => ({ host, port, user }))
    const context = { timeoutMs: 5000, now: () => clock.nowMs() }
    const pools = [{ url: 'stratum+tcp://new.pool.example:3334', user: 'a.b', password: 'p' }]
    const execution = await driver.execute(target, { kind: 'pools', pools }, credentials, context)
    expect(device.truth().pools).toEqual([
      { host: 'new.pool.example', port: 3334, user: 'a.b', password: 'p' },
    ])
    if (execution.outcome !== 'accepted' || execution.image === null) throw new Error('not accepted')
    expect(await perform({ kind: 'restore', image: execution.image }, { credentials })).toMatchObject({
      outcome: 'confirmed',
    })
    expect(device.truth().pools).toMatchObject(before)
  })

  test('a wrong password and a closed switch are told apart, and nothing opens the switch', async () => {
    const { device, perform, capabilities } = await bench(model)
    const wrong = { user: 'super', password: 'wrong' }
    expect(await perform({ kind: 'sleep' }, { credentials: wrong })).toMatchObject({
      outcome: 'refused',
      reason: 'login',
    })
    device.unit.change({ writable: false })
    expect(await capabilities(credentials)).toMatchObject({ sleep: 'writes-disabled' })
    expect(await perform({ kind: 'sleep' }, { credentials })).toMatchObject({
      outcome: 'refused',
      reason: 'writes-disabled',
    })
    expect(device.truth().asleep).toBe(false)
    expect(device.truth().settings.writable).toBe(false)
  })

  test('nobody at the address; cut answers; a restart in the middle', async () => {
    const { device, perform, poll } = await bench(model)
    const meanwhile = () => device.setFault({ kind: 'reboot', downMs: 30_000 })
    expect(await perform({ kind: 'sleep' }, { credentials, meanwhile })).toMatchObject({
      outcome: 'confirmed',
    })
    await device.setFault({ kind: 'truncated', fraction: 0.5 })
    const cut = await poll()
    if (cut.ok) expect(cut.reading.flags).toContain('partial-answer')
    await device.clearFault()
    await device.setFault('refused')
    expect(await perform({ kind: 'wake' }, { credentials })).toMatchObject({ outcome: 'unreachable' })
  })

  test(`${ACTIONS} random power actions leave the pools as they were`, { timeout: 600_000 }, async () => {
    const unit = await bench(model)
    const pools = poolsOf(unit.device)
    const ends = await randomActions(
      unit,
      [
        { kind: 'sleep' },
        { kind: 'wake' },
        { kind: 'power-limit', watts: 2400 },
        { kind: 'power-limit', watts: 3000 },
        { kind: 'power-mode', mode: 'low' },
        { kind: 'power-mode', mode: 'normal' },
        { kind: 'restart' },
        { kind: 'reboot' },
      ],
      ACTIONS,
      3,
      credentials,
    )
    expect(poolsOf(unit.device)).toBe(pools)
    expect(Object.keys(ends).filter((end) => end.startsWith('refused'))).toEqual([])
    expect(ends.confirmed).toBeGreaterThanOrEqual(ACTIONS * 0.95)
  })
})

test('the delivered password is no password', async () => {
  const { perform, capabilities } = await bench('whatsminer-m50s', { user: 'super', password: 'admin' })
  expect(await capabilities()).toMatchObject({ sleep: 'default-password' })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'refused', reason: 'default-password' })
})

test('clocks that are years apart do not matter', async () => {
  const three = await bench('whatsminer-m60s')
  three.device.unit.change({ custom: { clockSkewS: -200_000_000 } })
  expect(await three.perform({ kind: 'sleep' }, { credentials })).toMatchObject({ outcome: 'confirmed' })
  const two = await bench('whatsminer-m50s')
  expect(await two.perform({ kind: 'sleep' }, { credentials, clockAheadMs: 86_400_000_000 })).toMatchObject({
    outcome: 'confirmed',
  })
})
