import type { LivePhase } from '../../../../lib/live/live-machine.ts'
import type { LiveConnection } from './fleet-link.ts'

/** What the phase of the live client means for the page: the first attempt is no loss yet. */
export function liveConnection(phase: LivePhase, attempts: number): LiveConnection {
  if (phase === 'live') return 'live'
  if (phase === 'waiting' || phase === 'refused') return 'lost'
  return attempts === 0 ? 'connecting' : 'lost'
}
