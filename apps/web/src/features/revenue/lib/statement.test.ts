import { expect, test } from 'vitest'
import { pdfBytes, statementMonths } from './statement.ts'

test('a year back and over new year', () => {
  const months = statementMonths(Date.UTC(2026, 1, 28, 23))
  expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(months.at(-1)).toBe('2025-02')
})

test('only a PDF is a PDF', () => {
  expect(pdfBytes(btoa('%PDF-1.7 x'))?.length).toBe(10)
  expect(pdfBytes(btoa('<html>'))).toBeNull()
  expect(pdfBytes('%%%')).toBeNull()
})
