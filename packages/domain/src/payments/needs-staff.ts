import { type IntentException, type IntentState, isActive } from './intent/intent.ts'

const forStaff: ReadonlySet<IntentException> = new Set(['overpaid', 'late', 'wrong_network', 'wrong_token'])

/** Whether a person of the provider has to look at an intent: the exception queue of the desk. */
export function needsStaff({ status, exceptions, amountReceived, amountToRefund }: IntentState): boolean {
  if (amountToRefund > 0n) return true
  if (exceptions.includes('wrong_network') || exceptions.includes('wrong_token')) return true
  if (status === 'manually_completed' || status === 'confirmed') return false
  if (exceptions.includes('reorged')) return true
  return !isActive(status) && (amountReceived > 0n || exceptions.some((exception) => forStaff.has(exception)))
}
