/** Life of an alert (docs/product.md 4.8: acknowledge, then resolve). */
export type AlertStatus = 'active' | 'acknowledged' | 'resolved'
export type AlertEvent = 'acknowledged' | 'resolved' | 'cleared'

/**
 * active → acknowledged → resolved by a person; active or acknowledged → resolved when the cause clears by itself.
 * A person cannot resolve an alert that is not acknowledged; a resolved alert stays resolved (the same cause later is a new alert).
 */
const transitions: Record<AlertStatus, Partial<Record<AlertEvent, AlertStatus>>> = {
  active: { acknowledged: 'acknowledged', cleared: 'resolved' },
  acknowledged: { resolved: 'resolved', cleared: 'resolved' },
  resolved: {},
}

/** Applies one event, or says why it does not fit. */
export function alertTransition(
  status: AlertStatus,
  event: AlertEvent,
):
  | { ok: true; status: AlertStatus }
  | { ok: false; reason: 'not-acknowledged' | 'already-acknowledged' | 'already-resolved' } {
  const next = transitions[status][event]
  if (next) return { ok: true, status: next }
  if (status === 'resolved') return { ok: false, reason: 'already-resolved' }
  return { ok: false, reason: event === 'resolved' ? 'not-acknowledged' : 'already-acknowledged' }
}
