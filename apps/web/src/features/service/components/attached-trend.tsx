import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { timeSeries } from '../../../lib/time-series.ts'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import text from '../../../ui/text.module.css'

const hourSeconds = 3_600

/** One figure of a miner hour by hour, from `from` (ms) on, gaps null; as a chart and its range in words. */
export function AttachedTrend({
  name,
  values,
  from,
  format,
}: {
  name: string
  values: readonly (number | null)[]
  from: number
  format: (value: number) => string
}) {
  const { t } = useTranslation()
  const { t: tService } = useTranslation('service')
  const series = useMemo(() => {
    const points = values.map((value, hour) => ({ at: from + hour * hourSeconds * 1000, value }))
    return timeSeries(points, hourSeconds, [({ value }) => value])
  }, [values, from])
  const known = values.filter((value) => value !== null)
  const last = known.at(-1)
  const start = from / 1000
  return (
    <figure>
      <figcaption>
        {name}, {tService('data.last48')}
      </figcaption>
      <p className={text.small}>
        {last === undefined
          ? t('trend.none')
          : t('trend.summary', {
              low: format(Math.min(...known)),
              high: format(Math.max(...known)),
              last: format(last),
            })}
      </p>
      {last !== undefined && (
        <TimeChart
          series={series}
          lines={[{ label: name, token: '--board', dash: [] }]}
          from={start}
          to={start + values.length * hourSeconds}
          format={format}
        />
      )}
    </figure>
  )
}
