import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { useSaver } from '../../../lib/files/saver.ts'
import { formatHashrate, formatNumber, joinQuantity } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import { Link } from '../../../ui/link.tsx'
import { Duration } from '../../../ui/values/duration.tsx'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Power } from '../../../ui/values/power.tsx'
import { Temperature } from '../../../ui/values/temperature.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { useFleet } from '../components/fleet-context.tsx'
import { MinerBadge } from '../components/miner-badge.tsx'
import { makeAndModel } from '../lib/list/make-and-model.ts'
import { FleetAge } from '../live/fleet-age.tsx'
import { MinerEarnings } from '../miner/miner-earnings.tsx'
import styles from './miner-card.module.css'

/** One miner with everything docs/product.md 2.13 lists for it. Values that are no longer fresh are dimmed and the badge says why. */
export function MinerCard({ id }: { id: string }) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const miner = useFleet(({ miners }) => miners.get(id))
  const severalShips = useFleet(({ controllers }) => controllers.length > 1)
  const fresh = useFleet(({ statuses }) => statuses.get(id) === 'online')
  const saves = useSaver()
  if (!miner) return null
  return (
    <article className={styles.card} data-fresh={fresh}>
      <header className={styles.head}>
        <h3>
          <Link to={paths.miner(id)} className={styles.link}>
            {miner.name}
          </Link>
        </h3>
        <MinerBadge id={id} />
      </header>
      <p className={styles.make}>
        <Value of={makeAndModel(miner.manufacturer, miner.model)}>{(known) => known}</Value>
        {miner.ipAddress && (
          <span className={styles.address}>
            <span className="visually-hidden">{t('field.ipAddress')} </span>
            {miner.ipAddress}
          </span>
        )}
      </p>
      {severalShips && <p className={styles.ship}>{miner.controllerName}</p>}
      {miner.unreachable !== null && !fresh && (
        <p className={styles.reason}>{t(`unreachable.${miner.unreachable}`)}</p>
      )}
      {miner.trend && !saves && (
        <Sparkline
          values={miner.trend}
          label={t('field.trend')}
          format={(hashrateThs) => joinQuantity(formatHashrate(language, hashrateThs))}
        />
      )}
      <dl className={styles.values}>
        <dt>{t('field.hashrate')}</dt>
        <dd>
          <HashRate hashrateThs={miner.hashrateThs} />
        </dd>
        <dt>{t('field.temperature')}</dt>
        <dd>
          <Temperature temperatureC={miner.temperatureC} />
        </dd>
        <dt>{t('field.power')}</dt>
        <dd>
          <Power powerWatts={miner.powerWatts} />
        </dd>
        <dt>{t('field.earnings')}</dt>
        <dd>
          <MinerEarnings earnings={miner.earningsToday} solo={miner.solo} />
        </dd>
        <dt>{t('field.uptime')}</dt>
        <dd>
          <Duration durationSeconds={miner.uptimeSeconds} />
        </dd>
        <dt>{t('field.shares')}</dt>
        <dd>
          <Value of={miner.acceptedShares}>
            {(accepted) =>
              miner.rejectedShares === null
                ? formatNumber(language, accepted)
                : t('sharesOf', { accepted, rejected: miner.rejectedShares })
            }
          </Value>
        </dd>
        <dt>{t('field.alerts')}</dt>
        <dd>{miner.alertCount}</dd>
        <dt>{t('field.updated')}</dt>
        <dd>
          <FleetAge at={miner.sampledAt} />
        </dd>
      </dl>
    </article>
  )
}
