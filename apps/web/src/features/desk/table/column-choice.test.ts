import { expect, test } from 'vitest'
import { readColumnChoice, writeColumnChoice } from './column-choice.ts'

function memory(first: Record<string, string> = {}) {
  const kept = new Map(Object.entries(first))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('each table has its own choice, and one that is taken back is gone', () => {
  const store = memory()
  expect(readColumnChoice('orders', store)).toEqual({})
  writeColumnChoice('orders', { amount: false }, store)
  writeColumnChoice('stock', { product: true }, store)
  expect(readColumnChoice('orders', store)).toEqual({ amount: false })
  writeColumnChoice('orders', {}, store)
  expect(readColumnChoice('orders', store)).toEqual({})
  expect(readColumnChoice('stock', store)).toEqual({ product: true })
})

test.each(['', 'no json', '[]', '{"orders":{"amount":"no"}}', '{"orders":7}'])(
  'what is kept and cannot be read is no choice: %s',
  (text) => {
    expect(readColumnChoice('orders', memory({ 'shipminer.desk-columns.nobody': text }))).toEqual({})
  },
)

test('without a place to keep it nothing fails', () => {
  const store = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  }
  expect(() => writeColumnChoice('orders', { amount: false }, store)).not.toThrow()
  expect(readColumnChoice('orders', store)).toEqual({})
})
