import { mostStrangers, type Stranger } from '@shipminer/contract/control/strangers'
import { expect, test } from 'vitest'
import { createStrangerBook } from './stranger-book.ts'

const stranger = (address: string): Stranger => ({
  ...{ key: address, address, guess: null },
  ports: [{ port: 80, protocol: 'http', said: 'HTTP 200' }],
})

test('a stranger is gone when two whole searches in a row did not find it', () => {
  const book = createStrangerBook()
  const addresses = () => book.list().map(({ address }) => address)
  book.note(stranger('10.0.0.10'))
  book.note(stranger('10.0.0.9'))
  book.endSearch(true)
  expect(addresses()).toEqual(['10.0.0.9', '10.0.0.10'])
  book.note(stranger('10.0.0.9'))
  book.endSearch(true)
  expect(addresses()).toEqual(['10.0.0.9', '10.0.0.10'])
  book.endSearch(false)
  expect(addresses()).toHaveLength(2)
  book.note(stranger('10.0.0.9'))
  book.endSearch(true)
  expect(addresses()).toEqual(['10.0.0.9'])
})

test('what is known now is no stranger any more', () => {
  const book = createStrangerBook()
  book.note(stranger('10.0.0.9'))
  book.forget('10.0.0.9', 4028)
  expect(book.list()).toHaveLength(1)
  book.forget('10.0.0.9', 80)
  expect(book.list()).toEqual([])
})

test('no more are kept than fit into one message', () => {
  const book = createStrangerBook()
  for (let at = 0; at < 200; at += 1) book.note(stranger(`10.0.0.${at}`))
  expect(book.list()).toHaveLength(mostStrangers)
})
