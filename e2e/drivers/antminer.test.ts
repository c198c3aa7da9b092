import { afterEach, describe, expect, test } from 'vitest'
import { ACTIONS, type Bench, poolsOf, randomActions, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
async function bench(...options: Parameters<typeof startBench>): Promise<Bench> {
  const started = await startBench(...options)
  benches.push(started)
  return started
}

const models = ['s19xp-hyd', 's21-hyd', 's23-hyd'] as const

test.each(['s19xp-hyd', 's21-hyd', 's21xp-hyd', 's21plus-hyd', 's23-hyd'] as const)(
  'the water and the chips of an %s are read as they are',
  async (model) => {
    const { device, poll } = await bench(model)
    const { coolantInC: waterInC, coolantOutC: waterOutC, chipC } = device.truth().state.thermal
    const outcome = await poll()
    if (!outcome.ok) throw new Error('it did not answer')
    const { inletTemperatureC, outletTemperatureC, temperatureC } = outcome.reading
    // Whole degrees, and the hottest chip within what one sensor differs from another.
    expect(Math.abs((inletTemperatureC ?? 0) - waterInC)).toBeLessThan(2)
    expect(Math.abs((outletTemperatureC ?? 0) - waterOutC)).toBeLessThan(2)
    expect(Math.abs((temperatureC ?? 0) - Math.max(...chipC))).toBeLessThan(4)
  },
)

describe.each(models)('a stock Antminer, %s', (model) => {
  test('sleeps, is seen to sleep, and wakes with its pools', async () => {
    const { device, perform, poll } = await bench(model)
    const pools = poolsOf(device)
    expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'confirmed' })
    expect(device.truth().asleep).toBe(true)
    expect(await poll()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: 0 } })
    expect(poolsOf(device)).toBe(pools)
    expect(await perform({ kind: 'wake' })).toMatchObject({ outcome: 'confirmed' })
    expect(device.truth().state.rateThs).toBeGreaterThan(0)
    expect(poolsOf(device)).toBe(pools)
  })

  test('tells its measured power, behind a login or not', async () => {
    const { device, poll } = await bench(model)
    const { powerWatts } = device.truth().state
    const outcome = await poll()
    expect(outcome.ok && outcome.reading.powerWatts).toBeCloseTo(powerWatts, -1)
  })

  test('a command that is fulfilled writes nothing', async () => {
    const { device, perform } = await bench(model)
    const { uptimeMs } = device.truth()
    expect(await perform({ kind: 'start' })).toEqual({ outcome: 'confirmed', looks: 0 })
    expect(device.truth().uptimeMs).toBe(uptimeMs)
    await perform({ kind: 'stop' })
    expect(await perform({ kind: 'sleep' })).toEqual({ outcome: 'confirmed', looks: 0 })
  })

  test('restarts, reboots, blinks', async () => {
    const { device, perform } = await bench(model)
    expect(await perform({ kind: 'restart' })).toMatchObject({ outcome: 'confirmed' })
    expect(await perform({ kind: 'reboot' })).toMatchObject({ outcome: 'confirmed' })
    expect(await perform({ kind: 'locate', on: true })).toEqual({ outcome: 'confirmed', looks: 0 })
    expect(device.truth().settings.blink).toBe(true)
  })

  test('takes another mode of power', async () => {
    const { device, perform } = await bench(model)
    expect(await perform({ kind: 'power-mode', mode: 'low' })).toMatchObject({ outcome: 'confirmed' })
    expect(device.truth().settings.workMode).toBe('low')
  })

  test('takes pools, keeps the password of one that stays, and gives the old ones back', async () => {
    const { driver, target, clock, device, perform } = await bench(model)
    const before = poolsOf(device)
    const [first] = device.truth().pools
    const context = { timeoutMs: 5000, now: () => clock.nowMs() }
    const command = {
      kind: 'pools' as const,
      pools: [
        { url: 'stratum+tcp://new.pool.example:3334', user: 'a.b', password: 'secret' },
        { url: `stratum+tcp://${first?.host}:${first?.port}`, user: first?.user ?? '', password: null },
      ],
    }
    const execution = await driver.execute(target, command, null, context)
    expect(device.truth().pools).toEqual([
      { host: 'new.pool.example', port: 3334, user: 'a.b', password: 'secret' },
      first,
    ])
    if (execution.outcome !== 'accepted' || execution.image === null) throw new Error('not accepted')
    expect(await perform({ kind: 'restore', image: execution.image })).toMatchObject({ outcome: 'confirmed' })
    expect(poolsOf(device)).toBe(before)
  })

  test('new pools count once it works on the first; a first that does not answer is said', async () => {
    const { device, perform } = await bench(model)
    const pools = (host: string) => ({
      kind: 'pools' as const,
      pools: [
        { url: `stratum+tcp://${host}:3334`, user: 'a.b', password: 'p' },
        { url: 'stratum+tcp://second.example:3334', user: 'a.b', password: 'p' },
      ],
    })
    expect(await perform(pools('new.pool.example'))).toMatchObject({ outcome: 'confirmed' })
    await device.setFault({ kind: 'pool-dead', pools: 'first' })
    expect(await perform(pools('dead.pool.example'))).toMatchObject({
      outcome: 'unconfirmed',
      reason: 'pool-dead',
    })
    expect(device.truth().pools[0]?.host).toBe('dead.pool.example')
  })

  test('no limit in watts; a wrong password is a refused login and not silence', async () => {
    const { perform, capabilities } = await bench(model, { credentials: { user: 'root', password: 'ship' } })
    expect(await perform({ kind: 'power-limit', watts: 3000 })).toMatchObject({ outcome: 'unsupported' })
    expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'refused', reason: 'login' })
    expect(await capabilities()).toMatchObject({ sleep: 'login', powerLimit: 'no' })
    const credentials = { user: 'root', password: 'ship' }
    expect(await capabilities(credentials)).toMatchObject({ sleep: 'yes', pools: 'yes' })
    expect(await perform({ kind: 'sleep' }, { credentials })).toMatchObject({ outcome: 'confirmed' })
  })
})

