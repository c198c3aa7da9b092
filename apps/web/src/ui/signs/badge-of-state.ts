import type { MinerState, MinerStateKind } from '@shipminer/domain/fleet/miner-state'
import type { BadgeStatus } from './status-badge.tsx'

const badges: Record<MinerStateKind, BadgeStatus> = {
  mining: 'online',
  'below-expected': 'attention',
  starting: 'starting',
  asleep: 'sleeping',
  idle: 'idle',
  error: 'fault',
  stale: 'stale',
  offline: 'offline',
  unreported: 'unreported',
  unknown: 'unknown',
}

/** The badge of a miner. */
export function badgeOf(state: MinerState & { hasAlerts: boolean }): BadgeStatus {
  if (state.reason === 'against-stop') return 'fault'
  return state.kind === 'mining' && state.hasAlerts ? 'attention' : badges[state.kind]
}
