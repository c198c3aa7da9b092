import { expect, test } from 'vitest'
import { forEachIsolated, SweepError } from './for-each-isolated.ts'

test('one that fails harms no other, and is named', async () => {
  const done: number[] = []
  const sweep = forEachIsolated([1, 2, 3, 4], String, async (item) => {
    if (item === 2) throw new Error('poison')
    done.push(item)
  })
  await expect(sweep).rejects.toThrow(SweepError)
  await expect(sweep).rejects.toThrow('1 of 4 failed: 2: poison')
  expect(done).toEqual([1, 3, 4])
})

test('as many at once as allowed, no more', async () => {
  let running = 0
  let most = 0
  await forEachIsolated(
    Array.from({ length: 9 }, (_, index) => index),
    String,
    async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
    },
    3,
  )
  expect(most).toBe(3)
})
