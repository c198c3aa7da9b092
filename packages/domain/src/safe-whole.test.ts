import { expect, test } from 'vitest'
import { safeTotal, safeWhole } from './safe-whole.ts'

test('whole numbers are kept, and stop at what is held exactly', () => {
  const greatest = Number.MAX_SAFE_INTEGER
  expect([0, -7, 2.5, greatest, 1e300, -1e300].map(safeWhole)).toEqual([
    0,
    -7,
    3,
    greatest,
    greatest,
    -greatest,
  ])
  expect(safeTotal([])).toBe(0)
  expect(safeTotal([1, 2, -4])).toBe(-1)
  expect(safeTotal([greatest, greatest])).toBe(greatest)
})
