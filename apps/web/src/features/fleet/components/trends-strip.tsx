import type { Language } from '@shipminer/i18n/languages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSpared } from '../../../lib/files/saver.ts'
import {
  formatEfficiency,
  formatHashrate,
  formatPower,
  formatSigned,
  formatTemperature,
  joinQuantity,
  type Quantity,
} from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { TrendLine } from '../../../ui/charts/trend-line.tsx'
import { Spared } from '../../../ui/spared.tsx'
import { miningTrendsQuery } from '../api/mining-trends.ts'
import type { TrendFigures } from '../lib/trend-figures.ts'
import { trendValues } from '../lib/trend-values.ts'
import styles from './trends-strip.module.css'

/** A share of what is expected from which it is not just noise. */
const notable = 0.02

/** Hash rate, power and the hottest miner of those looked at, each with its last 24 hours. Figures are of fresh miners alone. */
export function TrendsStrip({
  figures,
  shipId,
  isStale,
}: {
  figures: TrendFigures
  shipId: string | null
  isStale: boolean
}) {
  const { t } = useTranslation('overview')
  const { t: tFleet } = useTranslation('fleet')
  const language = useLanguage()
  const isPhone = useMedia('(max-width: 640px)')
  const [isSpared, show] = useSpared()
  const { data } = useQuery({ ...miningTrendsQuery(shipId), enabled: !isSpared })
  const { sums, fresh, total, expectedThs: expected, hottestName } = figures
  const values = (pick: Parameters<typeof trendValues>[2]) =>
    data ? trendValues(data.points, data, pick) : []
  const deviation = expected && sums.hashrateThs !== null ? sums.hashrateThs / expected - 1 : 0
  const isPartial = fresh < total
  const write = (value: number | null, format: (language: Language, value: number) => Quantity) =>
    value === null ? null : format(language, value)
  const strip = (
    <dl className={styles.strip} data-stale={isStale}>
      <Trend
        name={tFleet(isPhone ? 'field.hashrate' : 'totals.hashrate')}
        value={write(sums.hashrateThs, formatHashrate)}
        note={
          isPartial && !isStale
            ? tFleet('totals.fresh', { fresh, total })
            : expected === null
              ? ''
              : Math.abs(deviation) > notable
                ? t('trend.ofExpected', {
                    share: formatSigned(language, deviation),
                    expected: joinQuantity(formatHashrate(language, expected)),
                  })
                : t('trend.expected', { expected: joinQuantity(formatHashrate(language, expected)) })
        }
      >
        {!isSpared && (
          <TrendLine
            values={values(({ hashrateThs }) => hashrateThs)}
            expected={expected}
            label={tFleet('field.trend')}
            format={(ths) => joinQuantity(formatHashrate(language, ths))}
          />
        )}
      </Trend>
      <Trend
        name={tFleet(isPhone ? 'field.power' : 'totals.power')}
        value={write(sums.powerWatts, formatPower)}
        note={
          sums.efficiencyJoulesPerTh === null
            ? ''
            : joinQuantity(formatEfficiency(language, sums.efficiencyJoulesPerTh))
        }
      >
        {!isSpared && (
          <TrendLine
            values={values(({ powerWatts }) => powerWatts)}
            tone="lamp"
            label={t('trend.power')}
            format={(watts) => joinQuantity(formatPower(language, watts))}
          />
        )}
      </Trend>
      <Trend
        name={isPhone ? tFleet('field.temperature') : t('trend.hottest')}
        value={write(sums.hottestC, formatTemperature)}
        note={hottestName ?? ''}
      >
        {!isSpared && (
          <TrendLine
            values={values(({ temperatureMaxC }) => temperatureMaxC)}
            label={t('trend.temperature')}
            format={(degrees) => joinQuantity(formatTemperature(language, degrees))}
          />
        )}
      </Trend>
    </dl>
  )
  if (!isSpared) return strip
  return (
    <div>
      {strip}
      <Spared onShow={show} />
    </div>
  )
}

function Trend({
  name,
  value,
  note,
  children,
}: {
  name: string
  value: Quantity | null
  note: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.trend}>
      <dt>{name}</dt>
      <dd className={styles.value}>
        {value === null ? (
          <span className={styles.nothing}>{t('noData')}</span>
        ) : (
          <>
            {value.text} <small>{value.unit}</small>
          </>
        )}
      </dd>
      <dd className={styles.note}>{note}</dd>
      {children && <dd className={styles.line}>{children}</dd>}
    </div>
  )
}
