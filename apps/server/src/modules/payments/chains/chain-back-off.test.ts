import { expect, test } from 'vitest'
import { createBackOff } from './chain-back-off.ts'

/** How long it stays closed after each failure. */
function waits(random: number, askedForMs: number | null, failures: number): number[] {
  const backOff = createBackOff(() => random)
  return Array.from({ length: failures }, () => {
    backOff.onFailure(0, askedForMs)
    let shut = 0
    while (!backOff.isOpen(shut)) shut += 500
    return shut
  })
}

test('waits double up to five minutes, with jitter', () => {
  expect(waits(1, null, 8)).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000])
  expect(waits(0, null, 3)).toEqual([2_500, 5_000, 10_000])
})

test('who asks to be left alone is, and success forgets it all', () => {
  expect(waits(1, 60_000, 2)).toEqual([60_000, 60_000])
  const backOff = createBackOff(() => 1)
  expect(backOff.isOpen(0)).toBe(true)
  backOff.onFailure(0, null)
  expect(backOff.isOpen(0)).toBe(false)
  backOff.onSuccess()
  expect(backOff.isOpen(0)).toBe(true)
  backOff.onFailure(0, null)
  expect(backOff.isOpen(5_000)).toBe(true)
})
