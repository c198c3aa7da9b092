import { expect, test } from 'vitest'
import type { DeviceNote } from './device-book.ts'
import { seenBoardsIn } from './seen-boards.ts'

const day = 86_400_000
const start = 1_800_000_000_000

function bookInMemory() {
  const notes = new Map<string, Pick<DeviceNote, 'boards'>>()
  const urgent: boolean[] = []
  return {
    urgent,
    of: (key: string) => (notes.get(key) ?? { boards: {} }) as DeviceNote,
    update(key: string, over: Partial<DeviceNote>, isUrgent: boolean) {
      urgent.push(isUrgent)
      notes.set(key, { boards: over.boards ?? {} })
    },
  }
}

test('a slot that held a working board is known from then on, to each device its own', () => {
  const boards = seenBoardsIn(bookInMemory(), { now: () => start })
  boards.add('mac:1', [0, 2])
  boards.add('mac:1', [1])
  expect(boards.of('mac:1')).toEqual(new Set([0, 1, 2]))
  expect(boards.of('mac:2')).toEqual(new Set())
})

test('a board that works keeps its slot known, one that was taken out is forgotten after a month', () => {
  let now = start
  const boards = seenBoardsIn(bookInMemory(), { now: () => now })
  boards.add('mac:1', [0, 1])
  now += 20 * day
  boards.add('mac:1', [1])
  now += 11 * day
  expect(boards.of('mac:1')).toEqual(new Set([1]))
})

test('the book is written for a new slot at once, for a known one seldom', () => {
  let now = start
  const book = bookInMemory()
  const boards = seenBoardsIn(book, { now: () => now })
  for (let poll = 0; poll < 10; poll++, now += 5_000) boards.add('mac:1', [0, 1])
  expect(book.urgent).toEqual([true])
  now += 3_600_000
  boards.add('mac:1', [0, 1])
  expect(book.urgent).toEqual([true, false])
})

test('a clock that was set back makes no board unknown', () => {
  let now = start
  const boards = seenBoardsIn(bookInMemory(), { now: () => now })
  boards.add('mac:1', [0])
  now = day
  expect(boards.of('mac:1')).toEqual(new Set([0]))
})
