import { afterEach, expect, test } from 'vitest'
import { formatRecent, formatTime } from './format.ts'
import { shownDay, shownHour, showZone } from './shown-zone.ts'

afterEach(() => showZone(undefined))

test('times are written where the ship is, and its day decides what is of today', () => {
  const late = Date.UTC(2026, 10, 22, 23, 30)
  showZone('Europe/Amsterdam')
  expect(formatTime('nl', late)).toBe('00:30')
  expect(shownDay(late)).toBe('2026-11-23')
  expect(shownHour(late)).toBe(0)
  expect(formatRecent('nl', late, Date.UTC(2026, 10, 23, 12))).toBe('00:30')
  showZone('America/New_York')
  expect(formatTime('en', late)).toBe('18:30')
  expect(shownDay(late)).toBe('2026-11-22')
  expect(formatRecent('en', late, Date.UTC(2026, 10, 23, 12))).toBe('22\u00a0Nov')
})
