import type { EnvironmentSample } from '@shipminer/contract/power/environment'
import { buildEnvironmentSample } from '@shipminer/testkit/telemetry'
import { expect, test } from 'vitest'
import { addLive, powerNow } from './power-now.ts'

const sample = (part: Partial<EnvironmentSample> = {}) =>
  buildEnvironmentSample({
    at: 1_000_000,
    capacityWatts: 60_000,
    generatorLoadWatts: 42_000,
    shipLoadWatts: 12_000,
    miningLoadWatts: 30_000,
    allowedMiningWatts: 36_000,
    ...part,
  })

test('the controller that follows the generator speaks', () => {
  const now = powerNow(
    [
      { receivedAt: 2_000, sample: sample({ state: 'off', capacityWatts: null }) },
      { receivedAt: 1_000, sample: sample() },
    ],
    6_000,
  )
  expect(now).toMatchObject({ ageMs: 5_000, isOld: false })
  expect(powerNow([{ receivedAt: 1, sample: sample({ state: 'off' }) }], 2)).toBeNull()
  expect(powerNow([], 2)).toBeNull()
})

test('what holds miners back is named where the page knows the word', () => {
  const held = (heldBackBy: string | null) =>
    powerNow([{ receivedAt: 0, sample: sample({ heldBackBy }) }], 1)?.heldBackBy
  expect(
    ['mean-load', 'low-frequency', 'low-voltage', 'not-checked', 'of a later version', null].map(held),
  ).toEqual(['mean-load', 'low-frequency', 'low-voltage', 'not-checked', null, null])
})

test('what is old says so, measured by how often it comes', () => {
  expect(powerNow([{ receivedAt: 0, sample: sample() }], 31_000)?.isOld).toBe(true)
  expect(powerNow([{ receivedAt: 0, sample: sample({ periodSeconds: 60 }) }], 31_000)?.isOld).toBe(false)
})

test('the live chart keeps ten minutes, each moment once', () => {
  const first = sample({ at: 0 })
  const second = sample({ at: 5_000 })
  const late = sample({ at: 10 * 60_000 + 1 })
  expect(addLive([first], second).map(({ at }) => at)).toEqual([0, 5_000])
  expect(addLive([first, second], second)).toHaveLength(2)
  expect(addLive([first, second], late).map(({ at }) => at)).toEqual([5_000, 600_001])
})
