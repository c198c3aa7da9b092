import { expect, test } from 'vitest'
import { aReading } from '../devices/test-devices.ts'
import { effectiveLoadKw } from './load-reading.ts'

test.each([
  ['the sum', { generatorLoadKw: 40 }, true, 40],
  ['the fullest phase three times', { generatorLoadKw: 40, phasesKw: [10, 10, 20] }, true, 60],
  ['the sum, where phases are not watched', { generatorLoadKw: 40, phasesKw: [10, 10, 20] }, false, 40],
  ['the sum, where there is one phase', { generatorLoadKw: 40, phasesKw: [20] }, true, 40],
  ['the sum, where a phase is no number', { generatorLoadKw: 40, phasesKw: [10, Number.NaN, 20] }, true, 40],
  ['nothing', { generatorLoadKw: null }, true, null],
  ['nothing of NaN', { generatorLoadKw: Number.NaN }, true, null],
  ['nothing of infinity', { generatorLoadKw: Number.POSITIVE_INFINITY }, true, null],
  ['nothing of a load below zero', { generatorLoadKw: -1 }, true, null],
])('the load is %s', (_, over, watchPhases, expected) =>
  expect(effectiveLoadKw(aReading(over), watchPhases)).toBe(expected),
)
