import { expect, test } from 'vitest'
import { formatBaseUnits } from './base-units.ts'

test.each([
  ['en', '1234500000000000000', 18, '1.2345'],
  ['nl', '1234500000000000000', 18, '1,2345'],
  ['de', '1234567890000000', 9, '1.234.567,89'],
  ['en', '0', 8, '0'],
  ['en', '100000000', 8, '1'],
  ['en', '199999999', 8, '1.999999'],
  ['en', '1', 18, '< 0.000001'],
  ['en', '7', 0, '7'],
  ['en', '-1', 8, null],
  ['en', '1.5', 8, null],
])('%s %s with %i decimals is %s', (language, baseUnits, decimals, expected) => {
  expect(formatBaseUnits(language, baseUnits, decimals)).toBe(expected)
})
