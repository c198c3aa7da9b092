import { expect, test } from 'vitest'
import { createOwnerStarts } from './owner-starts.ts'

test('a device is being started until its command ends, on it or on all', () => {
  const starts = createOwnerStarts()
  starts.note('a', 'c1')
  starts.note('b', 'c1')
  starts.end('c0', null)
  starts.end('c1', 'b')
  expect([starts.isStarting('a'), starts.isStarting('b')]).toEqual([true, false])
  starts.end('c1', null)
  expect(starts.isStarting('a')).toBe(false)
})

test('a stop, or a newer start, takes the place of what was under way', () => {
  const starts = createOwnerStarts()
  starts.note('a', 'c1')
  starts.note('a', null)
  expect(starts.isStarting('a')).toBe(false)
  starts.note('a', 'c1')
  starts.note('a', 'c2')
  starts.end('c1', 'a')
  expect(starts.isStarting('a')).toBe(true)
})
