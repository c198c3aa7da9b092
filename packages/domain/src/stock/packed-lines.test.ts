import { expect, test } from 'vitest'
import type { BoxState } from './box-stock.ts'
import { packedLines } from './packed-lines.ts'

const lines = [
  { position: 1, name: 'Shipminer 19', productId: 'sm19', quantity: 3 },
  { position: 2, name: 'Shipminer 21', productId: 'sm21', quantity: 1 },
]
const box = (serial: string, state: BoxState, orderPosition = 1) => ({ serial, state, orderPosition })
const packed = (...boxes: ReturnType<typeof box>[]) =>
  packedLines(lines, boxes).map(({ productId, quantity, earlier, later, serials }) => [
    productId,
    quantity,
    earlier,
    later,
    serials.join(),
  ])

test('without boxes everything goes', () =>
  expect(packed()).toEqual([
    ['sm19', 3, 0, 0, ''],
    ['sm21', 1, 0, 0, ''],
  ]))

test('chosen boxes are named, and still everything goes', () =>
  expect(packed(box('A', 'tested'), box('B', 'ordered'))).toEqual([
    ['sm19', 3, 0, 0, 'A,B'],
    ['sm21', 1, 0, 0, ''],
  ]))

test('once some were shipped only those go, and the rest is to come', () =>
  expect(packed(box('A', 'shipped'), box('B', 'tested'))).toEqual([['sm19', 1, 0, 2, 'A']]))

test('what is on board went before', () => {
  expect(packed(box('A', 'installed'), box('B', 'shipped'))).toEqual([['sm19', 1, 1, 1, 'B']])
  expect(packed(box('A', 'installed'), box('B', 'tested'))).toEqual([
    ['sm19', 2, 1, 0, 'B'],
    ['sm21', 1, 0, 0, ''],
  ])
})

test('one that came back is neither on board nor going', () =>
  expect(packed(box('A', 'returned'))).toEqual([
    ['sm19', 3, 0, 0, ''],
    ['sm21', 1, 0, 0, ''],
  ]))

test('when all is on board the slip is of all of it', () =>
  expect(
    packed(box('A', 'installed'), box('B', 'installed'), box('C', 'installed'), box('D', 'installed', 2)),
  ).toEqual([
    ['sm19', 3, 0, 0, ''],
    ['sm21', 1, 0, 0, ''],
  ]))
