import { expect, test, vi } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { createPump } from './pump.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a change is written at once, the same only from time to time', async () => {
  const set = vi.fn(async (_on: boolean) => {})
  const pump = createPump({ name: 'relay', set, close: async () => {} }, silentLogger)
  for (const [on, now] of [
    [true, 0],
    [true, 9_000],
    [false, 9_250],
    [false, 12_000],
    [false, 19_250],
  ] as const) {
    pump.set(on, now)
    await settled()
  }
  expect(set.mock.calls.map(([on]) => on)).toEqual([true, false, false])
})

test('a relay that does not take it is told again with the next turn, one write at a time', async () => {
  let fail = true
  const set = vi.fn(async (_on: boolean) => {
    if (fail) throw new Error('no answer')
  })
  const pump = createPump({ name: 'relay', set, close: async () => {} }, silentLogger)
  pump.set(true, 0)
  pump.set(true, 10)
  expect(set).toHaveBeenCalledTimes(1)
  await settled()
  fail = false
  pump.set(true, 250)
  await settled()
  pump.set(true, 500)
  await settled()
  expect(set).toHaveBeenCalledTimes(2)
  await pump.close()
})
