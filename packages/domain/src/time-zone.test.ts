import { expect, test } from 'vitest'
import { isTimeZone, startOfDay } from './time-zone.ts'

test('a day begins at midnight of its zone, also where the clock changes that day', () => {
  expect(new Date(startOfDay('Europe/Amsterdam', '2026-11-23')).toISOString()).toBe(
    '2026-11-22T23:00:00.000Z',
  )
  expect(new Date(startOfDay('Europe/Amsterdam', '2026-03-29')).toISOString()).toBe(
    '2026-03-28T23:00:00.000Z',
  )
  expect(new Date(startOfDay('Europe/Amsterdam', '2026-03-30')).toISOString()).toBe(
    '2026-03-29T22:00:00.000Z',
  )
  expect(new Date(startOfDay('America/New_York', '2026-11-01')).toISOString()).toBe(
    '2026-11-01T04:00:00.000Z',
  )
  expect(startOfDay('UTC', '2026-11-23')).toBe(Date.UTC(2026, 10, 23))
})

test('only names of zones are zones', () => {
  expect(isTimeZone('Europe/Bucharest')).toBe(true)
  expect(isTimeZone('Europe/Atlantis')).toBe(false)
  expect(isTimeZone('')).toBe(false)
})
