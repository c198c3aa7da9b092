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

describe.each(['bitaxe', 'lottery'] as const)('an AxeOS board, %s', (model) => {
  test('sleeps, is seen to sleep, and wakes with its pools', async () => {
    const { device, perform, poll, capabilities } = await bench(model)
    const pools = poolsOf(device)
    expect(await capabilities()).toMatchObject({
      sleep: 'yes',
      powerLimit: 'no',
      powerModes: ['low', 'normal'],
    })
    expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'confirmed' })
    expect(await poll()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: 0 } })
    expect(await perform({ kind: 'stop' })).toEqual({ outcome: 'confirmed', looks: 0 })
    expect(await perform({ kind: 'wake' })).toMatchObject({ outcome: 'confirmed' })
    expect(device.truth().state.rateThs).toBeGreaterThan(0)
    expect(poolsOf(device)).toBe(pools)
  })

  test('runs slower when told, and restarts', async () => {
    const { device, perform } = await bench(model)
    expect(await perform({ kind: 'power-mode', mode: 'low' })).toEqual({ outcome: 'confirmed', looks: 0 })
    expect(device.truth().settings.powerPercent).toBeLessThan(100)
    expect(await perform({ kind: 'power-mode', mode: 'normal' })).toEqual({ outcome: 'confirmed', looks: 0 })
    expect(await perform({ kind: 'power-mode', mode: 'high' })).toMatchObject({ outcome: 'unsupported' })
    expect(await perform({ kind: 'power-limit', watts: 50 })).toMatchObject({ outcome: 'unsupported' })
    expect(await perform({ kind: 'restart' })).toMatchObject({ outcome: 'confirmed' })
  })

  test('takes pools, and a board that rests is not woken by them', async () => {
    const { device, perform } = await bench(model)
    const command = {
      kind: 'pools' as const,
      pools: [{ url: 'stratum+tcp://new.pool.example:3334', user: 'a.b', password: 'secret' }],
    }
    expect(await perform(command)).toMatchObject({ outcome: 'confirmed' })
    expect(device.truth().pools[0]).toEqual({
      host: 'new.pool.example',
      port: 3334,
      user: 'a.b',
      password: 'secret',
    })
    await perform({ kind: 'sleep' })
    const again = { kind: 'pools' as const, pools: [{ ...command.pools[0], user: 'c.d' }] as never }
    expect(await perform(again)).toEqual({ outcome: 'confirmed', looks: 0 })
    expect(device.truth().asleep).toBe(true)
    expect(
      await perform({ kind: 'pools', pools: [{ url: 'nonsense', user: '', password: null }] }),
    ).toMatchObject({ outcome: 'refused', reason: 'invalid-value' })
  })

  test('a write that fails in the board is refused', async () => {
    const { device, perform } = await bench(model)
    device.unit.change({ writable: false })
    expect(await perform({ kind: 'power-mode', mode: 'low' })).toMatchObject({
      outcome: 'refused',
      reason: 'device-error',
    })
  })

  test(`${ACTIONS} random power actions leave the pools as they were`, { timeout: 600_000 }, async () => {
    const unit = await bench(model)
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
      ],
      ACTIONS,
    )
    expect(poolsOf(unit.device)).toBe(pools)
    expect(Object.keys(ends).filter((end) => end.startsWith('refused'))).toEqual([])
    expect(ends.confirmed).toBeGreaterThanOrEqual(ACTIONS * 0.85)
  })
})

test('firmware without a pause has no rest, and says so', async () => {
  const { device, perform, capabilities } = await bench('bitaxe')
  device.unit.change({ custom: { hasPause: false } })
  expect(await capabilities()).toMatchObject({ sleep: 'firmware-too-old', restart: 'yes' })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'unsupported' })
})

test('a NerdQAxe with a one-time code takes settings with it alone, and rests without', async () => {
  const { device, perform, capabilities } = await bench('lottery')
  device.unit.change({ custom: { otp: '123456' } })
  expect(await capabilities()).toMatchObject({ pools: 'code-required', sleep: 'yes' })
  const command = { kind: 'power-mode', mode: 'low' } as const
  expect(await perform(command)).toMatchObject({ outcome: 'refused', reason: 'code-required' })
  const credentials = { user: null, password: '', otp: '123456' }
  expect(await perform(command, { credentials })).toMatchObject({ outcome: 'confirmed' })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'confirmed' })
})

test('a Bitaxe blinks when asked; a NerdQAxe cannot', async () => {
  expect(await (await bench('bitaxe')).perform({ kind: 'locate', on: true })).toMatchObject({
    outcome: 'confirmed',
  })
  expect(await (await bench('lottery')).perform({ kind: 'locate', on: true })).toMatchObject({
    outcome: 'unsupported',
  })
})

test('nobody at the address is unreachable', async () => {
  const { device, perform } = await bench('bitaxe')
  await device.setFault('refused')
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'unreachable' })
})

test('a board from 2.15 on gets its pools in the rows that it has, and back again', async () => {
  const { device, perform, poll } = await bench('bitaxe')
  device.unit.change({ custom: { poolTable: true } })
  const before = poolsOf(device)
  const told = {
    kind: 'pools' as const,
    pools: [{ url: 'stratum+tcp://new.pool.example:3334', user: 'a.b', password: 'secret' }],
  }
  expect(await perform(told)).toMatchObject({ outcome: 'confirmed' })
  expect(device.truth().pools[0]).toEqual({
    host: 'new.pool.example',
    port: 3334,
    user: 'a.b',
    password: 'secret',
  })
  expect(JSON.parse(poolsOf(device))[1]).toEqual(JSON.parse(before)[1])
  const outcome = await poll()
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.reading.pools[0]).toMatchObject({ url: 'new.pool.example:3334', user: 'a.b', active: true })
})
