import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPower, joinQuantity } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { timeSeries } from '../../../lib/time-series.ts'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import pills from '../../../ui/forms/pills.module.css'
import layout from '../../../ui/layout.module.css'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { type PowerRange, powerHistoryQuery, powerRanges } from '../api/environment.ts'
import { EventLog } from './event-log.tsx'
import { PowerReport } from './power-report.tsx'
import { usePowerLines } from './use-power-lines.ts'

type Answer = Awaited<ReturnType<NonNullable<ReturnType<typeof powerHistoryQuery>['queryFn']>>>

/** The power budget over a day to thirteen months: chart, report, and what gave way and why. */
export function PowerHistory({ shipId }: { shipId: string }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const [hours, setHours] = useState<PowerRange>(24)
  const { data, isError, refetch } = useQuery(powerHistoryQuery(shipId, hours))
  return (
    <section className={layout.section} aria-labelledby="power-history-title">
      <div className={layout.head}>
        <h2 id="power-history-title" className={text.title}>
          {t('history')}
        </h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a row of switches, nothing is submitted */}
        <div className={pills.pills} role="group" aria-label={t('range')}>
          {powerRanges.map((one) => (
            <button key={one} type="button" aria-pressed={one === hours} onClick={() => setHours(one)}>
              {t(`range.${one}`)}
            </button>
          ))}
        </div>
      </div>
      {!data && isError && <ErrorState message={t('failed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading />}
      {data && <Chart answer={data} />}
      {data && <PowerReport title={t('report')} report={data.report} />}
      {data && (
        <EventLog
          title={t('events')}
          none={t('events.none')}
          events={data.events}
          formatValue={({ watts }) => (watts === null ? '' : joinQuantity(formatPower(language, watts)))}
        />
      )}
    </section>
  )
}

function Chart({ answer: { points, stepSeconds, serverTime, hours } }: { answer: Answer }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const lines = usePowerLines()
  const series = useMemo(() => timeSeries(points, stepSeconds, picks), [points, stepSeconds])
  const write = (watts: number) => joinQuantity(formatPower(language, watts))
  const loads = points.flatMap(({ generatorLoadWatts }) => generatorLoadWatts ?? [])
  const mining = points.flatMap(({ miningLoadWatts }) => miningLoadWatts ?? [])
  if (loads.length === 0 && mining.length === 0) return <p>{t('history.none')}</p>
  const to = Math.floor(serverTime / 1000)
  const mean = mining.length === 0 ? null : mining.reduce((sum, watts) => sum + watts, 0) / mining.length
  return (
    <figure className={layout.figure}>
      {loads.length > 0 && mean !== null && (
        <figcaption className={text.note}>
          {t('summary', {
            low: write(loads.reduce((a, b) => Math.min(a, b))),
            high: write(loads.reduce((a, b) => Math.max(a, b))),
            mining: write(mean),
          })}
        </figcaption>
      )}
      <TimeChart series={series} lines={lines} from={to - hours * 3600} to={to} format={write} />
    </figure>
  )
}

const picks = [
  (point: Answer['points'][number]) => point.generatorLoadWatts,
  (point: Answer['points'][number]) => point.shipLoadWatts,
  (point: Answer['points'][number]) => point.miningLoadWatts,
  (point: Answer['points'][number]) => point.allowedMiningWatts,
]
