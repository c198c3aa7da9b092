import { describe, expect, test } from 'vitest'
import {
  defaultSettings,
  type FollowerSettings,
  settingsInForce,
  settingsProblems,
} from './follower-settings.ts'

test('the settings to start with can be followed, and allow no mining on shore power or batteries', () => {
  const settings = defaultSettings(100)
  expect(settingsProblems(settings)).toEqual([])
  expect(settings).toMatchObject({ shoreCapacityKw: null, batteryCapacityKw: null, masterStop: false })
})

describe('the crew on board', () => {
  const shore = { ...defaultSettings(100), masterStop: true, limitPercent: 60 }
  test('beats the shore', () =>
    expect(settingsInForce(shore, { limitPercent: 80 }, false).limitPercent).toBe(80))
  test('leaves the rest to the shore', () => expect(settingsInForce(shore, {}, false).limitPercent).toBe(60))
  test('alone stops and releases everything', () => {
    expect(settingsInForce(shore, {}, false).masterStop).toBe(false)
    expect(settingsInForce({ ...shore, masterStop: false }, {}, true).masterStop).toBe(true)
  })
})

const wrong: [keyof FollowerSettings, Partial<FollowerSettings>][] = [
  ['capacityKw', { capacityKw: 0 }],
  ['capacityKw', { capacityKw: Number.NaN }],
  ['limitPercent', { limitPercent: 101 }],
  ['reserveKw', { reserveKw: -1 }],
  ['reserveKw', { reserveKw: 90 }],
  ['holdMs', { holdMs: 0 }],
  ['staleAfterMs', { staleAfterMs: 600_000 }],
  ['restoreGroupKw', { restoreGroupKw: 0 }],
  ['restoreStaggerMs', { restoreStaggerMs: 0 }],
  ['rampHeadroom', { rampHeadroom: 0.9 }],
  ['deadbandKw', { deadbandKw: -1 }],
  ['maxStartsPerHour', { maxStartsPerHour: 0 }],
  ['shoreCapacityKw', { shoreCapacityKw: 0 }],
  ['batteryCapacityKw', { batteryCapacityKw: -5 }],
  ['contactBudgetKw', { contactBudgetKw: 0 }],
  ['largestStepKw', { largestStepKw: -1 }],
  ['toleratedOverMs', { toleratedOverMs: -1 }],
  ['quietHours', { quietHours: [{ fromMinute: 0, toMinute: 1_440 }] }],
]
test.each(wrong)('%s cannot be %j', (name, over) =>
  expect(settingsProblems({ ...defaultSettings(100), ...over })).toContain(name),
)
