import type { PerformancePoint } from '@shipminer/contract/mining'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import styles from '../../../ui/data-table.module.css'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Power } from '../../../ui/values/power.tsx'
import { Temperature } from '../../../ui/values/temperature.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { historyRows } from '../lib/history.ts'

const maxRows = 144

/** The measured values behind the charts, newest first; neighbouring steps are joined so that a month stays readable. */
export function HistoryTable({ points }: { points: readonly PerformancePoint[] }) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const rows = useMemo(() => historyRows(points, maxRows), [points])
  if (rows.length === 0) return <p>{t('history.none')}</p>
  return (
    <ScrollRegion label={t('history.caption')} className={`${styles.scroller} ${styles.tall}`}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('history.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('history.time')}</th>
            <th scope="col">{t('field.hashrate')}</th>
            <th scope="col">{t('history.temperature')}</th>
            <th scope="col">{t('field.power')}</th>
            <th scope="col">{t('field.accepted')}</th>
            <th scope="col">{t('field.rejected')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.at}>
              <th scope="row">{formatDateTime(language, row.at)}</th>
              <td>
                <HashRate hashrateThs={row.hashrateThs} dense />
              </td>
              <td>
                <Temperature temperatureC={row.temperatureMaxC} dense />
              </td>
              <td>
                <Power powerWatts={row.powerWatts} dense />
              </td>
              <td>
                <Value of={row.acceptedShares} dense>
                  {(count) => formatNumber(language, count)}
                </Value>
              </td>
              <td>
                <Value of={row.rejectedShares} dense>
                  {(count) => formatNumber(language, count)}
                </Value>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
