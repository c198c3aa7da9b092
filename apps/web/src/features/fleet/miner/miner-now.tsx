import type { DeviceDetail } from '@shipminer/contract/telemetry'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatEfficiency,
  formatHashrate,
  formatNumber,
  formatPercent,
  formatTemperature,
  joinQuantity,
} from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Duration } from '../../../ui/values/duration.tsx'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Power } from '../../../ui/values/power.tsx'
import { Temperature } from '../../../ui/values/temperature.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { useFleet } from '../components/fleet-context.tsx'
import { minerRatios } from '../lib/list/miner-ratios.ts'
import { MinerEarnings } from './miner-earnings.tsx'
import styles from './miner-now.module.css'

/**
 * The latest values of a miner, each with what puts it into proportion. `withEarnings`: its money is the owner's, and its crew is not shown any.
 */
export function MinerNow({
  id,
  detail,
  withEarnings,
}: {
  id: string
  detail: DeviceDetail | null
  withEarnings: boolean
}) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const miner = useFleet(({ miners }) => miners.get(id))
  const fresh = useFleet(({ statuses }) => statuses.get(id) === 'online')
  if (!miner) return null
  const { efficiencyJoulesPerTh, rejectShare } = minerRatios(miner)
  const expected = miner.expectedHashrateThs
  const water = [
    detail?.inletTemperatureC != null &&
      `${t('field.inlet')} ${joinQuantity(formatTemperature(language, detail.inletTemperatureC))}`,
    detail?.outletTemperatureC != null &&
      `${t('field.outlet')} ${joinQuantity(formatTemperature(language, detail.outletTemperatureC))}`,
  ]
  return (
    <section aria-labelledby="now-title">
      <h2 id="now-title" className="visually-hidden">
        {t('miner.now')}
      </h2>
      <dl className={styles.tiles} data-fresh={fresh}>
        <Tile
          label={t('field.hashrate')}
          note={
            expected !== null && `${t('field.expected')} ${joinQuantity(formatHashrate(language, expected))}`
          }
        >
          <HashRate hashrateThs={miner.hashrateThs} />
        </Tile>
        <Tile label={t('field.temperature')} note={water.filter(Boolean).join(' · ')}>
          <Temperature temperatureC={miner.temperatureC} />
        </Tile>
        <Tile
          label={t('field.power')}
          note={
            efficiencyJoulesPerTh !== null && joinQuantity(formatEfficiency(language, efficiencyJoulesPerTh))
          }
        >
          <Power powerWatts={miner.powerWatts} />
        </Tile>
        <Tile label={t('field.uptime')}>
          <Duration durationSeconds={miner.uptimeSeconds} />
        </Tile>
        <Tile
          label={t('field.shares')}
          note={
            miner.rejectedShares !== null &&
            `${formatNumber(language, miner.rejectedShares)} ${t('field.rejected').toLocaleLowerCase(language)}${
              rejectShare === null ? '' : ` (${formatPercent(language, rejectShare, 2)})`
            }`
          }
        >
          <Value of={miner.acceptedShares}>{(accepted) => formatNumber(language, accepted)}</Value>
        </Tile>
        {/* A solo miner has a chance and no income; the odds are shown below. */}
        {withEarnings && miner.solo !== true && (
          <>
            <Tile label={t('field.earnings')} note={t('totals.expected')}>
              <MinerEarnings earnings={miner.earningsToday} solo={miner.solo} />
            </Tile>
            <Tile label={t('field.earningsMonth')} note={t('totals.expected')}>
              <MinerEarnings earnings={miner.earningsMonth} solo={miner.solo} />
            </Tile>
          </>
        )}
        <Tile label={t('field.alerts')}>{formatNumber(language, miner.alertCount)}</Tile>
      </dl>
    </section>
  )
}

function Tile({ label, note, children }: { label: string; note?: string | false; children: ReactNode }) {
  return (
    <div className={styles.tile}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.figure}>{children}</span>
        {note && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  )
}
