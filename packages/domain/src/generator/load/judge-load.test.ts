import { expect, test } from 'vitest'
import { judgeLoad, judgeSupply } from './judge-load.ts'

const judge = (phasesKw: number[], totalKw: number | null = null, capacityKw = 100) =>
  judgeLoad({ totalKw, phasesKw, capacityKw })

test.each([
  ['what a ship takes', [10, 12, 8], null],
  ['nothing', [0, 0, 0], null],
  ['the error of a meter at no load', [-0.1, 0.1, -0.2], null],
  ['three times the capacity: an overload, and it counts', [100, 100, 100], null],
  ['one clamp the wrong way round', [10, -12, 8], { code: 'phase-below-zero', phase: 1 }],
  ['one phase that feeds back', [10, 12, -3], { code: 'phase-below-zero', phase: 2 }],
  ['all clamps the wrong way round', [-10, -12, -8], { code: 'below-zero' }],
  ['kilowatts sent as watts', [0.0137, 0.0137, 0.0138], { code: 'unit-too-small' }],
  ['watts sent as kilowatts', [13_700, 13_700, 13_800], { code: 'unit-too-large' }],
])('%s', (_, phasesKw, problem) => expect(judge(phasesKw)).toEqual(problem))

test('a single figure', () => {
  expect(judge([], 41)).toBeNull()
  expect(judge([], -12)).toEqual({ code: 'below-zero' })
  expect(judge([], 0.0412)).toEqual({ code: 'unit-too-small' })
})
test('phases that are not the total', () => {
  expect(judge([10, 12, 8], 30.5)).toBeNull()
  expect(judge([10, 12, 8], 52)).toEqual({ code: 'sum-mismatch' })
})
test('before the capacity is known only signs are judged', () => {
  expect(judge([1e6, 1e6, 1e6], null, 0)).toBeNull()
  expect(judge([-10, 10, 10], null, 0)).toEqual({ code: 'phase-below-zero', phase: 0 })
})

test.each([
  [[230, 229, 231], 50, null],
  [[180, 280, 230], 60, null],
  [[], null, null],
  // The Victron GX answers 0 for "no value": an idle generator it is not.
  [[0, 0, 0], 0, { code: 'implausible-voltage', phase: 0, volts: 0 }],
  [[230, 400, 230], 50, { code: 'implausible-voltage', phase: 1, volts: 400 }],
  [[230, 230, Number.NaN], 50, { code: 'implausible-voltage', phase: 2, volts: Number.NaN }],
  [[230, 230, 230], 5, { code: 'implausible-frequency', hz: 5 }],
])('%j V at %j Hz', (voltages, frequencyHz, problem) =>
  expect(judgeSupply({ voltages, frequencyHz })).toEqual(problem),
)
