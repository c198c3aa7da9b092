import { expect, test } from 'vitest'
import { forEachIsolated, inPages, SweepError } from './for-each-isolated.ts'

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

test('those that stay due for ever keep nobody behind them from a turn', async () => {
  const due = [1, 2, 3, 4, 5, 6, 7]
  const read = async (behind: number | null) => due.filter((item) => item > (behind ?? 0)).slice(0, 2)
  const done: number[] = []
  const sweep = forEachIsolated(inPages(read), String, async (item) => {
    if (item <= 4) throw new Error('poison')
    done.push(item)
  })
  await expect(sweep).rejects.toThrow('4 of 7 failed')
  expect(done).toEqual([5, 6, 7])
})

test('what cannot be read on is reported; what was read before it is done', async () => {
  const done: number[] = []
  const read = async (behind: number | null) => {
    if (behind !== null) throw new Error('the database is away')
    return [1, 2]
  }
  await expect(
    forEachIsolated(inPages(read), String, async (item) => void done.push(item), 2),
  ).rejects.toThrow('the database is away')
  expect(done).toEqual([1, 2])
})
