import type { Explanation } from '@shipminer/domain/generator/explanation'
import { detectionBudgetMs } from '@shipminer/domain/generator/reserve'

/** Why the heartbeat stands still; null while it beats. */
export type HeartbeatStop =
  /** No load, or an old one. */
  | 'load-unknown'
  /** Above the limit for longer than miners need to give way: they do not, so their power goes. */
  | 'overload-stuck'
  /** Everything is off by an order, and had the time to go to sleep. */
  | 'ordered-off'
  /** Nothing is set up to be followed. */
  | 'not-set-up'

/** What the heart remembers between two beats, ms of the controller's monotonic clock. */
export type HeartbeatMemory = {
  overSince: number | null
  offSince: number | null
  /** It was stopped by an overload, and stands still until the load was within the limit for the hold time. */
  stuckUntil: number | null
}

export const newHeartbeatMemory: HeartbeatMemory = { overSince: null, offSince: null, stuckUntil: null }

/**
 * Whether the boxes may have power. A contactor hangs on this: what the law cannot bring about with commands is brought about by taking
 * the power away. `slowestMs` is the longest time in which a device confirms that it sleeps.
 */
export function heartbeatHealth(
  memory: HeartbeatMemory,
  input: { explanation: Explanation | null; slowestMs: number; holdMs: number; now: number },
): { memory: HeartbeatMemory; stop: HeartbeatStop | null } {
  const { explanation, now } = input
  if (explanation === null) return { memory: newHeartbeatMemory, stop: 'not-set-up' }
  const { generatorLoadKw, limitKw, offReason, activity } = explanation
  const isOver = generatorLoadKw !== null && limitKw !== null && generatorLoadKw > limitKw
  const isOff = activity === 'off'
  const overSince = isOver ? (memory.overSince ?? now) : null
  const offSince = isOff ? (memory.offSince ?? now) : null
  const graceMs = detectionBudgetMs + input.slowestMs
  const isStuck = overSince !== null && now - overSince > graceMs
  const isStillStuck = memory.stuckUntil !== null && (isOver || now < memory.stuckUntil)
  const stuckUntil =
    isStuck || (isStillStuck && isOver) ? now + input.holdMs : isStillStuck ? memory.stuckUntil : null
  const next: HeartbeatMemory = { overSince, offSince, stuckUntil }

  if (offReason === 'load-unknown' || activity === 'waiting') return { memory: next, stop: 'load-unknown' }
  if (stuckUntil !== null) return { memory: next, stop: 'overload-stuck' }
  if (offSince !== null && now - offSince > graceMs) return { memory: next, stop: 'ordered-off' }
  return { memory: next, stop: null }
}
