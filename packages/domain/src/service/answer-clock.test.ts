import { expect, test } from 'vitest'
import { answerClock, answerWithinMs, dueSoonMs } from './answer-clock.ts'

const askedAt = Date.UTC(2026, 4, 1, 10)
const dueAt = askedAt + answerWithinMs
const open = { askedAt, answeredAt: null }

test.each([
  ['just asked', askedAt, { state: 'waiting', dueAt, remainingMs: answerWithinMs, isSoon: false }],
  [
    'a little before soon',
    dueAt - dueSoonMs - 1,
    { state: 'waiting', dueAt, remainingMs: dueSoonMs + 1, isSoon: false },
  ],
  ['soon', dueAt - dueSoonMs, { state: 'waiting', dueAt, remainingMs: dueSoonMs, isSoon: true }],
  ['at the moment it is due', dueAt, { state: 'waiting', dueAt, remainingMs: 0, isSoon: true }],
  ['a moment later', dueAt + 1, { state: 'overdue', dueAt, remainingMs: -1 }],
  ['a week later', dueAt + 7 * answerWithinMs, { state: 'overdue', dueAt, remainingMs: -7 * answerWithinMs }],
] as const)('%s', (_name, now, clock) => expect(answerClock(open, now)).toEqual(clock))

test('stops with the first answer, in time or not, whatever the time is now', () => {
  for (const now of [askedAt, dueAt + answerWithinMs]) {
    expect(answerClock({ askedAt, answeredAt: dueAt }, now)).toEqual({
      state: 'answered',
      dueAt,
      answeredAt: dueAt,
      isInTime: true,
    })
    expect(answerClock({ askedAt, answeredAt: dueAt + 1 }, now)).toMatchObject({
      state: 'answered',
      isInTime: false,
    })
  }
})
