import { fakeClock } from '@shipminer/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createGuessLimiter } from './guess-limiter.ts'

test('blocks at the limit and lets go when the oldest guess has aged', () => {
  const clock = fakeClock(1_000)
  const limiter = createGuessLimiter({ clock: clock.now, max: 3, windowMs: 60_000 })
  for (let guess = 0; guess < 3; guess += 1) {
    expect(limiter.isBlocked(['a'])).toBe(false)
    limiter.recordWrong(['a'])
    clock.advance(1_000)
  }
  expect(limiter.isBlocked(['a'])).toBe(true)
  expect(limiter.isBlocked(['b'])).toBe(false)
  expect(limiter.isBlocked(['b', 'a'])).toBe(true)
  clock.advance(56_999)
  expect(limiter.isBlocked(['a'])).toBe(true)
  clock.advance(1)
  expect(limiter.isBlocked(['a'])).toBe(false)
})

test('one guess counts for every name of the guesser', () => {
  const limiter = createGuessLimiter({ clock: () => 0, max: 1, windowMs: 1 })
  limiter.recordWrong(['client', 'user'])
  expect([limiter.isBlocked(['client']), limiter.isBlocked(['user'])]).toEqual([true, true])
})

test('forgets the longest silent first when there are too many', () => {
  const limiter = createGuessLimiter({ clock: () => 0, max: 1, windowMs: 1, maxGuessers: 2 })
  for (const guesser of ['a', 'b', 'a', 'c']) limiter.recordWrong([guesser])
  expect(['a', 'b', 'c'].map((guesser) => limiter.isBlocked([guesser]))).toEqual([true, false, true])
})
