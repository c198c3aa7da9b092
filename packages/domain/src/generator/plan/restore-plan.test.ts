import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inPhase } from '../devices/test-devices.ts'
import { defaultSettings } from '../follower-settings.ts'
import { planRestore } from './restore-plan.ts'

const settings = {
  ...defaultSettings(100),
  reserveKw: 5,
  deadbandKw: 0,
  rampHeadroom: 1,
  restoreGroupKw: 100,
}
const onlySleep = { sleepMs: 20_000, lower: null, startMs: 60_000 }
const asleep = (id: string, over: object = {}) =>
  inPhase('asleep', { id, mode: 'asleep', measuredPowerWatts: 0, curtailment: onlySleep, ...over })
const plan = (
  devices: Parameters<typeof planRestore>[0],
  roomKw: number,
  over: Partial<typeof settings> = {},
  mayStart = (_id: string) => true,
) =>
  planRestore(devices, {
    allowedKw: roomKw + 10,
    committedKw: 10,
    settings: { ...settings, ...over },
    mayStart,
    isOwnStart: ({ device }) => !device.id.startsWith('told'),
  }).map(({ deviceId, command }) => `${command} ${deviceId}`)

describe('what the set takes up', () => {
  const ten = Array.from({ length: 10 }, (_, index) => asleep(String(index)))
  test('no group is more than a fifth of what it can give, whatever is set', () => {
    expect(plan(ten, 90)).toHaveLength(4)
    expect(plan(ten, 90, { capacityKw: 60 })).toHaveLength(2)
  })
  test('a miner that is more by itself starts alone', () =>
    expect(plan(ten, 90, { capacityKw: 20 })).toHaveLength(1))
})

describe('what came up by itself, and may have come back at lower power', () => {
  const low = { ...onlySleep, lower: { powerWatts: 3_000, confirmMs: 10_000 } }
  const coming = (id: string, over: object = {}) =>
    inPhase(
      'starting',
      { id, mayBeLow: true, measuredPowerWatts: 3_000, curtailment: low, ...over },
      { target: 'normal', at: 0, dueAt: 60_000 },
    )
  const three = [coming('a'), coming('b'), coming('c')]
  test('is lifted without room of its own, the best first and group by group', () => {
    expect(plan(three, 0)).toEqual(['start c', 'start b', 'start a'])
    expect(plan(three, 0, { restoreGroupKw: 4 })).toEqual(['start c', 'start b'])
  })
  test('comes before those that sleep', () =>
    expect(plan([...three, asleep('z')], 5)).toEqual(['start c', 'start b', 'start a']))
  test('waits while there is less room than it counts for', () => expect(plan(three, -0.1)).toEqual([]))
  test('is left to itself where it was told to start, may not, or takes more', () => {
    const others = [coming('told'), coming('may-not'), coming('more', { mayBeLow: false })]
    expect(plan(others, 50, {}, (id) => id !== 'may-not')).toEqual([])
  })
})

describe('what starts', () => {
  const three = [asleep('a'), asleep('b'), asleep('c')]
  test('is the best first, as many as fit', () => {
    expect(plan(three, 4.9)).toEqual([])
    expect(plan(three, 5)).toEqual(['start c'])
    expect(plan(three, 10)).toEqual(['start c', 'start b'])
  })
  test('leaves room for the ramp and a noisy meter', () => {
    expect(plan(three, 5, { rampHeadroom: 1.05 })).toEqual([])
    expect(plan(three, 5, { deadbandKw: 0.1 })).toEqual([])
  })
  test('is one group, and at least one miner', () => {
    expect(plan(three, 50, { restoreGroupKw: 10 })).toEqual(['start c', 'start b'])
    expect(plan(three, 50, { restoreGroupKw: 1 })).toEqual(['start c'])
  })
  test('is not what its owner stopped, what is away, what may not, or what cannot be put to sleep again', () => {
    const others = [
      asleep('stopped', { isWanted: false }),
      asleep('away', { isReachable: false }),
      asleep('fixed', { curtailment: { sleepMs: null, lower: null, startMs: 0 } }),
      asleep('failed'),
    ]
    expect(plan(others, 50, {}, (id) => id !== 'failed')).toEqual([])
  })
  test('passes over what does not fit', () =>
    expect(plan([asleep('small', { ratedPowerWatts: 1_000 }), asleep('big')], 3)).toEqual(['start small']))

  test('is a miner that reached less than its plate at what it reached, while its plate fits below the limit', () => {
    const weak = (id: string) => asleep(id, { reachedWatts: 3_000 })
    expect(plan([weak('a')], 3)).toEqual(['start a'])
    expect(plan([weak('a')], 2.9)).toEqual([])
    expect(plan([weak('a')], 3, { reserveKw: 1 })).toEqual([])
    expect(plan([weak('a')], 5, { reserveKw: 0 })).toEqual(['start a'])
    expect(plan([weak('a'), weak('b'), weak('c')], 9)).toEqual(['start c', 'start b'])
    const begun = inPhase('starting', { id: 'z', reachedWatts: 3_000 })
    expect(plan([begun, weak('a'), weak('b')], 6)).toEqual(['start b'])
  })

  const low = { sleepMs: 20_000, lower: { powerWatts: 3_000, confirmMs: 10_000 }, startMs: 60_000 }
  test('starts at lower power where full power does not fit, but would stay below the limit', () => {
    expect(plan([asleep('a', { curtailment: low })], 3)).toEqual(['start-low a'])
    expect(plan([asleep('a', { curtailment: low })], 3, { reserveKw: 1 })).toEqual([])
  })
  test('goes back to full power when nothing is asleep that fits', () => {
    const lowered = inPhase('low', { id: 'l', mode: 'low', measuredPowerWatts: 3_000, curtailment: low })
    expect(plan([lowered], 2)).toEqual(['start l'])
    expect(plan([lowered], 1.9)).toEqual([])
    expect(plan([lowered, asleep('a')], 7)).toEqual(['start a'])
  })

  test('never takes more than the room', () => {
    const one = fc.record({
      rated: fc.integer({ min: 100, max: 6_000 }),
      phase: fc.constantFrom('asleep', 'low', 'running'),
    })
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 10 }),
        fc.integer({ min: -10_000, max: 40_000 }),
        (list, room) => {
          const devices = list.map(({ rated, phase }, index) =>
            inPhase(phase as 'asleep', {
              id: `${index}`,
              ratedPowerWatts: rated,
              measuredPowerWatts: phase === 'asleep' ? 0 : phase === 'low' ? rated / 2 : rated,
              curtailment: { ...low, lower: { powerWatts: rated / 2, confirmMs: 10_000 } },
            }),
          )
          const extra = planRestore(devices, {
            allowedKw: room / 1_000,
            committedKw: 0,
            settings,
            mayStart: () => true,
            isOwnStart: () => true,
          })
            .map(({ deviceId, command }) => {
              const { phase, rated } = list[Number(deviceId)] ?? { phase: '', rated: 0 }
              return command === 'start-low' || phase === 'low' ? rated / 2 : rated
            })
            .reduce((sum, watts) => sum + watts, 0)
          expect(extra).toBeLessThanOrEqual(Math.max(0, room) + 1e-6)
        },
      ),
    )
  })
})
