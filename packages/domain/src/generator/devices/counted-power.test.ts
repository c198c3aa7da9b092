import { describe, expect, test } from 'vitest'
import { committedWatts, drawRangeWatts, expectedWatts, reliefWatts } from './counted-power.ts'
import { type DevicePhase, devicePhases } from './device-phase.ts'
import type { FollowedDevice } from './followed-device.ts'
import { inPhase } from './test-devices.ts'

const start = { target: 'normal', at: 100, dueAt: 200 } as const
const startLow = { ...start, target: 'low' } as const

describe('what a device may be taking', () => {
  const cases: [DevicePhase, Partial<FollowedDevice>, number, number][] = [
    ['asleep', { measuredPowerWatts: 12 }, 12, 12],
    ['asleep', { measuredPowerWatts: null }, 0, 0],
    ['running', { measuredPowerWatts: 4_800 }, 4_800, 4_800],
    ['running', { measuredPowerWatts: null }, 5_000, 5_000],
    ['running', { measuredPowerWatts: null, isHashing: false }, 0, 5_000],
    ['low', { measuredPowerWatts: null }, 3_000, 3_000],
    ['starting', { measuredPowerWatts: 900, observedAt: 150 }, 900, 5_000],
    ['starting', { measuredPowerWatts: 900, observedAt: 100 }, 0, 5_000],
    ['stopping', { measuredPowerWatts: 4_800 }, 0, 5_000],
    ['lowering', { measuredPowerWatts: 5_100 }, 0, 5_100],
    ['disobedient', { measuredPowerWatts: 4_800 }, 4_800, 4_800],
    ['unknown', { measuredPowerWatts: null }, 0, 5_000],
    ['asleep', { isReachable: false, measuredPowerWatts: 12 }, 0, 5_000],
  ]
  test.each(cases)('%s %j', (phase, over, least, most) =>
    expect(drawRangeWatts(inPhase(phase, over, start))).toEqual({ least, most }),
  )
  test('is anything while its phase is too new for the meter', () =>
    expect(drawRangeWatts({ ...inPhase('asleep', { measuredPowerWatts: 0 }), isFresh: true })).toEqual({
      least: 0,
      most: 5_000,
    }))
})

describe('what a device counts as', () => {
  test.each(['unknown', 'stopping', 'lowering', 'disobedient'] as const)('%s: full power', (phase) =>
    expect(committedWatts(inPhase(phase, { measuredPowerWatts: 100 }), 1.05)).toBe(5_000),
  )
  test.each(devicePhases)('%s and not reachable: full power', (phase) =>
    expect(committedWatts(inPhase(phase, { isReachable: false, measuredPowerWatts: null }), 1.05)).toBe(
      5_000,
    ),
  )
  test('starting: full power with its ramp', () =>
    expect(committedWatts(inPhase('starting', { measuredPowerWatts: 100 }, start), 1.05)).toBe(5_250))
  test('starting to lower power: that power with its ramp', () =>
    expect(committedWatts(inPhase('starting', { measuredPowerWatts: 100 }, startLow), 1.05)).toBe(3_150))
  test('running: what it takes', () =>
    expect(committedWatts(inPhase('running', { measuredPowerWatts: 4_100 }), 1.05)).toBe(4_100))
  test('running and idle: full power, for it may go on at any time', () =>
    expect(committedWatts(inPhase('running', { measuredPowerWatts: 3_900 }), 1.05)).toBe(5_000))
  test('asleep: what it takes', () =>
    expect(committedWatts(inPhase('asleep', { measuredPowerWatts: 12 }), 1.05)).toBe(12))
  test('never less than what is measured', () => {
    for (const phase of devicePhases)
      expect(committedWatts(inPhase(phase, { measuredPowerWatts: 9_000 }), 1)).toBe(9_000)
  })
})

test('what is on its way down is expected to be gone, and nothing of a device that disobeys', () => {
  expect(expectedWatts(inPhase('stopping'), 1)).toBe(0)
  expect(expectedWatts(inPhase('lowering'), 1)).toBe(3_000)
  expect(expectedWatts(inPhase('disobedient'), 1)).toBe(5_000)
  expect(expectedWatts(inPhase('running'), 1)).toBe(5_000)
})

test('relief is only what was seen there', () => {
  expect(reliefWatts(inPhase('stopping', { measuredPowerWatts: 4_800 }))).toBe(4_800)
  expect(reliefWatts(inPhase('stopping', { measuredPowerWatts: 0 }))).toBe(0)
  expect(reliefWatts(inPhase('stopping', { measuredPowerWatts: null }))).toBe(5_000)
  expect(reliefWatts(inPhase('lowering', { measuredPowerWatts: 4_800 }))).toBe(1_800)
  expect(reliefWatts(inPhase('lowering', { measuredPowerWatts: 2_000 }))).toBe(0)
  expect(reliefWatts(inPhase('disobedient'))).toBe(0)
  expect(reliefWatts(inPhase('running'))).toBe(0)
  expect(reliefWatts(inPhase('asleep', { measuredPowerWatts: 0 }))).toBe(0)
})

test('what was confirmed after the reading is still in it', () => {
  const unmetered = (phase: DevicePhase, measuredPowerWatts: number) =>
    reliefWatts({ ...inPhase(phase, { measuredPowerWatts }), isUnmetered: true })
  expect(unmetered('asleep', 0)).toBe(5_000)
  expect(unmetered('low', 3_000)).toBe(2_000)
  expect(unmetered('running', 5_000)).toBe(0)
})

test('one without power makes others give way only for what it may come up to before it can be asleep; whoever starts has to leave room for all of it', () => {
  const over = { isReachable: false, curtailment: { sleepMs: 20_000, lower: null, startMs: 200_000 } }
  const silent = inPhase('unknown', over)
  expect(expectedWatts(silent, 1)).toBe(5_000)
  expect(expectedWatts({ ...silent, isCutOff: true }, 1)).toBe(500)
  expect(committedWatts({ ...silent, isCutOff: true }, 1)).toBe(5_000)
})

test('one that was not seen since the boxes have power may take anything', () => {
  const seen = inPhase('running', { measuredPowerWatts: 4_800 })
  expect(drawRangeWatts({ ...seen, isUnseen: true })).toEqual({ least: 0, most: 5_000 })
})
