import type { AttachedData as Data } from '@shipminer/contract/attached-data'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import { MinerStateBadge } from '../../../ui/signs/miner-state-badge.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Power } from '../../../ui/values/power.tsx'
import { Temperature } from '../../../ui/values/temperature.tsx'
import { AttachedControllers } from './attached-controllers.tsx'
import { AttachedEvents } from './attached-events.tsx'
import { MinerDetails } from './miner-details.tsx'
import { OldAge } from './old-age.tsx'
import styles from './service.module.css'

/** What the server knew of the miners at a moment, as it was attached to a report, or would be. */
export function AttachedData({ data }: { data: Data | null }) {
  const { t } = useTranslation('service')
  const language = useLanguage()
  if (!data) return <Notice tone="caution">{t('data.unreadable')}</Notice>
  const { miners, minerCount, takenAt } = data
  const number = (count: number) => formatNumber(language, count)
  return (
    <div className={styles.wide}>
      <p className={text.small}>{t('data.taken', { time: formatDateTime(language, takenAt) })}</p>
      <section className={styles.stack}>
        <h3 className={text.plainSub}>{t('data.miners')}</h3>
        {miners.length === 0 && <p className={text.quiet}>{t('data.minersNone')}</p>}
        {miners.length < minerCount && (
          <p className={text.small}>
            {t('data.cut', { shown: number(miners.length), all: number(minerCount) })}
          </p>
        )}
        {miners.length > 0 && <MinersTable data={data} />}
        {miners.map((miner) => (
          <MinerDetails
            key={miner.id}
            miner={miner}
            historyFrom={data.historyFrom}
            isOpenAtFirst={miners.length === 1}
          />
        ))}
      </section>
      <AttachedControllers data={data} />
      <AttachedEvents data={data} />
    </div>
  )
}

function MinersTable({ data: { miners, takenAt } }: { data: Data }) {
  const { t } = useTranslation('service')
  return (
    <ScrollRegion label={t('data.miners')} className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('data.name')}</th>
            <th scope="col">{t('data.status')}</th>
            <th scope="col">{t('data.age')}</th>
            <th scope="col">{t('data.hashrate')}</th>
            <th scope="col">{t('data.temperature')}</th>
            <th scope="col">{t('data.power')}</th>
          </tr>
        </thead>
        <tbody>
          {miners.map((miner) => (
            <tr key={miner.id}>
              <th scope="row">{miner.name}</th>
              <td>
                {miner.minerState ? (
                  <MinerStateBadge state={miner.minerState} hasAlerts={false} />
                ) : (
                  <StatusBadge status={miner.status} />
                )}
              </td>
              <td>
                <OldAge at={miner.sampledAt} takenAt={takenAt} />
              </td>
              <td>
                <HashRate hashrateThs={miner.hashrateThs} dense />
              </td>
              <td>
                <Temperature temperatureC={miner.temperatureC} dense />
              </td>
              <td>
                <Power powerWatts={miner.powerWatts} dense />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
