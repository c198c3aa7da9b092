import { expect, test } from 'vitest'
import { forEach } from './for-each.ts'

test('one that is refused keeps none of the others from it, and the first reason is told', async () => {
  const seen: number[] = []
  const results = await forEach([1, 2, 3, 4], async (row) => {
    seen.push(row)
    if (row % 2 === 0) throw new Error(`not ${row}`)
  })
  expect(seen).toEqual([1, 2, 3, 4])
  expect(results).toMatchObject({ done: [1, 3], refused: [2, 4], error: { message: 'not 2' } })
  expect(await forEach([], () => Promise.reject())).toEqual({ done: [], refused: [], error: null })
})

test('one is done after the other', async () => {
  const order: string[] = []
  await forEach(['a', 'b'], async (row) => {
    order.push(`${row} begins`)
    await Promise.resolve()
    order.push(`${row} ends`)
  })
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})