test('a refused write is told', async () => {
  const { device, perform } = await bench('s19xp-hyd')
  device.unit.change({ writable: false })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'refused', reason: 'device-error' })
})

test('half a configuration is never written back', async () => {
  const { device, perform } = await bench('s19xp-hyd')
  const pools = poolsOf(device)
  await device.setFault({ kind: 'truncated', on: 'web', fraction: 0.7 })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'refused', reason: 'config-unreadable' })
  expect(device.truth().asleep).toBe(false)
  expect(poolsOf(device)).toBe(pools)
})

test('nobody at the address is unreachable; a restart in the middle still ends in a result', async () => {
  const { device, perform } = await bench('s19xp-hyd')
  expect(
    await perform(
      { kind: 'sleep' },
      { meanwhile: () => device.setFault({ kind: 'reboot', downMs: 30_000 }) },
    ),
  ).toMatchObject({ outcome: 'confirmed' })
  await device.setFault('refused')
  expect(await perform({ kind: 'wake' })).toMatchObject({ outcome: 'unreachable' })
})

test(`${ACTIONS} random power actions leave the pools as they were`, { timeout: 600_000 }, async () => {
  const unit = await bench('s21-hyd')
  const pools = poolsOf(unit.device)
  const ends = await randomActions(
    unit,
    [
      { kind: 'sleep' },
      { kind: 'wake' },
      { kind: 'stop' },
      { kind: 'start' },
      { kind: 'power-mode', mode: 'low' },
      { kind: 'power-mode', mode: 'normal' },
      { kind: 'restart' },
      { kind: 'reboot' },
    ],
    ACTIONS,
  )
  expect(poolsOf(unit.device)).toBe(pools)
  expect(Object.keys(ends).filter((end) => end.startsWith('refused'))).toEqual([])
  expect(ends.confirmed).toBeGreaterThanOrEqual(ACTIONS * 0.95)
})
