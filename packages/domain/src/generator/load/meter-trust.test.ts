import { describe, expect, test } from 'vitest'
import type { DeviceInPhase } from '../devices/counted-power.ts'
import { inPhase } from '../devices/test-devices.ts'
import { judgeMeter, type MeterTrust } from './meter-trust.ts'

const fresh: MeterTrust = {
  contradictedSince: null,
  distrustedUntil: Number.NEGATIVE_INFINITY,
  unchanged: null,
}
const hourMs = 3_600_000

/** A reading a second; whether the meter is distrusted at the end, and until when. */
function run(
  ...parts: (readonly [seconds: number, loadKw: number | null, devices: readonly DeviceInPhase[]])[]
) {
  let trust = fresh
  let now = 0
  for (const [seconds, loadKw, devices] of parts)
    for (let second = 0; second < seconds; second++) {
      now += 1_000
      const seen = devices.map((one) => ({ ...one, device: { ...one.device, observedAt: now } }))
      trust = judgeMeter(trust, { loadKw, devices: seen, now })
    }
  return { isDistrusted: trust.distrustedUntil > now, forMs: trust.distrustedUntil - now }
}
const running = [inPhase('running', { measuredPowerWatts: 5_000 })]
const asleep = [inPhase('asleep', { measuredPowerWatts: 0 })]

describe('less than the miners take', () => {
  test('for two minutes is not believed, for an hour', () => {
    expect(run([121, 2.4, running]).isDistrusted).toBe(false)
    expect(run([122, 2.4, running])).toEqual({ isDistrusted: true, forMs: hourMs })
    expect(run([122, 2.4, running], [3_601, 2.4, asleep]).isDistrusted).toBe(false)
  })
  test('and more again in between is believed', () =>
    expect(run([100, 2.4, running], [1, 2.6, running], [100, 2.4, running]).isDistrusted).toBe(false))
  test('is nothing to be sure of with little mining, or miners that are away, or were just put to sleep', () => {
    expect(run([200, 0.5, [inPhase('running', { measuredPowerWatts: 1_900 })]]).isDistrusted).toBe(false)
    expect(run([200, 0.5, [inPhase('running', { isReachable: false })]]).isDistrusted).toBe(false)
    expect(run([200, 0.5, [inPhase('stopping')]]).isDistrusted).toBe(false)
  })
})

describe('always the same', () => {
  test('while miners come or go is a meter that stands still', () => {
    expect(run([10, 40, asleep], [122, 40, running]).isDistrusted).toBe(true)
    expect(run([10, 40, running], [122, 40, asleep]).isDistrusted).toBe(true)
  })
  test('for hours with the same miners is a quiet ship', () =>
    expect(run([20_000, 40, running]).isDistrusted).toBe(false))
  test('before and after a change is believed', () =>
    expect(run([100, 40, asleep], [1, 45, running], [1_000, 45, running]).isDistrusted).toBe(false))
  test('while a miner is only read later is believed: a load without noise stays where the miner brought it', () => {
    let trust = fresh
    // It runs from the second on in which the load comes to rest; the poll that shows that is half a minute later.
    for (let second = 1; second <= 1_000; second++) {
      const now = second * 1_000
      const devices = [
        second < 30
          ? inPhase('starting', { measuredPowerWatts: 0, observedAt: 0 })
          : inPhase('running', { measuredPowerWatts: 5_000, observedAt: 30_000 }),
      ]
      trust = judgeMeter(trust, { loadKw: 45, devices, now })
    }
    expect(trust.distrustedUntil).toBe(Number.NEGATIVE_INFINITY)
  })
  test('while many miners start one after the other is a meter that stands still', () => {
    let trust = fresh
    for (let second = 1; second <= 400; second++) {
      const now = second * 1_000
      // One begins every fifteen seconds and takes a minute: somebody is always on the way.
      const devices = Array.from({ length: 20 }, (_, index) => {
        const forSeconds = second - 60 - index * 15
        const phase = forSeconds < 0 ? 'asleep' : forSeconds < 60 ? 'starting' : 'running'
        const measuredPowerWatts = phase === 'running' ? 1_000 : 0
        return inPhase(phase, { id: `m${index}`, measuredPowerWatts, observedAt: now })
      })
      trust = judgeMeter(trust, { loadKw: 40, devices, now })
    }
    expect(trust.distrustedUntil).toBeGreaterThan(400_000)
  })
  test('while a miner goes unread is believed', () =>
    expect(
      run([10, 40, running], [1_000, 40, [inPhase('running', { isReachable: false })]]).isDistrusted,
    ).toBe(false))
})

test('no load is no contradiction', () =>
  expect(run([100, 2.4, running], [10, null, running], [100, 2.4, running]).isDistrusted).toBe(false))
