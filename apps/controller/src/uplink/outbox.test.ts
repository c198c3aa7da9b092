import { describe, expect, test } from 'vitest'
import { createOutbox } from './outbox.ts'

function outboxOver(unsent: number[], backlogTo: number, maxInFlight: number) {
  const waiting = new Set(unsent)
  const nextUnsent = (from: number, to: number) =>
    [...waiting].sort((a, b) => a - b).find((seq) => seq >= from && seq <= to) ?? null
  return { waiting, outbox: createOutbox({ maxInFlight, backlogTo, nextUnsent }) }
}

function drain(outbox: { next(): number | null }): number[] {
  const taken: number[] = []
  for (let seq = outbox.next(); seq !== null; seq = outbox.next()) taken.push(seq)
  return taken
}

describe('outbox', () => {
  test('the backlog goes oldest first and leaves a place for the present', () => {
    const { outbox, waiting } = outboxOver([3, 4, 5, 7, 8], 8, 4)
    expect(drain(outbox)).toEqual([3, 4, 5])
    waiting.add(9)
    outbox.add(9)
    expect(drain(outbox)).toEqual([9])
    outbox.settle(9)
    expect(drain(outbox)).toEqual([])
    outbox.settle(3)
    waiting.delete(3)
    expect(drain(outbox)).toEqual([7])
  })

  test('new batches overtake the backlog', () => {
    const { outbox, waiting } = outboxOver([1, 2, 3, 4], 4, 3)
    expect(drain(outbox)).toEqual([1, 2])
    for (const seq of [5, 6]) {
      waiting.add(seq)
      outbox.add(seq)
    }
    for (const seq of [1, 2]) {
      waiting.delete(seq)
      outbox.settle(seq)
    }
    expect(drain(outbox)).toEqual([5, 6])
    waiting.delete(5)
    outbox.settle(5)
    expect(drain(outbox)).toEqual([3])
  })

  test('what the server has, or the spool dropped, is not sent', () => {
    const { outbox } = outboxOver([2], 4, 8)
    outbox.add(6)
    expect(drain(outbox)).toEqual([2])
    expect(outbox.inFlight()).toBe(1)
  })

  test('a window of one still sends both', () => {
    const { outbox, waiting } = outboxOver([1], 1, 1)
    waiting.add(2)
    outbox.add(2)
    expect(drain(outbox)).toEqual([2])
    outbox.settle(2)
    waiting.delete(2)
    expect(drain(outbox)).toEqual([1])
  })
})
