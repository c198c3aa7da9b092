import type { SeenBoards } from '../../drivers/antminer/antminer-driver.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceBook } from './device-book.ts'

/** A slot that has been without a board for so long was emptied on purpose. */
const forgottenAfterMs = 30 * 86_400_000
/** Each slot is written down anew no more often than this. */
const refreshMs = 3_600_000

/** The hashboards of devices as the book keeps them, so that a board lost before a restart is still missed after it. */
export function seenBoardsIn(book: Pick<DeviceBook, 'of' | 'update'>, clock: Pick<Clock, 'now'>): SeenBoards {
  return {
    of(key) {
      const now = clock.now()
      const seen = Object.entries(book.of(key).boards).filter(([, at]) => now - at <= forgottenAfterMs)
      return new Set(seen.map(([slot]) => Number(slot)))
    },
    add(key, slots) {
      const now = Math.round(clock.now())
      const { boards } = book.of(key)
      // A time ahead of now is one of a clock that was set back since.
      const stale = slots.filter((slot) => !(Math.abs(now - (boards[slot] ?? 0)) < refreshMs))
      if (stale.length === 0) return
      const isNew = stale.some((slot) => boards[slot] === undefined)
      book.update(
        key,
        { boards: { ...boards, ...Object.fromEntries(stale.map((slot) => [slot, now])) } },
        isNew,
      )
    },
  }
}
