import type { AlertSeverity } from './alert-kinds.ts'
import { isWithin, type NoticeHours } from './plan-notice.ts'

/** `isOpen`: nobody has acknowledged it, and its cause holds. `notifiedAt`: when its owner was notified, null: not yet. */
export type EscalatingAlert = {
  id: string
  severity: AlertSeverity
  notifiedAt: number | null
  isOpen: boolean
}

/**
 * Which alerts go to the second person now: those of critical rules that nobody acknowledged in the time that their owner was given. The time
 * runs from the notification, or from when the second person was chosen, whichever is later. In quiet hours only if critical ones may
 * break through; otherwise what is still open then goes when they end.
 */
export function planEscalation(input: {
  now: number
  /** Minute of the day on the owner's clock. */
  minuteOfDay: number
  alerts: readonly EscalatingAlert[]
  afterMs: number
  /** When the owner chose whom it goes to. */
  chosenAt: number
  quietHours: NoticeHours
  criticalInQuietHours: boolean
}): string[] {
  const { now, minuteOfDay, alerts, afterMs, chosenAt, quietHours, criticalInQuietHours } = input
  if (isWithin(minuteOfDay, quietHours) && !criticalInQuietHours) return []
  return alerts.flatMap(({ id, severity, notifiedAt, isOpen }) =>
    isOpen &&
    severity === 'critical' &&
    notifiedAt !== null &&
    now - Math.max(notifiedAt, chosenAt) >= afterMs
      ? [id]
      : [],
  )
}
