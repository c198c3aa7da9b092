import { expect, test } from 'vitest'
import { createSupplyBook } from './supply-book.ts'

const staleAfterMs = 10_000
const open = () => createSupplyBook([{ is: 'shore' }, { is: 'battery' }])

test('a ship that names no supply has none to be known', () => {
  expect(createSupplyBook([]).source(0, staleAfterMs)).toBeUndefined()
})

test('before every signal was seen nothing is known; then it is the first that is on, else the generator', () => {
  const book = open()
  expect(book.source(0, staleAfterMs)).toBeNull()
  book.note(0, false, 0)
  expect(book.source(0, staleAfterMs)).toBeNull()
  book.note(1, true, 0)
  expect(book.source(0, staleAfterMs)).toBe('battery')
  book.note(0, true, 0)
  expect(book.source(0, staleAfterMs)).toBe('shore')
  book.note(0, false, 0)
  book.note(1, false, 0)
  expect(book.source(0, staleAfterMs)).toBe('generator')
})

test('an old signal is not believed, whatever it said', () => {
  const book = open()
  book.note(0, true, 0)
  expect(book.source(staleAfterMs, staleAfterMs)).toBe('shore')
  expect(book.source(staleAfterMs + 1, staleAfterMs)).toBeNull()
})

test('only a change is worth acting on', () => {
  const book = open()
  expect(book.note(0, true, 0)).toBe(true)
  expect(book.note(0, true, 1_000)).toBe(false)
  expect(book.note(0, null, 2_000)).toBe(true)
})
