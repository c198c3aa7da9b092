import { type MinerState, needsAttention, rankOfState } from './miner-state.ts'

/** The state of a miner as it may be claimed now, and whether an alert about it is open. */
export type ShownState = MinerState & { hasAlerts: boolean }

/** True where a person should look. Behind a silent box it is the box that needs it: of the miner nothing is known. */
export function needsLook(shown: ShownState): boolean {
  if (shown.reason === 'box-silent') return false
  return shown.hasAlerts || needsAttention(shown)
}

/** Order of what is shown, worst first. */
export function rankOf(shown: ShownState): number {
  // What works but has an alert stands with what works badly.
  return shown.hasAlerts
    ? Math.min(rankOfState(shown), rankOfState({ kind: 'below-expected', reason: 'slow' }))
    : rankOfState(shown)
}
