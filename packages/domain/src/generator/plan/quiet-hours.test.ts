import { expect, test } from 'vitest'
import { isQuiet } from './quiet-hours.ts'

const day = { fromMinute: 600, toMinute: 660 }
const night = { fromMinute: 1_320, toMinute: 360 }

test.each([
  [599, [day], false],
  [600, [day], true],
  [659, [day], true],
  [660, [day], false],
  [1_319, [night], false],
  [1_320, [night], true],
  [0, [night], true],
  [359, [night], true],
  [360, [night], false],
  [630, [night, day], true],
  [0, [{ fromMinute: 60, toMinute: 60 }], true],
  [0, [], false],
])('minute %i with %j is quiet: %s', (minute, hours, expected) =>
  expect(isQuiet(minute, hours)).toBe(expected),
)
