import { SampleSchema, stateOfSample } from '@shipminer/contract/telemetry'
import { describe, expect, test } from 'vitest'
import { buildReading } from './test-readings.ts'
import { toSample } from './to-sample.ts'

const deltas = { acceptedShares: 12, rejectedShares: 0, staleShares: null, acceptedDifficultyMilli: 6_000 }
const base = {
  deviceKey: 'mac:02:00:00:00:00:01',
  sampledAt: 1_700_000_000_000,
  periodSeconds: 30,
  deltas,
  reset: false,
}

describe('reading to sample', () => {
  test('integers in the units of the wire', () => {
    const sample = toSample({ ...base, reading: buildReading() })
    expect(sample).toMatchObject({
      hashrateGhs: 230_000,
      powerWatts: 5_510,
      temperatureDeciC: 655,
      uptimeSeconds: 1_000,
      ...deltas,
    })
    expect(SampleSchema.safeParse(sample).success).toBe(true)
  })

  test('null stays null and never becomes 0', () => {
    const reading = buildReading({
      hashrateGhs: null,
      powerWatts: null,
      temperatureC: null,
      uptimeSeconds: null,
    })
    expect(toSample({ ...base, reading })).toMatchObject({
      hashrateGhs: null,
      powerWatts: null,
      temperatureDeciC: null,
      uptimeSeconds: null,
    })
  })

  test('a state that is not known is idle to a server of before, and unknown to this one', () => {
    const sample = toSample({ ...base, reading: buildReading({ state: null }) })
    expect(sample).toMatchObject({ state: 'idle', stateUnknown: true })
    expect(stateOfSample(SampleSchema.parse(sample))).toBeNull()
    const known = toSample({ ...base, reading: buildReading({ state: 'idle' }) })
    expect(known).not.toHaveProperty('stateUnknown')
    expect(stateOfSample(SampleSchema.parse(known))).toBe('idle')
  })

  test('a state of a later controller is unknown', () => {
    const sample = toSample({ ...base, reading: buildReading() })
    for (const state of ['hovering', null, 7, undefined])
      expect(stateOfSample(SampleSchema.parse({ ...sample, state }))).toBeNull()
    expect(stateOfSample(SampleSchema.parse({ ...sample, stateUnknown: 'perhaps' }))).toBeNull()
  })

  test('zero stays zero', () => {
    expect(
      toSample({ ...base, reading: buildReading({ hashrateGhs: 0, temperatureC: -0.01 }) }),
    ).toMatchObject({ hashrateGhs: 0, temperatureDeciC: 0 })
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e300])('%s is no figure of a device', (figure) => {
    const sample = toSample({ ...base, reading: buildReading({ hashrateGhs: figure, powerWatts: figure }) })
    expect(sample).toMatchObject({ hashrateGhs: null, powerWatts: null })
    expect(SampleSchema.safeParse(sample).success).toBe(true)
  })

  test('a reset is flagged once', () => {
    const reading = buildReading({ flags: ['counter-reset', 'overheat', 'overheat'] })
    expect(toSample({ ...base, reading, reset: true }).flags).toEqual(['counter-reset', 'overheat'])
  })
})
