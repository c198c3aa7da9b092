import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inPhase } from '../devices/test-devices.ts'
import { shedOrder } from './shed-order.ts'
import { planShed } from './shed-plan.ts'

const onlySleep = { sleepMs: 20_000, lower: null, startMs: 60_000 }
const nothing = { sleepMs: null, lower: null, startMs: 60_000 }

describe('the order', () => {
  test('is by revenue, unknown first, then by id; what cannot be curtailed is not in it', () => {
    const devices = [
      inPhase('running', { id: 'c', revenuePerKwh: 9 }),
      inPhase('running', { id: 'b', revenuePerKwh: 8 }),
      inPhase('running', { id: 'a', revenuePerKwh: 8 }),
      inPhase('running', { id: 'u', revenuePerKwh: null }),
      inPhase('running', { id: 'fixed', curtailment: nothing }),
    ]
    expect(shedOrder(devices, []).map(({ device }) => device.id)).toEqual(['u', 'a', 'b', 'c'])
    expect(shedOrder(devices, ['c', 'b']).map(({ device }) => device.id)).toEqual(['c', 'b', 'u', 'a'])
  })
})

const plan = (devices: Parameters<typeof planShed>[0], needKw: number) => {
  const { actions, shortKw } = planShed(devices, needKw)
  return [...actions.map(({ deviceId, command }) => `${command} ${deviceId}`), shortKw]
}
const [a, b, c] = ['a', 'b', 'c'].map((id) => inPhase('running', { id }))
const sleepers = ['a', 'b', 'c'].map((id) => inPhase('running', { id, curtailment: onlySleep }))

