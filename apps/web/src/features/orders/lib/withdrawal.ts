/**
 * The consumer's withdrawal in its two steps, as the law wants them: the statement, then its confirmation.
 *
 *   closed --open--> filling --continue--> confirming --confirm--> sending --received--> done
 *   filling --close--> closed      confirming --back--> filling
 *                                  sending --failed--> failed --confirm--> sending, --back--> filling
 */
export type Withdrawal =
  | { kind: 'closed' }
  | { kind: 'filling' }
  | { kind: 'confirming' }
  | { kind: 'sending' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'done' }

export type WithdrawalEvent =
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'continue' }
  | { type: 'back' }
  | { type: 'confirm' }
  | { type: 'received' }
  | { type: 'failed'; error: unknown }

const next: Record<
  Withdrawal['kind'],
  Partial<Record<Exclude<WithdrawalEvent['type'], 'failed'>, Exclude<Withdrawal['kind'], 'failed'>>>
> = {
  closed: { open: 'filling' },
  filling: { close: 'closed', continue: 'confirming' },
  confirming: { back: 'filling', confirm: 'sending' },
  sending: { received: 'done' },
  failed: { back: 'filling', confirm: 'sending' },
  done: {},
}

/** The state after an event, or null where the event is not for this state. */
export function withdrawalTransition(state: Withdrawal, event: WithdrawalEvent): Withdrawal | null {
  if (event.type === 'failed') return state.kind === 'sending' ? { kind: 'failed', error: event.error } : null
  const kind = next[state.kind][event.type]
  return kind === undefined ? null : { kind }
}

/** The statement as typed. */
export type WithdrawalForm = { name: string; email: string; statement: string }
