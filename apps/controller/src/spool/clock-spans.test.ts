import { describe, expect, test } from 'vitest'
import { agreeOnOffset, type ClockSpan, neededSpans, offsetOfBatch, startSpan } from './clock-spans.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 5, 1)
const span = (changes: Partial<ClockSpan>): ClockSpan => ({
  fromSeq: 1,
  startedAt: now,
  endedAt: null,
  offsetMs: null,
  wallAheadMs: 0,
  ...changes,
})

describe('the clock of a batch', () => {
  test('one measurement places all of its run, and only that', () => {
    const first = startSpan([], { fromSeq: 5, at: now, lastBatchAt: null })
    expect(offsetOfBatch(first, 7)).toBeNull()
    const agreed = agreeOnOffset(first, { offsetMs: 23 * hour, nextSeq: 9, at: now, wallAheadMs: 0 })
    expect(offsetOfBatch(agreed, 5)).toBe(23 * hour)
    const second = startSpan(agreed, { fromSeq: 12, at: now + day, lastBatchAt: now + hour })
    const both = agreeOnOffset(second, { offsetMs: 3, nextSeq: 13, at: now + day, wallAheadMs: 0 })
    expect([5, 11, 12, 90].map((seq) => offsetOfBatch(both, seq))).toEqual([23 * hour, 23 * hour, 3, 3])
  })

  test('a run without batches leaves no span', () => {
    const first = startSpan([], { fromSeq: 5, at: now, lastBatchAt: null })
    expect(startSpan(first, { fromSeq: 5, at: now + hour, lastBatchAt: null })).toHaveLength(1)
  })

  test('a board that slept has another clock from then on; what it measured before keeps its own', () => {
    const first = agreeOnOffset([span({})], { offsetMs: 100, nextSeq: 4, at: now, wallAheadMs: 0 })
    const awake = agreeOnOffset(first, { offsetMs: 100 + hour, nextSeq: 8, at: now + day, wallAheadMs: hour })
    expect([7, 8].map((seq) => offsetOfBatch(awake, seq))).toEqual([100, 100 + hour])
    const slewed = agreeOnOffset(awake, {
      offsetMs: 900 + hour,
      nextSeq: 9,
      at: now + day,
      wallAheadMs: hour,
    })
    expect(slewed).toHaveLength(2)
  })

  describe('a run that was never measured', () => {
    const present = (changes: Partial<ClockSpan>) => span({ fromSeq: 10, offsetMs: 0, ...changes })

    test('is placed by the board, when its clock was right', () => {
      const spans = [span({ endedAt: now + hour }), present({ startedAt: now + 5 * hour })]
      expect(offsetOfBatch(spans, 1)).toBe(0)
    })

    test('is placed by the board, when its clock was set in the course of it', () => {
      const spans = [
        span({ startedAt: 0, endedAt: hour, wallAheadMs: now }),
        present({ startedAt: now + 5 * hour }),
      ]
      expect(offsetOfBatch(spans, 1)).toBe(now)
    })

    test('ends before the next begins, when its clock was never set', () => {
      const spans = [span({ startedAt: 0, endedAt: hour }), present({ startedAt: now })]
      expect(hour + Number(offsetOfBatch(spans, 1))).toBe(now - 5_000)
    })

    test('ends before the next begins, when its clock was ahead', () => {
      const spans = [
        span({ startedAt: now + 400 * day, endedAt: now + 400 * day + hour }),
        present({ startedAt: now + 2 * hour }),
      ]
      expect(now + 400 * day + hour + Number(offsetOfBatch(spans, 1))).toBe(now + 2 * hour - 5_000)
    })

    test('does not begin before the one before it ended', () => {
      const before = span({ startedAt: now, endedAt: now + hour, offsetMs: 0 })
      const unknown = span({ fromSeq: 5, startedAt: now - 23 * hour, endedAt: now - 22 * hour })
      const spans = [before, unknown, present({ startedAt: now + 3 * hour })]
      expect(now - 22 * hour + Number(offsetOfBatch(spans, 5))).toBe(now + 3 * hour - 5_000)
      expect(offsetOfBatch(spans, 1)).toBe(0)
    })
  })

  test('spans are kept as long as something of them has to be sent', () => {
    const spans = [1, 10, 20, 30].map((fromSeq) => span({ fromSeq }))
    const kept = (firstUnsentSeq: number | null) =>
      neededSpans(spans, firstUnsentSeq).map(({ fromSeq }) => fromSeq)
    expect(kept(null)).toEqual([30])
    expect(kept(25)).toEqual([10, 20, 30])
    expect(kept(3)).toEqual([1, 10, 20, 30])
  })
})
