import type { PerformancePoint } from '@shipminer/contract/mining'
import type { Language } from '@shipminer/i18n/languages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatHashrate,
  formatPercent,
  formatPower,
  formatTemperature,
  joinQuantity,
} from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { timeSeries } from '../../../lib/time-series.ts'
import { Button } from '../../../ui/button.tsx'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import pills from '../../../ui/forms/pills.module.css'
import layout from '../../../ui/layout.module.css'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { minerPerformanceQuery } from '../api/miner-performance.ts'
import { useFleetStore } from '../components/fleet-context.tsx'
import { HistoryTable } from '../components/history-table.tsx'
import { type HistoryFigure, type HistoryRange, historyRanges, historySummary } from '../lib/history.ts'
import styles from './miner-history.module.css'

const ranges = Object.keys(historyRanges) as HistoryRange[]

const charts = [
  { figure: 'hashrateThs', label: 'field.hashrate', startsAtZero: true },
  { figure: 'temperatureMaxC', label: 'history.temperature', startsAtZero: false },
  { figure: 'powerWatts', label: 'field.power', startsAtZero: true },
] as const satisfies readonly { figure: HistoryFigure; label: string; startsAtZero: boolean }[]

/** Hash rate, temperature and power of one miner over a day up to thirteen months, as charts or as a table, each summed up in words. */
export function MinerHistory({ id }: { id: string }) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const store = useFleetStore()
  const [range, setRange] = useState<HistoryRange>('24h')
  const [asTable, setAsTable] = useState(false)
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(
    minerPerformanceQuery(id, range),
  )

  const serverTime = data?.serverTime
  useEffect(() => {
    if (serverTime === undefined || isPlaceholderData) return
    store.dispatch({ type: 'timed', at: dataUpdatedAt, serverTime })
  }, [store, serverTime, dataUpdatedAt, isPlaceholderData])

  return (
    <section className={styles.section} aria-labelledby="history-title">
      <div className={layout.head}>
        <h2 id="history-title" className={text.title}>
          {t('history.title')}
        </h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a row of switches, nothing is submitted */}
        <div className={pills.pills} role="group" aria-label={t('history.range')}>
          {ranges.map((one) => (
            <button key={one} type="button" aria-pressed={one === range} onClick={() => setRange(one)}>
              {t(`history.range.${one}`)}
            </button>
          ))}
        </div>
        <Button kind="quiet" onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'history.charts' : 'history.table')}
        </Button>
        {isPlaceholderData && <Loading inline />}
      </div>
      {error && !data && <ErrorState message={t('history.failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <div className={styles.content} aria-busy={isPlaceholderData}>
          {data.backfilled.length > 0 && (
            <p className={text.note}>{t('history.backfilled', { count: data.backfilled.length })}</p>
          )}
          {asTable ? (
            <HistoryTable points={data.points} />
          ) : (
            charts.map((chart) => <Chart key={chart.figure} {...chart} answer={data} language={language} />)
          )}
        </div>
      )}
    </section>
  )
}

type Answer = {
  points: readonly PerformancePoint[]
  backfilled: readonly { from: number; to: number }[]
  stepSeconds: number
  serverTime: number
  range: HistoryRange
}

function Chart({
  figure,
  label,
  startsAtZero,
  answer,
  language,
}: (typeof charts)[number] & { answer: Answer; language: Language }) {
  const { t } = useTranslation('fleet')
  const { points, backfilled, stepSeconds, serverTime, range } = answer
  const hours = historyRanges[range]
  const series = useMemo(
    () => timeSeries(points, stepSeconds, [(point) => point[figure]]),
    [points, figure, stepSeconds],
  )
  const name = t(label)
  const lines = useMemo(() => [{ label: name, token: '--board', dash: [] }], [name])
  const summary = useMemo(
    () => historySummary(points, figure, { hours, stepSeconds }),
    [points, figure, hours, stepSeconds],
  )
  const format = useMemo(() => writeFigure(language, figure), [language, figure])
  const shaded = useMemo(
    () => backfilled.map(({ from, to }) => [from / 1000, to / 1000] as const),
    [backfilled],
  )
  const to = Math.floor(serverTime / 1000)
  return (
    <figure className={`${layout.figure} ${styles.figure}`}>
      <figcaption>
        <h3>{name}</h3>
        <p className={text.note}>
          {summary === null
            ? t('history.none')
            : t('history.summary', {
                low: format(summary.low),
                high: format(summary.high),
                mean: format(summary.mean),
                last: summary.last === null ? '' : format(summary.last),
                seen: formatPercent(language, summary.seen, summary.seen < 0.01 ? 1 : 0),
              })}
        </p>
      </figcaption>
      {summary !== null && (
        <TimeChart
          series={series}
          lines={lines}
          from={to - hours * 3600}
          to={to}
          startsAtZero={startsAtZero}
          format={format}
          shaded={shaded}
          syncKey="miner-history"
        />
      )}
    </figure>
  )
}

function writeFigure(language: Language, figure: HistoryFigure): (value: number) => string {
  if (figure === 'hashrateThs') return (value) => joinQuantity(formatHashrate(language, value))
  if (figure === 'powerWatts') return (value) => joinQuantity(formatPower(language, value))
  return (value) => joinQuantity(formatTemperature(language, value))
}
