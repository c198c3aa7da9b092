import { expect, test } from 'vitest'
import { type KeyRead, readKeyPage } from './key-pages.ts'

const list = (keys: readonly number[]) => {
  const read = ({ key, isBack, limit }: KeyRead) => {
    const order = isBack ? keys.toReversed() : keys
    const beyond = key === null ? order : order.slice(order.indexOf(key) + 1)
    return Promise.resolve(key !== null && !order.includes(key) ? [] : beyond.slice(0, limit))
  }
  return (at: { after?: number; before?: number }) => readKeyPage(at, 2, read, (key) => key)
}

test('pages follow one another there and back', async () => {
  const page = list([9, 7, 5, 3, 1])
  expect(await page({})).toEqual({ rows: [9, 7], next: 7, previous: null })
  expect(await page({ after: 7 })).toEqual({ rows: [5, 3], next: 3, previous: 5 })
  expect(await page({ after: 3 })).toEqual({ rows: [1], next: null, previous: 1 })
  expect(await page({ before: 1 })).toEqual({ rows: [5, 3], next: 3, previous: 5 })
  expect(await page({ before: 5 })).toEqual({ rows: [9, 7], next: 7, previous: null })
})

test('beyond an end it is the first page, and none of nothing', async () => {
  const page = list([9, 7, 5])
  for (const at of [{ after: 5 }, { before: 9 }, { before: 7 }, { after: 4 }])
    expect(await page(at)).toEqual({ rows: [9, 7], next: 7, previous: null })
  expect(await list([])({ after: 3 })).toEqual({ rows: [], next: null, previous: null })
  expect(await list([2, 1])({})).toEqual({ rows: [2, 1], next: null, previous: null })
})
