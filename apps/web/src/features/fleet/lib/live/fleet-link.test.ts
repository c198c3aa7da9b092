import { expect, test } from 'vitest'
import { fleetLink } from './fleet-link.ts'

test.each([
  ['first moments', 'connecting', null, null, false, 'connecting'],
  ['connecting while nothing can be fetched', 'connecting', null, null, true, 'down'],
  ['live', 'live', 5, 3, true, 'live'],
  ['just lost, last answer older', 'lost', 5, 3, false, 'connecting'],
  ['lost, and an answer since', 'lost', 5, 6, false, 'polling'],
  ['lost, an answer since, but calls fail now', 'lost', 5, 6, true, 'down'],
  ['trying again after a loss', 'connecting', 5, 6, false, 'polling'],
  ['trying again, never answered', 'connecting', 5, null, false, 'connecting'],
] as const)('%s', (_name, connection, lostAt, answeredAt, isFailing, expected) => {
  expect(fleetLink({ connection, lostAt, answeredAt, isFailing })).toBe(expected)
})
