import { afterEach, expect, test } from 'vitest'
import { type Bench, startBench } from './driver-bench.ts'

const benches: Bench[] = []
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
})

const right = { user: 'captain', password: 'harbour 7' }
/** The user is part of the login where the device has users. */
const withUsers = ['s19xp-hyd', 's23-hyd', 'braiins-s21', 'whatsminer-m60s'] as const
const passwordOnly = ['vnish-s19', 'whatsminer-m50s', 'proto-rig'] as const

async function bench(model: Parameters<typeof startBench>[0], credentials = right) {
  const started = await startBench(model, { credentials })
  benches.push(started)
  const { driver, target, clock } = started
  const context = { timeoutMs: 5_000, now: () => clock.nowMs() }
  return { ...started, tryLogin: (login: typeof right) => driver.tryLogin?.(target, login, context) }
}

test.each([...withUsers, ...passwordOnly])(
  '%s says whether a login is right, and forgets a wrong one',
  async (model) => {
    const { device, tryLogin } = await bench(model)
    const before = JSON.stringify(device.truth().settings)
    expect(await tryLogin({ ...right, password: 'root' })).toBe('refused')
    expect(await tryLogin(right)).toBe('works')
    expect(JSON.stringify(device.truth().settings)).toBe(before)
    await device.close()
    expect(await tryLogin(right)).toBe('unreachable')
  },
)

test.each(withUsers)('%s refuses the password of another user', async (model) => {
  const { tryLogin } = await bench(model)
  expect(await tryLogin({ ...right, user: 'somebody' })).toBe('refused')
})

test.each(['bitaxe', 'luxos-s19kpro', 'avalon-q', 'cgminer'] as const)('%s needs none', async (model) => {
  expect((await bench(model)).driver.tryLogin).toBeUndefined()
})
