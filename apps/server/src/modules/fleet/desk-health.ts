import type { MinerHealth } from '@shipminer/contract/desk/fleet'
import { type MinerState, toneOfState } from '@shipminer/domain/fleet/miner-state'
import { type MinerStateRow, stateOfRow } from '../telemetry/telemetry.port.ts'

/** What the health of a miner at the desk depends on. */
export type HealthRow = MinerStateRow & { isLoud: boolean }

/** The one state of a miner in the desk's words, in which an open warning comes before what it does. */
export function healthOf(row: HealthRow, now: number, offlineAfterMs: number): MinerHealth {
  const state = stateOfRow(row, now, offlineAfterMs)
  if (state.kind === 'unreported') return 'unknown'
  if (state.kind === 'offline' || state.kind === 'stale') return state.kind
  if (row.isLoud) return 'alert'
  return healthOfState(state)
}

function healthOfState(state: MinerState): MinerHealth {
  switch (state.kind) {
    case 'mining':
      return toneOfState(state) === 'bad' ? 'alert' : 'mining'
    case 'below-expected':
    case 'error':
      return 'alert'
    case 'asleep':
      return 'curtailed'
    // What it said was not understood.
    case 'unknown':
      return 'unknown'
    default:
      return 'idle'
  }
}
