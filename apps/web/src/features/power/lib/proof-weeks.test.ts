import { expect, test } from 'vitest'
import { proofWeeks } from './proof-weeks.ts'

test.each(['2026-11-16', '2026-11-22'])('on %s the week began on its Monday', (today) => {
  const weeks = proofWeeks(today)
  expect(weeks.slice(0, 2)).toEqual(['2026-11-16', '2026-11-09'])
  expect(weeks).toHaveLength(13)
})
