import type { RowSums } from '@shipminer/domain/add-up'
import { useTranslation } from 'react-i18next'
import {
  formatEuro,
  formatHashrate,
  formatNumber,
  formatSat,
  joinQuantity,
} from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Nothing } from './miner-row.tsx'
import styles from './miner-rows.module.css'

/** What the rows come to, with those on other pages. */
export function RowsFoot({ count, sums: sum }: { count: number; sums: RowSums }) {
  const { t } = useTranslation('overview')
  const language = useLanguage()
  const number = (value: number | null, decimals: number) =>
    value === null ? <Nothing /> : formatNumber(language, value, decimals)
  const hashrate = sum.hashrateThs === null ? null : formatHashrate(language, sum.hashrateThs)
  return (
    <tfoot>
      <tr>
        <td />
        <td colSpan={2}>{t('foot.miners', { count })}</td>
        <td className={styles.figure}>
          {hashrate === null ? (
            <Nothing />
          ) : hashrate.unit === 'TH/s' ? (
            hashrate.text
          ) : (
            joinQuantity(hashrate)
          )}
        </td>
        <td className={styles.figure}>{number(sum.powerWatts === null ? null : sum.powerWatts / 1000, 1)}</td>
        <td className={styles.figure}>{number(sum.hottestC, 0)}</td>
        <td className={styles.figure}>{number(sum.efficiencyJoulesPerTh, 1)}</td>
        <td className={styles.figure}>
          {sum.cents !== null ? (
            formatEuro(language, sum.cents)
          ) : sum.sat !== null ? (
            joinQuantity(formatSat(language, sum.sat))
          ) : (
            <Nothing />
          )}
        </td>
        <td className={`${styles.legend} ${styles.wide}`}>{t('foot.expected')}</td>
      </tr>
    </tfoot>
  )
}
