import { type MinerState, wordOfState } from '@shipminer/domain/fleet/miner-state'
import { useTranslation } from 'react-i18next'
import { badgeOf } from './badge-of-state.ts'
import { StatusBadge } from './status-badge.tsx'

/** Word, shape and colour of the one state of a miner. */
export function MinerStateBadge({ state, hasAlerts }: { state: MinerState; hasAlerts: boolean }) {
  const { t } = useTranslation('fleet')
  const { kind, reason } = state
  const hasReason = reason !== 'normal' && reason !== 'no-answer'
  return (
    <StatusBadge
      status={badgeOf({ kind, reason, hasAlerts })}
      {...(hasReason ? { label: t(`state.${wordOfState(state)}`) } : {})}
    />
  )
}
