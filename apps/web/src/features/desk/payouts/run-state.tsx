import type { PayoutRunState } from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'

const badges = {
  draft: 'unknown',
  exported: 'attention',
  broadcast: 'starting',
  confirmed: 'online',
  cancelled: 'offline',
} as const

/** State of a run in a word and a shape. */
export function RunState({ state }: { state: PayoutRunState }) {
  const { t } = useTranslation('desk-payouts')
  return <StatusBadge status={badges[state]} label={t(`state.${state}`)} />
}