describe('the plan', () => {
  if (!a || !b || !c) throw new Error('three devices')
  test.each([
    ['nothing for nothing', 0, [0]],
    ['lower power first', 1.5, ['lower a', 0]],
    ['of as many as needed', 3.5, ['lower a', 'lower b', 0]],
    ['then sleep of the poorest, full power for the best', 6.5, ['sleep a', 'lower b', 0]],
    ['sleep of as many as needed', 12, ['sleep a', 'sleep b', 'lower c', 0]],
    ['all, and what is short', 20, ['sleep a', 'sleep b', 'sleep c', 5]],
  ])('%s', (_, needKw, expected) => expect(plan([a, b, c], needKw)).toEqual(expected))

  test('sleep where nothing can be lowered', () =>
    expect(plan(sleepers, 5.5)).toEqual(['sleep a', 'sleep b', 0]))
  test('sleep where lower power would take longer', () => {
    const slowToLower = { sleepMs: 20_000, lower: { powerWatts: 3_000, confirmMs: 60_000 }, startMs: 60_000 }
    expect(plan([inPhase('running', { curtailment: slowToLower })], 1)).toEqual(['sleep a', 0])
    const onlySlow = { ...slowToLower, sleepMs: null }
    expect(plan([inPhase('running', { curtailment: onlySlow })], 1)).toEqual(['lower a', 0])
  })
  test('sleep, not the same again, where lower power was told and brought nothing', () => {
    const lastCommand = { target: 'low', at: 100_000, dueAt: 110_000 } as const
    const vain = (observedAt: number) => plan([inPhase('running', { observedAt }, lastCommand)], 1)
    expect(vain(120_000)).toEqual(['sleep a', 0])
    expect(vain(800_000), 'long after').toEqual(['lower a', 0])
    const cannotSleep = { ...a.device.curtailment, sleepMs: null }
    const device = { observedAt: 120_000, curtailment: cannotSleep }
    expect(plan([inPhase('running', device, lastCommand)], 1)).toEqual(['lower a', 0])
  })
  test('leaves alone what is asleep, on its way, disobedient or not reachable', () => {
    const devices = [
      inPhase('asleep', { id: 'asleep' }),
      inPhase('stopping', { id: 'stopping' }),
      inPhase('disobedient', { id: 'disobedient' }),
      inPhase('running', { id: 'away', isReachable: false }),
    ]
    expect(plan(devices, 5)).toEqual([5])
  })
  test('calls off a start', () =>
    expect(plan([inPhase('starting', { curtailment: onlySleep })], 1)).toEqual(['sleep a', 0]))
  test('puts a lowered one to sleep', () =>
    expect(plan([inPhase('low', { measuredPowerWatts: 3_000 })], 1)).toEqual(['sleep a', 0]))

  describe('what is urgent', () => {
    const slow = { sleepMs: 180_000, lower: null, startMs: 240_000 }
    const fleet = [
      inPhase('running', { id: 'slow', revenuePerKwh: 1, curtailment: slow }),
      inPhase('running', { id: 'quick', revenuePerKwh: 9, curtailment: onlySleep }),
      inPhase('running', { id: 'slower', revenuePerKwh: 2, curtailment: slow }),
    ]
    const urgently = (needKw: number, urgentKw: number, devices = fleet) =>
      planShed(devices, needKw, { needKw: urgentKw, withinMs: 30_000 }).actions.map(
        ({ deviceId, command }) => `${command} ${deviceId}`,
      )
    test('is taken from the quick, the rest from those that earn least', () => {
      expect(urgently(4, 0)).toEqual(['sleep slow'])
      expect(urgently(4, 2)).toEqual(['sleep quick'])
      expect(urgently(8, 2)).toEqual(['sleep slow', 'sleep quick'])
    })
    test('is taken from the slow where no quick one is left', () =>
      expect(urgently(12, 12)).toEqual(['sleep slow', 'sleep quick', 'sleep slower']))
    test('does not turn a quick step into a slow one that brings more, while others can bring it', () => {
      const both = { sleepMs: 180_000, lower: { powerWatts: 3_000, confirmMs: 10_000 }, startMs: 60_000 }
      const devices = [inPhase('running', { id: 'both', curtailment: both }), ...fleet.slice(0, 1)]
      expect(urgently(4, 1, devices)).toEqual(['lower both', 'sleep slow'])
      expect(urgently(9, 1, devices)).toEqual(['sleep both', 'sleep slow'])
    })
  })

  test('brings what is needed or says what is short, with no command that could be left out', () => {
    const one = fc.record({
      canSleep: fc.boolean(),
      lowWatts: fc.option(fc.integer({ min: 500, max: 4_500 })),
      measured: fc.integer({ min: 4_600, max: 5_000 }),
    })
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 10 }),
        fc.integer({ min: 1, max: 60_000 }),
        (list, needWatts) => {
          const devices = list.map(({ canSleep, lowWatts, measured }, index) =>
            inPhase('running', {
              id: `${index}`,
              measuredPowerWatts: measured,
              curtailment: {
                sleepMs: canSleep ? 20_000 : null,
                lower: lowWatts === null ? null : { powerWatts: lowWatts, confirmMs: 10_000 },
                startMs: 60_000,
              },
            }),
          )
          const { actions, shortKw } = planShed(devices, needWatts / 1_000)
          const reliefs = actions.map(({ deviceId, command }) => {
            const { device } = devices[Number(deviceId)] ?? { device: null }
            const measured = device?.measuredPowerWatts ?? 0
            return command === 'sleep' ? measured : measured - (device?.curtailment.lower?.powerWatts ?? 0)
          })
          const relief = reliefs.reduce((sum, watts) => sum + watts, 0)
          expect(relief + shortKw * 1_000).toBeGreaterThanOrEqual(needWatts - 1e-6)
          expect(new Set(actions.map(({ deviceId }) => deviceId)).size).toBe(actions.length)
          actions.forEach((_, index) => {
            if (shortKw === 0) expect(relief - (reliefs[index] ?? 0)).toBeLessThan(needWatts)
          })
          if (shortKw > 0)
            for (const { device } of devices)
              if (device.curtailment.sleepMs !== null)
                expect(actions).toContainEqual({ deviceId: device.id, command: 'sleep' })
        },
      ),
    )
  })
})
