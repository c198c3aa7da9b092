import { SampleFlagSchema } from '@shipminer/contract/telemetry'
import { buildSample } from '@shipminer/testkit/telemetry'
import { describe, expect, test } from 'vitest'
import { classifySampleTime, flagBits, flagsOfBits, ingestRowOf } from './telemetry.policy.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 20, 12)

describe('classifySampleTime', () => {
  test.each([
    ['just taken', now - 1_000, 'stored'],
    ['slightly ahead, as a measured offset may be', now + 120_000, 'stored'],
    ['from the future', now + 120_001, 'too-new'],
    ['13 months old', Date.UTC(2026, 10, 20) - 396 * day, 'stored'],
    ['older than what is kept', Date.UTC(2026, 10, 20) - 396 * day - 1, 'too-old'],
  ])('%s', (_, sampledAt, verdict) => {
    expect(classifySampleTime(sampledAt, now)).toBe(verdict)
  })
})

test('implausible figures become unknown, plausible ones stay', () => {
  const sample = buildSample({ deviceKey: 'serial:1', sampledAt: 0 })
  expect(ingestRowOf(sample, 7, 5)).toMatchObject({
    minerId: 7,
    sampledAtMs: 5,
    hashrateGhs: 100_000,
    powerWatts: 3_000,
    temperatureDc: 600,
  })
  const broken = {
    hashrateGhs: 2 ** 52,
    powerWatts: 2 ** 31,
    temperatureDeciC: -2_732,
    acceptedDifficultyMilli: 2 ** 53 - 1,
  }
  expect(ingestRowOf({ ...sample, ...broken }, 7, 5)).toMatchObject({
    hashrateGhs: null,
    powerWatts: null,
    temperatureDc: null,
    difficultyMilli: null,
  })
})

test('a state that the device did not tell is stored as unknown', () => {
  const sample = buildSample({ deviceKey: 'serial:1', sampledAt: 0, state: 'idle' })
  expect(ingestRowOf(sample, 7, 5).state).toBe('idle')
  expect(ingestRowOf({ ...sample, stateUnknown: true }, 7, 5).state).toBeNull()
  expect(ingestRowOf({ ...sample, state: null }, 7, 5).state).toBeNull()
})

test('flags survive as bits', () => {
  const flags = [...SampleFlagSchema.options]
  expect(flagsOfBits(flagBits(flags))).toEqual(flags)
  expect(flagsOfBits(0)).toEqual([])
  for (const flag of flags) expect(flagsOfBits(flagBits([flag]))).toEqual([flag])
})
