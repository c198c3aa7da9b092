import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { badgeOf } from '../lib/miner-condition.ts'
import { useFleet } from './fleet-context.tsx'

/** Word, shape and colour of a miner's condition, as old as its last sample makes it. */
export function MinerBadge({ id }: { id: string }) {
  const { t } = useTranslation('fleet')
  const status = useFleet(({ conditions, miners }) =>
    badgeOf(conditions.get(id) ?? 'unreported', miners.get(id)?.state ?? null),
  )
  return status === 'sleeping' ? (
    <StatusBadge status={status} label={t('condition.paused')} />
  ) : (
    <StatusBadge status={status} />
  )
}
