import type { AttachedData, AttachedMiner } from '@shipminer/contract/attached-data'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import text from '../../../ui/text.module.css'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Power } from '../../../ui/values/power.tsx'
import { Temperature } from '../../../ui/values/temperature.tsx'
import styles from '../components/desk.module.css'
import table from '../table/table.module.css'
import { pairMiners } from './compare-miners.ts'
import own from './diagnostics.module.css'

const rows = ['hashrate', 'temperature', 'power', 'firmware'] as const
type Measured = (typeof rows)[number]

/** What two sets of the same box say of each miner, the earlier one before the later. */
export function CompareSets({ one, other }: { one: AttachedData; other: AttachedData }) {
  const { t } = useTranslation('desk-diagnostics')
  const language = useLanguage()
  const [before, after] = one.takenAt <= other.takenAt ? [one, other] : [other, one]
  const pairs = pairMiners(before, after)
  const heads = [before, after].map(({ takenAt }) => formatDateTime(language, takenAt))
  return (
    <div className={styles.stack}>
      <h2 className={text.plainSub}>{t('compared')}</h2>
      <ScrollRegion label={t('compared')} className={own.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('miner')}</th>
              <th scope="col">{t('value')}</th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ id, name, before: was, after: is }) =>
              rows.map((row) => (
                <tr key={`${id} ${row}`}>
                  <td>{name}</td>
                  <td className={text.quiet}>{t(`value.${row}`)}</td>
                  <td>
                    <Value miner={was} row={row} />
                  </td>
                  <td>
                    <Value miner={is} row={row} />
                  </td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

function Value({ miner, row }: { miner: AttachedMiner | null; row: Measured }): ReactNode {
  const { t } = useTranslation('desk-diagnostics')
  if (miner === null) return t('notInIt')
  if (row === 'hashrate') return <HashRate hashrateThs={miner.hashrateThs} dense />
  if (row === 'temperature') return <Temperature temperatureC={miner.temperatureC} dense />
  if (row === 'power') return <Power powerWatts={miner.powerWatts} dense />
  return miner.firmware ?? t('unknown')
}
