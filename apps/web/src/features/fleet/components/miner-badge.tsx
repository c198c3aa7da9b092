import { MinerStateBadge } from '../../../ui/signs/miner-state-badge.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import { useFleet } from './fleet-context.tsx'

/** Word, shape and colour of a miner's state, as old as its last sample makes it. */
export function MinerBadge({ id }: { id: string }) {
  const state = useFleet(({ states }) => states.get(id))
  return state ? (
    <MinerStateBadge state={state} hasAlerts={state.hasAlerts} />
  ) : (
    <StatusBadge status="unreported" />
  )
}
