import { orderEventTypes } from '@shipminer/domain/orders/order-machine'
import { expect, test } from 'vitest'
import { eventWords } from './event-words.ts'

test('every event of the machine has words', () => {
  for (const type of orderEventTypes) expect(eventWords(type)).toBe(type)
})

test.each(['', 'toString', 'delivered-by-boat'])('%j has the words of something new', (kind) =>
  expect(eventWords(kind)).toBe('other'),
)
