/** `exported`: someone may hold a transaction to sign. `broadcast`: the transaction is known, the owners' balances are settled. */
export const payoutRunStates = ['draft', 'exported', 'broadcast', 'confirmed', 'cancelled'] as const
export type PayoutRunState = (typeof payoutRunStates)[number]

/** `replace`: another transaction for the same payouts took the place of the first, with a higher fee. */
export const payoutRunEvents = ['export', 'import', 'replace', 'confirm', 'cancel'] as const
export type PayoutRunEvent = (typeof payoutRunEvents)[number]

/**
 * ```
 * draft ─export─▶ exported ─import─▶ broadcast ─confirm─▶ confirmed
 *   │               ├─export─▶ exported  └─replace─▶ broadcast
 *   └───cancel──────┴─cancel─▶ cancelled
 * ```
 */
const transitions: Readonly<
  Record<PayoutRunState, Readonly<Partial<Record<PayoutRunEvent, PayoutRunState>>>>
> = {
  draft: { export: 'exported', cancel: 'cancelled' },
  exported: { export: 'exported', import: 'broadcast', cancel: 'cancelled' },
  broadcast: { replace: 'broadcast', confirm: 'confirmed' },
  confirmed: {},
  cancelled: {},
}

export type PayoutRunTransition = { ok: true; state: PayoutRunState } | { ok: false; reason: 'wrong-state' }

/** Where an event takes a run, or that it does not fit. */
export function transitionPayoutRun(state: PayoutRunState, event: PayoutRunEvent): PayoutRunTransition {
  const next = transitions[state][event]
  return next === undefined ? { ok: false, reason: 'wrong-state' } : { ok: true, state: next }
}

/** What can happen to a run now, for buttons. */
export function listPayoutRunEvents(state: PayoutRunState): PayoutRunEvent[] {
  return payoutRunEvents.filter((event) => transitionPayoutRun(state, event).ok)
}

/** Blocks on top of each other after which a payout is done with. */
export const payoutConfirmations = 6
