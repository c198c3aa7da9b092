import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { useFleet } from '../components/fleet-context.tsx'
import headingStyles from '../components/fleet-heading.module.css'
import { MinerBadge } from '../components/miner-badge.tsx'
import { FleetAge } from '../live/fleet-age.tsx'
import styles from './miner-header.module.css'

/** Name of a miner with its condition, the age of its values, and why it cannot be reached if so. */
export function MinerHeader({ id }: { id: string }) {
  const { t } = useTranslation('fleet')
  const miner = useFleet(({ miners }) => miners.get(id))
  const fresh = useFleet(({ statuses }) => statuses.get(id) === 'online')
  if (!miner) return null
  return (
    <div className={styles.header}>
      <h1 className={headingStyles.heading}>{miner.name}</h1>
      <p className={styles.state}>
        <MinerBadge id={id} />
        <span className={text.quiet}>
          {t('field.updated')} <FleetAge at={miner.sampledAt} />
        </span>
        {!fresh && miner.unreachable !== null && (
          <span className={styles.reason}>{t(`unreachable.${miner.unreachable}`)}</span>
        )}
      </p>
    </div>
  )
}

/** The way back. */
export function BackToDashboard() {
  const { t } = useTranslation('fleet')
  return (
    <Link to={paths.dashboard} className={styles.back}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M10 3L5 8l5 5" fill="none" stroke="currentColor" strokeWidth="1.75" />
      </svg>
      {t('miner.back')}
    </Link>
  )
}
