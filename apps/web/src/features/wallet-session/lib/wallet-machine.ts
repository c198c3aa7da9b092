/**
 * The life of a wallet connection (docs/product.md 4.1), the same for every kind of wallet.
 *
 * disconnected → connecting → connected | wrong-network | failed; wrong-network ⇄ connected as the wallet changes its network;
 * connected → signing → connected (signed) | failed | cancelling; cancelling → disconnected, because cancelling a signature
 * disconnects. From failed one connects again. Everything but `cancelling` can be disconnected at once.
 */
export type WalletPhase =
  | 'disconnected'
  | 'connecting'
  | 'wrong-network'
  | 'connected'
  | 'signing'
  | 'cancelling'
  | 'failed'

/** @internal For tests. */
export const walletPhases = [
  'disconnected',
  'connecting',
  'wrong-network',
  'connected',
  'signing',
  'cancelling',
  'failed',
] as const satisfies readonly WalletPhase[]

export type WalletEvent =
  | 'connect-requested'
  | 'approved'
  | 'approved-elsewhere'
  | 'network-right'
  | 'network-wrong'
  | 'sign-requested'
  | 'signed'
  | 'failed'
  | 'cancelled'
  | 'disconnected'

export const walletTransitions: Record<WalletPhase, Partial<Record<WalletEvent, WalletPhase>>> = {
  disconnected: { 'connect-requested': 'connecting' },
  connecting: {
    approved: 'connected',
    /** Approved, but the wallet is on a network the product does not use. */
    'approved-elsewhere': 'wrong-network',
    failed: 'failed',
    cancelled: 'disconnected',
    disconnected: 'disconnected',
  },
  'wrong-network': {
    'network-right': 'connected',
    'connect-requested': 'connecting',
    cancelled: 'disconnected',
    disconnected: 'disconnected',
  },
  connected: {
    'sign-requested': 'signing',
    'network-wrong': 'wrong-network',
    'connect-requested': 'connecting',
    failed: 'failed',
    cancelled: 'disconnected',
    disconnected: 'disconnected',
  },
  signing: {
    signed: 'connected',
    failed: 'failed',
    cancelled: 'cancelling',
    disconnected: 'disconnected',
  },
  cancelling: { disconnected: 'disconnected' },
  failed: { 'connect-requested': 'connecting', cancelled: 'disconnected', disconnected: 'disconnected' },
}

/** Applies one event; an event that does not fit its phase is refused and changes nothing. */
export function walletTransition(
  phase: WalletPhase,
  event: WalletEvent,
): { ok: true; phase: WalletPhase } | { ok: false; reason: 'not-possible-now' } {
  const next = walletTransitions[phase][event]
  return next ? { ok: true, phase: next } : { ok: false, reason: 'not-possible-now' }
}
