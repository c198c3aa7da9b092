import { expect, test } from 'vitest'
import { compareVersions } from './version.ts'

test.each([
  ['1.4.0', '1.4.0', 0],
  ['1.10.0', '1.9.3', 1],
  ['0.9.9', '1.0.0', -1],
  ['2.0.1', '2.0.0', 1],
  ['1.4', '1.4.0', null],
  ['1.04.0', '1.4.0', null],
  ['1.4.0-rc1', '1.4.0', null],
  ['../1.4.0', '1.4.0', null],
])('%s against %s: %s', (one, other, expected) => {
  expect(compareVersions(one, other)).toBe(expected)
})
