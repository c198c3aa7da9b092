import { expect, test } from 'vitest'
import { bookSpan } from './book-span.ts'

test('named spans, across the turn of the year and a leap day', () => {
  expect(bookSpan('year', '2026-11-23')).toEqual({ from: '2026-01-01', to: '2026-11-23' })
  expect(bookSpan('lastYear', '2026-11-23')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(bookSpan('quarter', '2026-11-23')).toEqual({ from: '2026-07-01', to: '2026-09-30' })
  expect(bookSpan('quarter', '2026-02-01')).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(bookSpan('month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(bookSpan('month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})
