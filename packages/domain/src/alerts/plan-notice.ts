import type { AlertSeverity } from './alert-kinds.ts'

export type PendingAlert = { id: string; severity: AlertSeverity; raisedAt: number; isOver: boolean }

/** Minutes after midnight of the owner's own clock; `from` after `to` runs over midnight. */
export type NoticeHours = { fromMinute: number; toMinute: number } | null

/** Alerts that belong together wait for each other; so short that a message leaves within a minute of the rule's time. */
export const groupMs = 20_000
/** At most one message in this time, */
export const pauseMs = 10 * 60_000
/** unless something is critical. */
export const criticalPauseMs = 2 * 60_000

/**
 * What to notify an owner of now: one message with everything that waited, or nothing yet. `drop` are alerts that were over before
 * anyone was notified: they are in the history and need no message.
 */
export function planNotice(input: {
  now: number
  /** Minute of the day on the owner's clock. */
  minuteOfDay: number
  pending: readonly PendingAlert[]
  lastNotifiedAt: number | null
  quietHours: NoticeHours
  criticalInQuietHours: boolean
}): { notify: string[]; drop: string[] } {
  const drop = input.pending
    .filter(({ isOver, severity }) => isOver && severity !== 'info')
    .map(({ id }) => id)
  const waiting = input.pending.filter(({ id }) => !drop.includes(id))
  const isQuiet = isWithin(input.minuteOfDay, input.quietHours)
  const audible = waiting.filter(
    ({ severity }) => !isQuiet || (severity === 'critical' && input.criticalInQuietHours),
  )
  const nothing = { notify: [], drop }
  if (audible.length === 0) return nothing
  const oldest = Math.min(...audible.map(({ raisedAt }) => raisedAt))
  if (input.now - oldest < groupMs) return nothing
  const pause = audible.some(({ severity }) => severity === 'critical') ? criticalPauseMs : pauseMs
  if (input.lastNotifiedAt !== null && input.now - input.lastNotifiedAt < pause) return nothing
  return { notify: audible.map(({ id }) => id), drop }
}

/** Whether a minute of the day is one of somebody’s quiet hours. */
export function isWithin(minute: number, hours: NoticeHours): boolean {
  if (hours === null) return false
  const { fromMinute, toMinute } = hours
  return fromMinute <= toMinute
    ? minute >= fromMinute && minute < toMinute
    : minute >= fromMinute || minute < toMinute
}
