import { wordOfState } from '@shipminer/domain/miner-state'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { badgeOf } from '../lib/shown-state.ts'
import { useFleet } from './fleet-context.tsx'

/** Word, shape and colour of a miner's state, as old as its last sample makes it. */
export function MinerBadge({ id }: { id: string }) {
  const { t } = useTranslation('fleet')
  const state = useFleet(({ states }) => states.get(id))
  if (!state) return <StatusBadge status="unreported" />
  const hasReason = state.reason !== 'normal' && state.reason !== 'no-answer'
  return (
    <StatusBadge
      status={badgeOf(state)}
      {...(hasReason ? { label: t(`state.${wordOfState(state)}`) } : {})}
    />
  )
}
