import { EnvironmentSampleSchema, PowerSettingsSchema } from '@shipminer/contract/power/environment'
import type { FollowedDevice } from '@shipminer/domain/generator/devices/followed-device'
import type { Explanation } from '@shipminer/domain/generator/explanation'
import { defaultSettings } from '@shipminer/domain/generator/follower-settings'
import { describe, expect, test } from 'vitest'
import {
  environmentSample,
  followerState,
  powerEvents,
  shoreSettings,
  wirePowerSettings,
} from './power-record.ts'

const explanation: Explanation = {
  activity: 'steady',
  offReason: null,
  limitKw: 85,
  generatorLoadKw: 40.4,
  shipLoadKw: 20.1,
  miningKw: 20.3,
  allowedKw: 54.9,
  headroomKw: 34.6,
  meanLoadPercent: 50,
  overKw: 0,
  fleetKw: 22,
  curtailedKw: 0,
  curtailedRevenuePerKwh: null,
  restingKw: 0,
  worth: {
    reason: null,
    costCentsPerKwh: null,
    earnsCentsPerKwh: null,
    marketAgeMs: null,
    minimum: null,
    gramsPerHour: null,
    fuelCentsPerHour: null,
  },
  loadAgeMs: 400,
  requiredReserveKw: 5,
  warnings: [],
}
const device = (mode: FollowedDevice['mode'], more: Partial<FollowedDevice> = {}): FollowedDevice => ({
  id: `mac:${mode}`,
  mode,
  isHashing: mode === 'normal',
  measuredPowerWatts: 3_500,
  ratedPowerWatts: 3_500,
  observedAt: 0,
  isReachable: true,
  curtailment: { sleepMs: 1, lower: null, startMs: 1 },
  revenuePerKwh: null,
  isWanted: true,
  ...more,
})

describe('followerState', () => {
  test.each([
    [{}, 'free'],
    [{ curtailedKw: 3 }, 'curtailed'],
    [{ worth: { ...explanation.worth, reason: 'not-worth' } }, 'not-worth'],
    [{ curtailedKw: 3, worth: { ...explanation.worth, reason: 'not-worth' } }, 'curtailed'],
    [{ activity: 'shedding' }, 'curtailed'],
    [{ activity: 'holding', curtailedKw: 3 }, 'holding'],
    [{ activity: 'restoring' }, 'restoring'],
    [{ activity: 'waiting' }, 'load-unknown'],
    [{ activity: 'off', offReason: 'master-stop' }, 'master-stop'],
    [{ activity: 'off', offReason: 'load-unknown' }, 'load-unknown'],
    [{ activity: 'off', offReason: 'meter-contradicted' }, 'load-unknown'],
    [{ activity: 'off', offReason: 'ship-needs-power' }, 'curtailed'],
    [{ activity: 'off', offReason: 'battery' }, 'shore-power'],
    [{ activity: 'off', offReason: 'shore-power' }, 'shore-power'],
    [{ activity: 'off', offReason: 'quiet-hours' }, 'quiet-hours'],
  ] as [Partial<Explanation>, string][])('%j is %s', (more, state) =>
    expect(followerState({ ...explanation, ...more })).toBe(state),
  )
})

test('a sample is what the contract asks for, in whole watts, and unknown stays unknown', () => {
  const settings = defaultSettings(100)
  const devices = [device('normal'), device('asleep'), device('asleep', { isWanted: false }), device('low')]
  const sample = environmentSample(
    { ...explanation, warnings: [{ code: 'disobedient', deviceIds: ['a', 'b'] }] },
    settings,
    devices,
    1_000,
    10,
    null,
    { limitMs: 2_000, capacityMs: 0 },
  )
  expect(EnvironmentSampleSchema.parse(sample)).toEqual({
    at: 1_000,
    periodSeconds: 10,
    state: 'free',
    capacityWatts: 100_000,
    generatorLoadWatts: 40_400,
    shipLoadWatts: 20_100,
    miningLoadWatts: 20_300,
    allowedMiningWatts: 54_900,
    curtailedDevices: 2,
    curtailedWatts: 0,
    disobedientDevices: 2,
    meanLoadPercent: 50,
    meanLimitPercent: 70,
    heldBackBy: null,
    worth: null,
    costMillicentsPerKwh: null,
    earnsMillicentsPerKwh: null,
    marketAgeSeconds: null,
    fuelGramsPerHour: null,
    fuelMillicentsPerHour: null,
    minimumLoad: null,
    overLimitMs: 2_000,
    overCapacityMs: 0,
  })
  // Where the load is not known, nobody knows how long it was above anything.
  const unknown = environmentSample(
    { ...explanation, generatorLoadKw: null },
    settings,
    devices,
    1,
    10,
    null,
    { limitMs: 0, capacityMs: 0 },
  )
  expect([unknown.overLimitMs, unknown.overCapacityMs]).toEqual([null, null])
  const held = { ...explanation, meanLoadPercent: 70.4, warnings: [{ code: 'mean-load' as const }] }
  expect(environmentSample(held, settings, devices, 1, 10)).toMatchObject({
    meanLoadPercent: 70,
    meanLimitPercent: 70,
    heldBackBy: 'mean-load',
  })
  // A box that was not checked on its ship says so, where nothing more urgent holds.
  expect(environmentSample(explanation, settings, devices, 1, 10, 'not-checked').heldBackBy).toBe(
    'not-checked',
  )
  expect(environmentSample(held, settings, devices, 1, 10, 'not-checked').heldBackBy).toBe('mean-load')
  // A meter that is doubted stands before all: the rest goes by what it says.
  expect(environmentSample(held, settings, devices, 1, 10, 'meter-doubted').heldBackBy).toBe('meter-doubted')
  // A controller of before says nothing of it.
  const { meanLoadPercent: _, meanLimitPercent: __, heldBackBy: ___, ...older } = sample
  expect(EnvironmentSampleSchema.parse(older)).toMatchObject({ meanLoadPercent: null, heldBackBy: null })
  const blind = { ...explanation, generatorLoadKw: null, shipLoadKw: null, miningKw: null, allowedKw: null }
  expect(environmentSample(blind, null, [], 1, 10)).toMatchObject({
    capacityWatts: null,
    generatorLoadWatts: null,
    allowedMiningWatts: null,
  })
})

