import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type FleetHealth, fleetHealth } from '../lib/fleet-health.ts'
import { countFilters } from '../lib/miner-list.ts'
import { useFleet } from './fleet-context.tsx'
import styles from './health-line.module.css'

/** The first thing on the dashboard: is everything fine, in one sentence. */
export function HealthLine() {
  const { t } = useTranslation('fleet')
  const linked = useFleet((state) => state.link !== 'down')
  const statuses = useFleet((state) => state.statuses)
  const states = useFleet((state) => state.states)
  const controllers = useFleet((state) => state.controllers)
  const openAlerts = useFleet((state) => state.summary?.alertsCount ?? 0)
  const health = useMemo(
    () => fleetHealth({ linked, counts: countFilters({ statuses, states }), controllers, openAlerts }),
    [linked, statuses, states, controllers, openAlerts],
  )
  return (
    <p className={`${styles.line} ${styles[toneOf(health)]}`}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        {health.kind === 'fine' ? (
          <circle cx="7" cy="7" r="6" fill="currentColor" />
        ) : toneOf(health) === 'caution' ? (
          <path d="M7 0.5L14 13H0z" fill="currentColor" />
        ) : (
          <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" />
        )}
      </svg>
      <span>
        {health.kind === 'fine' &&
          (health.mining === health.total
            ? t('health.fine', { count: health.total })
            : t('health.fineResting', { count: health.total, mining: health.mining }))}
        {health.kind === 'attention' && t('health.attention', { count: health.count })}
        {health.kind === 'alerts' && t('health.alerts', { count: health.count })}
        {health.kind === 'silent' && t('health.silent', { count: health.silent })}
        {health.kind === 'waiting' && t('health.waiting')}
        {health.kind === 'unlinked' && t('health.unlinked')}
      </span>
    </p>
  )
}

function toneOf({ kind }: FleetHealth): 'good' | 'caution' | 'idle' {
  if (kind === 'fine') return 'good'
  return kind === 'waiting' || kind === 'unlinked' ? 'idle' : 'caution'
}
