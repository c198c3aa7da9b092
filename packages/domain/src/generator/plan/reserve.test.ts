import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inPhase } from '../devices/test-devices.ts'
import { defaultSettings } from '../follower-settings.ts'
import { noRise, observeRise, type RiseMemory, requiredReserveKw } from './reserve.ts'

const slow = { sleepMs: 180_000, lower: null, startMs: 240_000 }
const quick = { sleepMs: 8_000, lower: null, startMs: 60_000 }
const quickLow = { sleepMs: 180_000, lower: { powerWatts: 3_000, confirmMs: 5_000 }, startMs: 60_000 }
const need = (
  devices: Parameters<typeof requiredReserveKw>[0]['devices'],
  largestStepKw = 20,
  over: Partial<ReturnType<typeof defaultSettings>> = {},
) => requiredReserveKw({ largestStepKw, devices, settings: { ...defaultSettings(100), ...over } })
const many = (count: number, curtailment = quick) =>
  Array.from({ length: count }, () => inPhase('running', { curtailment }))

describe('the reserve', () => {
  test('is the whole step where miners are slow', () =>
    expect(need([inPhase('running', { curtailment: slow })])).toBe(20))
  test('is less what quick miners give back in time', () =>
    expect(
      need([inPhase('running', { curtailment: quick }), inPhase('running', { curtailment: quick })]),
    ).toBe(10))
  test('is less what lower power gives back in time', () =>
    expect(need([inPhase('running', { curtailment: quickLow })])).toBe(18))
  test('counts nothing of miners that sleep, disobey or do not answer', () =>
    expect(
      need([
        inPhase('asleep', { curtailment: quick }),
        inPhase('disobedient', { curtailment: quick }),
        inPhase('running', { curtailment: quick, isReachable: false }),
      ]),
    ).toBe(20))
  test('keeps the contactor closed until quick miners have given way', () => {
    // 40 kW are given back after 10 s; until then the load may be 2 % above the pick-up of 95 kW.
    expect(need(many(8), 40)).toBeCloseTo(28.1, 0)
    // A slower curve bears more, and one that nobody relieves has to stay below the pick-up.
    expect(need(many(8), 40, { tripTimeMs: 1_000 })).toBeLessThan(need(many(8), 40))
    expect(need(many(8, slow), 40)).toBe(40)
  })
  test('with a limit above the contactor’s pick-up covers what is between them', () =>
    expect(need(many(8, slow), 10, { limitPercent: 100 })).toBeCloseTo(15, 0))
  test('is never below zero', () => expect(need([inPhase('running', { curtailment: quick })], 3)).toBe(0))
})

describe('the largest rise', () => {
  const windowMs = 60_000
  const loads = fc.array(fc.tuple(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 0, max: 100 })), {
    maxLength: 60,
  })
  const naive = (list: readonly { at: number; shipLoadKw: number }[]) =>
    Math.max(
      0,
      ...list.flatMap((late) =>
        list
          .filter(({ at }) => at <= late.at && at >= late.at - windowMs)
          .map(({ shipLoadKw }) => late.shipLoadKw - shipLoadKw),
      ),
    )
  const series = (steps: readonly (readonly [number, number])[]) => {
    let at = 0
    return steps.map(([step, shipLoadKw]) => {
      at += step
      return { at, shipLoadKw }
    })
  }

  test('seen while it happens never misses much: one span of 10 s', () => {
    fc.assert(
      fc.property(loads, (steps) => {
        const list = series(steps)
        const memory = list.reduce<RiseMemory>(
          (rise, { at, shipLoadKw }) => observeRise(rise, shipLoadKw, at, windowMs + 10_000),
          noRise,
        )
        expect(memory.largestKw).toBeGreaterThanOrEqual(naive(list))
        expect(memory.lows.length).toBeLessThanOrEqual(9)
      }),
    )
  })
})