test('the history has every word to a miner, every failure, and each change once', () => {
  const action = { deviceId: 'mac:1', command: 'sleep', commandedAt: 0, confirmMs: 1 } as const
  const events = (event: Parameters<typeof powerEvents>[0], before: Explanation | null = null) =>
    powerEvents(event, before, () => 3_500, 5).map(({ kind }) => kind)
  expect(powerEvents({ kind: 'commanded', action, explanation }, null, () => 3_500, 5)).toEqual([
    { at: 5, kind: 'curtailed', deviceKey: 'mac:1', watts: 3_500 },
  ])
  expect(events({ kind: 'commanded', action: { ...action, command: 'start' }, explanation })).toEqual([
    'restored',
  ])
  expect(events({ kind: 'ended', action, outcome: 'confirmed', afterMs: 1 })).toEqual([])
  expect(events({ kind: 'ended', action, outcome: 'unreachable', afterMs: 1 })).toEqual(['disobedient'])
  expect(powerEvents({ kind: 'contactor', phase: 'locked', loadKw: 118 }, null, () => null, 5)).toEqual([
    { at: 5, kind: 'contactor-locked', deviceKey: null, watts: 118_000 },
  ])
  expect(events({ kind: 'meter-doubted' })).toEqual(['meter-doubted'])
  const off = (offReason: Explanation['offReason']) => ({
    ...explanation,
    activity: 'off' as const,
    offReason,
  })
  const shedding = { ...explanation, activity: 'shedding' as const, overKw: 2.5 }
  expect(events({ kind: 'changed', explanation: shedding }, explanation)).toEqual(['overload'])
  expect(events({ kind: 'changed', explanation: shedding }, shedding)).toEqual([])
  expect(events({ kind: 'changed', explanation: off('load-unknown') }, explanation)).toEqual([
    'readings-lost',
  ])
  expect(events({ kind: 'changed', explanation }, off('load-unknown'))).toEqual(['readings-back'])
  expect(events({ kind: 'changed', explanation: off('master-stop') }, off('load-unknown'))).toEqual([
    'readings-back',
    'master-stop',
  ])
  expect(events({ kind: 'changed', explanation }, off('master-stop'))).toEqual(['master-released'])
})

test('settings from shore come back as they were sent', () => {
  const settings = PowerSettingsSchema.parse({
    capacityKw: 120,
    limitPercent: 80,
    reserveKw: 9,
    holdSeconds: 600,
    order: ['mac:2', 'mac:1'],
    quietHours: [{ from: '22:30', to: '06:05' }],
    shoreCapacityKw: 40,
    batteryCapacityKw: null,
  })
  expect(wirePowerSettings({ ...shoreSettings(settings), masterStop: false })).toEqual(settings)
  expect(PowerSettingsSchema.safeParse(wirePowerSettings(defaultSettings(50))).success).toBe(true)
})

test('fuel against earnings is sent as whole thousandths of a cent, and a rest for it is in the history once', () => {
  const worth = {
    ...explanation.worth,
    reason: 'not-worth' as const,
    costCentsPerKwh: 22.6194,
    earnsCentsPerKwh: 4.9,
    marketAgeMs: 90_400,
    gramsPerHour: 1_900.4,
    fuelCentsPerHour: 226.19,
    minimum: 'held' as const,
  }
  const resting = { ...explanation, restingKw: 20, worth }
  expect(environmentSample(resting, null, [], 1_000, 10)).toMatchObject({
    state: 'not-worth',
    worth: 'not-worth',
    costMillicentsPerKwh: 22_619,
    earnsMillicentsPerKwh: 4_900,
    marketAgeSeconds: 90,
    fuelGramsPerHour: 1_900,
    fuelMillicentsPerHour: 226_190,
    minimumLoad: 'held',
  })
  const kinds = (now: Explanation, before: Explanation | null) =>
    powerEvents({ kind: 'changed', explanation: now }, before, () => null, 5).map(({ kind }) => kind)
  expect(kinds(resting, explanation)).toEqual(['not-worth'])
  expect(kinds(resting, resting)).toEqual([])
  expect(kinds(explanation, resting)).toEqual(['worth-again'])
  expect(kinds(explanation, null)).toEqual([])
})
