import { expect, test } from 'vitest'
import { readPages } from './read-pages.ts'

test('follows a list to its end or as far as asked', async () => {
  const asked: (number | null)[] = []
  const load = async (before: number | null) => {
    asked.push(before)
    const next = (before ?? 30) - 10
    return { next: next > 0 ? next : null }
  }
  expect(await readPages(1, load)).toEqual([{ next: 20 }])
  expect(await readPages(9, load)).toEqual([{ next: 20 }, { next: 10 }, { next: null }])
  expect(asked).toEqual([null, null, 20, 10])
})
