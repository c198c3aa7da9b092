import { expect, test } from 'vitest'
import { periodWords } from './period-words.ts'

test.each([
  ['nl', '2026-11-22', '22 nov 2026'],
  ['en', '2026-11-22', '22 Nov 2026'],
  ['de', '2026-11-22', '22. Nov. 2026'],
  ['ro', '2026-11-22', '22 nov. 2026'],
  ['nl', '2026-11', 'november 2026'],
  ['de', '2026-03', 'März 2026'],
] as const)('%s writes %s as %s', (language, period, words) => {
  expect(periodWords(language, period)).toBe(words)
})

test('a span names both ends', () => {
  const words = periodWords('nl', '2026-10-24/2026-11-22')
  expect(words).toMatch(/^24 okt\s*–\s*22 nov 2026$/)
})

test('what is neither stays as it came', () => {
  expect(periodWords('nl', 'total')).toBe('total')
})
