import type { MinerHealth } from '@shipminer/contract/desk/fleet'
import { useTranslation } from 'react-i18next'
import { type BadgeStatus, StatusBadge } from '../../../ui/signs/status-badge.tsx'

const looks: Record<MinerHealth, BadgeStatus> = {
  mining: 'mining',
  curtailed: 'sleeping',
  idle: 'idle',
  alert: 'attention',
  stale: 'stale',
  offline: 'offline',
  unknown: 'unreported',
}

/** Word and shape of a miner's health. */
export function HealthBadge({ health }: { health: MinerHealth }) {
  const { t } = useTranslation('desk-fleet')
  return <StatusBadge status={looks[health]} label={t(`health.${health}`)} />
}
