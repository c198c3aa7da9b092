import type { DeskMiner } from '@shipminer/contract/desk-fleet'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatPercent } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { Age } from '../../../ui/values/age.tsx'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Temperature } from '../../../ui/values/temperature.tsx'
import styles from '../components/desk.module.css'
import own from './fleet.module.css'
import { HealthBadge } from './health-badge.tsx'

const oldHealths = ['stale', 'offline']

/** One miner of an owner. Old values are grey and show their age. */
export function FleetRow({ miner, clockOffsetMs }: { miner: DeskMiner; clockOffsetMs: number }) {
  const { t } = useTranslation('desk-fleet')
  const language = useLanguage()
  const { make, model, firmware, ship, owner, alerts, hashrateThs, expectedHashrateThs } = miner
  const isOld = oldHealths.includes(miner.health)
  const kind = [make, model].filter((part) => part !== null).join(' ')
  return (
    <li className={own.miner}>
      <div>
        <strong>{miner.name}</strong>
        <span className={styles.small}>{kind || t('kindUnknown')}</span>
        <span className={styles.small}>{firmware ?? t('firmwareUnknown')}</span>
      </div>
      <div>
        <Link to={`${paths.deskFleet}?controller=${encodeURIComponent(miner.controllerId)}`}>
          {miner.controllerName}
        </Link>
        <span className={styles.small}>{ship ?? t('shipNone')}</span>
        <span className={styles.small}>{owner ?? t('ownerNone')}</span>
      </div>
      <div>
        <HealthBadge health={miner.health} />
        <span className={isOld ? own.old : styles.small}>
          <Age at={miner.sampledAt} clockOffsetMs={clockOffsetMs} />
        </span>
        {alerts.length > 0 && (
          <span className={styles.late}>{alerts.map((alert) => t(`alert.${alert}`)).join(', ')}</span>
        )}
      </div>
      <div className={isOld ? own.old : undefined}>
        <span>
          {isOld && <span className={styles.small}>{t('lastKnown')} </span>}
          <HashRate hashrateThs={hashrateThs} />
        </span>
        {hashrateThs !== null && expectedHashrateThs !== null && expectedHashrateThs > 0 && (
          <span className={styles.small}>
            {t('ofExpected', { share: formatPercent(language, hashrateThs / expectedHashrateThs) })}
          </span>
        )}
        <span>
          <Temperature temperatureC={miner.temperatureC} />
        </span>
      </div>
    </li>
  )
}
