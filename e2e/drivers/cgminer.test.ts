import { afterEach, expect, test } from 'vitest'
import { ACTIONS, type Bench, poolsOf, randomActions, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})
async function bench(isOpen: boolean): Promise<Bench> {
  const started = await startBench('cgminer')
  if (isOpen) started.device.unit.change({ custom: { apiAllow: 'W' } })
  benches.push(started)
  return started
}

test('without the right to write it says so, and nothing is tried that would end it', async () => {
  const { perform, capabilities } = await bench(false)
  expect(await capabilities()).toMatchObject({
    sleep: 'no',
    restart: 'writes-disabled',
    pools: 'writes-disabled',
  })
  expect(await perform({ kind: 'sleep' })).toMatchObject({ outcome: 'unsupported' })
  expect(await perform({ kind: 'restart' })).toMatchObject({ outcome: 'refused', reason: 'writes-disabled' })
})

test('restarts, and shows it by its uptime', async () => {
  const { perform, capabilities } = await bench(true)
  expect(await capabilities()).toMatchObject({ sleep: 'no', restart: 'yes', pools: 'yes' })
  expect(await perform({ kind: 'restart' })).toMatchObject({ outcome: 'confirmed' })
})

test('takes pools in order, without losing work, and gives the old ones back', async () => {
  const { driver, target, clock, device, perform } = await bench(true)
  const before = device.truth().pools
  const context = { timeoutMs: 5000, now: () => clock.nowMs() }
  const pools = [
    { url: 'stratum+tcp://new.pool.example:3334', user: 'a,b\\c', password: 'p' },
    {
      url: `stratum+tcp://${before[1]?.host}:${before[1]?.port}`,
      user: before[1]?.user ?? '',
      password: null,
    },
  ]
  const execution = await driver.execute(target, { kind: 'pools', pools }, null, context)
  expect(execution.outcome).toBe('accepted')
  expect(device.truth().pools).toEqual([
    { host: 'new.pool.example', port: 3334, user: 'a,b\\c', password: 'p' },
    before[1],
  ])
  if (execution.outcome !== 'accepted' || execution.image === null) throw new Error('no image')
  expect(await perform({ kind: 'restore', image: execution.image })).toMatchObject({ outcome: 'confirmed' })
  expect(device.truth().pools.map(({ host, user }) => `${host} ${user}`)).toEqual(
    before.map(({ host, user }) => `${host} ${user}`),
  )
})

test(`${ACTIONS} restarts leave the pools as they were`, { timeout: 600_000 }, async () => {
  const unit = await bench(true)
  const pools = poolsOf(unit.device)
  const ends = await randomActions(unit, [{ kind: 'restart' }], ACTIONS)
  expect(poolsOf(unit.device)).toBe(pools)
  expect(ends).toEqual({ confirmed: ACTIONS })
})
