import { expect, test } from 'vitest'
import { guessLimits, pauseAfter, rememberedMs } from './guess-policy.ts'

test('up to the limit nobody waits, then twice as long each time, at most half an hour', () => {
  const minutes = [3, 4, 5, 6, 7, 8, 9, 10, 1000, 1e9].map((wrong) => pauseAfter(wrong, 5) / 60_000)
  expect(minutes).toEqual([0, 0, 1, 2, 4, 8, 16, 30, 30, 30])
})

test('a guesser who waits every time has no hundred guesses a day at one account', () => {
  for (const { account } of Object.values(guessLimits)) {
    let [at, wrong] = [0, 0]
    for (; at < 24 * 3_600_000; wrong += 1) at += pauseAfter(wrong + 1, account)
    expect(wrong).toBeLessThan(100)
  }
})

test('nothing is forgotten while a guesser has to wait', () => {
  expect(rememberedMs).toBeGreaterThan(pauseAfter(Number.MAX_SAFE_INTEGER, 1))
})
