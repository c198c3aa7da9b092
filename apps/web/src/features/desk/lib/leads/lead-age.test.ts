import { expect, test } from 'vitest'
import { lateLeadSeconds, leadAgeSeconds } from './lead-age.ts'

test('counts whole seconds and never below nothing', () => {
  expect(leadAgeSeconds({ createdAt: 1000 }, 1000 + 86_400_000)).toBe(lateLeadSeconds)
  expect(leadAgeSeconds({ createdAt: 1000 }, 2999)).toBe(1)
  expect(leadAgeSeconds({ createdAt: 5000 }, 1000)).toBe(0)
})
