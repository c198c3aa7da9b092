/** The promise: a person answers within a day (docs/product.md 1.1 and 9.1, terms of service). */
export const answerWithinMs = 24 * 3_600_000
/** An answer that is due in less than this is due soon. */
export const dueSoonMs = 4 * 3_600_000

/** All times in ms of one clock. `remainingMs` is negative once it is overdue. */
export type AnswerClock =
  | { state: 'waiting'; dueAt: number; remainingMs: number; isSoon: boolean }
  | { state: 'overdue'; dueAt: number; remainingMs: number }
  | { state: 'answered'; dueAt: number; answeredAt: number; isInTime: boolean }

/**
 * The state of the promise to answer. Its clock stops with the first answer by a person; an automatic mail does not count. At the very
 * moment it is due it is not overdue yet.
 *
 * @example answerClock({ askedAt: 0, answeredAt: null }, 3_600_000) // { state: 'waiting', remainingMs: 82_800_000, … }
 */
export function answerClock(
  { askedAt, answeredAt }: { askedAt: number; answeredAt: number | null },
  now: number,
): AnswerClock {
  const dueAt = askedAt + answerWithinMs
  if (answeredAt !== null) return { state: 'answered', dueAt, answeredAt, isInTime: answeredAt <= dueAt }
  const remainingMs = dueAt - now
  if (remainingMs < 0) return { state: 'overdue', dueAt, remainingMs }
  return { state: 'waiting', dueAt, remainingMs, isSoon: remainingMs <= dueSoonMs }
}
