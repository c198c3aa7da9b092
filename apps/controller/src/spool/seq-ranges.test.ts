import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addRange, countMissing, coversRange, firstMissing, type SeqRange } from './seq-ranges.ts'

const smallRange = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 8 }))
  .map(([first, length]): SeqRange => [first, first + length - 1])

function numbersOf(ranges: readonly SeqRange[]): Set<number> {
  const numbers = new Set<number>()
  for (const [first, last] of ranges) for (let n = first; n <= last; n += 1) numbers.add(n)
  return numbers
}

describe('seq ranges', () => {
  test('behave like a set of numbers, sorted and never touching', () => {
    fc.assert(
      fc.property(fc.array(smallRange, { maxLength: 20 }), fc.nat(60), fc.nat(70), (added, from, to) => {
        const ranges = added.reduce<SeqRange[]>(addRange, [])
        const numbers = numbersOf(added)
        expect(numbersOf(ranges)).toEqual(numbers)
        for (const [index, range] of ranges.entries()) {
          expect(range[0]).toBeLessThanOrEqual(range[1])
          const previous = ranges[index - 1]
          if (previous !== undefined) expect(range[0]).toBeGreaterThan(previous[1] + 1)
        }
        const asked = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
        const missing = asked.filter((n) => !numbers.has(n))
        expect(firstMissing(ranges, from, to)).toBe(missing[0] ?? null)
        expect(countMissing(ranges, [from, to])).toBe(missing.length)
        if (from <= to) expect(coversRange(ranges, [from, to])).toBe(missing.length === 0)
      }),
    )
  })
})
