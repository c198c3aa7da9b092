import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'
import { expect, test } from 'vitest'
import { mergeReadings } from './merge-readings.ts'

const meter: LoadReading = {
  generatorLoadKw: 40,
  phasesKw: [],
  shipNeedsPower: false,
  powerSource: 'generator',
  arrivedAt: 100,
  source: 'meter',
}
const at = { now: 1_000, staleAfterMs: 500, hasMeter: true }
const contact = (shipNeedsPower: boolean | null, arrivedAt = 1_000) => ({ shipNeedsPower, arrivedAt })

test('without a contact it is the meter', () => {
  expect(mergeReadings({ ...at, meter, contact: null })).toBe(meter)
  expect(mergeReadings({ ...at, meter: null, contact: null })).toBeNull()
})
test.each([
  ['open', contact(false), false],
  ['closed', contact(true), true],
  ['not readable', contact(null), true],
  ['old', contact(false, 499), true],
])('a contact that is %s', (_, state, expected) =>
  expect(mergeReadings({ ...at, meter, contact: state })).toEqual({ ...meter, shipNeedsPower: expected }),
)
test('the meter’s own word counts, too', () =>
  expect(
    mergeReadings({ ...at, meter: { ...meter, shipNeedsPower: true }, contact: contact(false) })
      ?.shipNeedsPower,
  ).toBe(true))
test('a meter that says nothing yet is no reading, whatever the contact says', () =>
  expect(mergeReadings({ ...at, meter: null, contact: contact(false) })).toBeNull())
test('a contact alone has no load', () =>
  expect(mergeReadings({ ...at, hasMeter: false, meter: null, contact: contact(false) })).toMatchObject({
    generatorLoadKw: null,
    shipNeedsPower: false,
    arrivedAt: 1_000,
  }))
