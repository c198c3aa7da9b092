import type { AttachedMiner } from '@shipminer/contract/attached-data'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatHashrate,
  formatNumber,
  formatPower,
  formatTemperature,
  joinQuantity,
} from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import { Duration } from '../../../ui/values/duration.tsx'
import { Fact } from '../../../ui/values/fact.tsx'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Temperature } from '../../../ui/values/temperature.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { AttachedTrend } from './attached-trend.tsx'
import styles from './service.module.css'

/** One miner as it was attached, to be unfolded: its last 48 hours, what it is, its boards and its pools. */
export function MinerDetails({
  miner,
  historyFrom,
  isOpenAtFirst,
}: {
  miner: AttachedMiner
  historyFrom: number
  isOpenAtFirst: boolean
}) {
  const { t } = useTranslation('service')
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <details className={styles.box} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('data.more', { miner: miner.name })}</summary>
      {isOpen && <Details miner={miner} historyFrom={historyFrom} />}
    </details>
  )
}

function Details({ miner, historyFrom }: { miner: AttachedMiner; historyFrom: number }) {
  const { t } = useTranslation('service')
  const { t: fleet } = useTranslation('fleet')
  const language = useLanguage()
  const { history, boards } = miner
  // Some devices count their boards from 0, people from 1.
  const first = boards.some(({ index }) => index === 0) ? 1 : 0
  const trends = [
    [t('data.hashrate'), history.hashrateThs, (ths: number) => joinQuantity(formatHashrate(language, ths))],
    [
      t('data.temperature'),
      history.temperatureC,
      (celsius: number) => joinQuantity(formatTemperature(language, celsius)),
    ],
    [t('data.power'), history.powerWatts, (watts: number) => joinQuantity(formatPower(language, watts))],
  ] as const
  return (
    <div className={styles.stack}>
      <div className={styles.trends}>
        {trends.map(([name, values, format]) => (
          <AttachedTrend key={name} name={name} values={values} from={historyFrom} format={format} />
        ))}
      </div>
      <dl className={lists.facts}>
        <Fact name={t('data.model')}>
          {[miner.make, miner.model, miner.firmware].filter((part) => part !== null).join(', ') || '—'}
        </Fact>
        <Fact name={t('data.serial')}>
          <Value of={miner.serial} dense>
            {(serial) => serial}
          </Value>
        </Fact>
        {miner.unreachable !== null && (
          <Fact name={t('data.status')}>{fleet(`unreachable.${miner.unreachable}`)}</Fact>
        )}
        <Fact name={t('data.expected')}>
          <HashRate hashrateThs={miner.expectedHashrateThs} dense />
        </Fact>
        <Fact name={t('data.inOut')}>
          <Temperature temperatureC={miner.inletTemperatureC} dense />
          {' / '}
          <Temperature temperatureC={miner.outletTemperatureC} dense />
        </Fact>
        <Fact name={t('data.fans')}>
          <Value of={miner.fanRpm.length === 0 ? null : miner.fanRpm} dense>
            {(speeds) =>
              t('data.rpm', { speeds: speeds.map((rpm) => formatNumber(language, rpm)).join(' · ') })
            }
          </Value>
        </Fact>
        <Fact name={t('data.uptime')}>
          <Duration durationSeconds={miner.uptimeSeconds} dense />
        </Fact>
      </dl>
      {boards.length > 0 && (
        <div>
          <h4 className={text.small}>{t('data.boards')}</h4>
          <ul>
            {boards.map((board) => (
              <li key={board.index}>
                {t('data.board', { number: formatNumber(language, board.index + first) })}:{' '}
                {board.dead && <span className={text.late}>{t('data.boardDead')}, </span>}
                <HashRate hashrateThs={board.hashrateThs} dense />,{' '}
                <Temperature temperatureC={board.temperatureC} dense />
                {board.chipsOk !== null && board.chipsTotal !== null && (
                  <>, {t('data.chips', { ok: board.chipsOk, total: board.chipsTotal })}</>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {miner.pools.length > 0 && (
        <div>
          <h4 className={text.small}>{t('data.pools')}</h4>
          <ul>
            {miner.pools.map((pool, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: never reordered, and a pool may be listed twice
              <li key={index}>
                {pool.host ?? '—'}: {t(`data.pool.${pool.status}` as 'data.pool.unknown')}
                {pool.active && `, ${t('data.poolActive')}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
