import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatDateTime, formatDayMonth, formatTime } from '../../lib/format/format.ts'
import { useShownZone } from '../../lib/format/use-shown-zone.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { type TimeSeries, zoomSpan } from '../../lib/time-series.ts'
import styles from './time-chart.module.css'

/** How one line looks: a colour of the page and a dash, so that nothing depends on colour alone. */
export type ChartLine = { label: string; token: string; dash: readonly number[] }

export type TimeChartProps = {
  series: TimeSeries
  lines: readonly ChartLine[]
  /** The whole span, s since 1970. */
  from: number
  to: number
  format: (figure: number) => string
  startsAtZero?: boolean
  /** Spans to mark behind the lines, s since 1970. */
  shaded?: readonly (readonly [number, number])[]
  /** Charts with the same name point at the same moment and zoom together by a drag. */
  syncKey?: string
}

const heightPx = 240
/** Charts below one another begin at the same place, unless a figure is wider. */
const minLabelsPx = 92
const day = 86_400
/** System colours, where the visitor forces them. */
const forced = ['Highlight', 'CanvasText', 'LinkText', 'GrayText', 'ButtonText', 'VisitedText']

/** Draws what `TimeChart` takes: the library that draws is as large as a page of its own. */
export function DrawnTimeChart({
  series,
  lines,
  from,
  to,
  format,
  startsAtZero = true,
  shaded = [],
  syncKey,
}: TimeChartProps) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const zone = useShownZone()
  const holder = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLOutputElement>(null)
  const chart = useRef<uPlot | null>(null)
  const span = useRef({ from, to, shaded, format })
  span.current = { from, to, shaded, format }
  const zoom = useRef<[number, number] | null>(null)
  const [isZoomed, setZoomed] = useState(false)
  const shape = `${zone}|${lines.map(({ label, token, dash }) => `${label} ${token} ${dash}`).join('|')}`

  const show = (part: [number, number] | null) => {
    zoom.current = part
    setZoomed(part !== null)
    chart.current?.setData(chart.current.data)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: data and span follow below, without creating the chart again
  useEffect(() => {
    const element = holder.current
    if (!element) return
    const isForced = matchMedia('(forced-colors: active)').matches
    const style = getComputedStyle(element)
    const token = (name: string) => style.getPropertyValue(name).trim()
    const axis = {
      stroke: isForced ? 'CanvasText' : token('--mist'),
      font: `14px ${style.fontFamily}`,
      grid: { stroke: isForced ? 'GrayText' : token('--line'), width: 1 },
      ticks: { show: false },
    }
    const rangeNow = () => zoom.current ?? ([span.current.from, span.current.to] as [number, number])
    const made = new uPlot(
      {
        width: element.clientWidth,
        height: heightPx,
        legend: { show: false },
        tzDate: (at) => (zone === undefined ? new Date(at * 1000) : uPlot.tzDate(new Date(at * 1000), zone)),
        scales: {
          x: { time: true, range: () => rangeNow() },
          y: {
            range: (_chart, low, high) => {
              if (low === null || high === null) return [0, 1]
              if (startsAtZero) return [Math.min(0, low), high > 0 ? high * 1.1 : 1]
              const air = Math.max((high - low) * 0.15, 1)
              return [low - air, high + air]
            },
          },
        },
        axes: [
          {
            ...axis,
            size: 34,
            space: 84,
            values: (_chart, splits) =>
              splits.map((at) => {
                const [first, last] = rangeNow()
                return last - first <= 2 * day
                  ? formatTime(language, at * 1000)
                  : formatDayMonth(language, at * 1000)
              }),
          },
          {
            ...axis,
            size: ({ ctx }, figures) => widthOfLabels(ctx, axis.font, figures ?? []),
            space: 40,
            values: (_chart, splits) => splits.map((value) => span.current.format(value)),
          },
        ],
        series: [
          {},
          ...lines.map((line, index) => ({
            stroke: isForced ? (forced[index % forced.length] ?? 'CanvasText') : token(line.token),
            width: 2,
            dash: [...line.dash],
            spanGaps: false,
            points: { filter: lonePoints, size: 5 },
          })),
        ],
        cursor: {
          y: false,
          drag: { x: true, y: false, setScale: false, dist: 8 },
          points: { size: 8 },
          ...(syncKey === undefined ? {} : { sync: { key: syncKey } }),
        },
        hooks: {
          drawClear: [
            ({ ctx, bbox, valToPos }) => {
              ctx.save()
              ctx.fillStyle = isForced ? 'GrayText' : token('--deck')
              for (const [start, end] of span.current.shaded) {
                const left = Math.max(valToPos(start, 'x', true), bbox.left)
                const right = Math.min(valToPos(end, 'x', true), bbox.left + bbox.width)
                if (right > left) ctx.fillRect(left, bbox.top, right - left, bbox.height)
              }
              ctx.restore()
            },
          ],
          setSelect: [
            (drawn) => {
              const { left, width } = drawn.select
              if (width < 8) return
              show([drawn.posToVal(left, 'x'), drawn.posToVal(left + width, 'x')])
              drawn.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
            },
          ],
          setCursor: [
            (drawn) => {
              if (!readout.current) return
              const index = drawn.cursor.idx
              const at = index == null ? undefined : drawn.data[0]?.[index]
              const words = lines.flatMap(({ label }, line) => {
                const figure = index == null ? null : drawn.data[line + 1]?.[index]
                return figure == null ? [] : [`${label} ${span.current.format(figure)}`]
              })
              readout.current.textContent =
                at === undefined || words.length === 0
                  ? ''
                  : `${formatDateTime(language, at * 1000)}: ${words.join(', ')}`
            },
          ],
        },
      },
      [series.at, ...series.figures],
      element,
    )
    chart.current = made
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) made.setSize({ width: element.clientWidth, height: heightPx })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
      chart.current = null
    }
  }, [language, startsAtZero, shape, syncKey])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the span is part of the data
  useEffect(() => {
    chart.current?.setData([series.at, ...series.figures])
  }, [series, from, to, shaded])

  const step = (factor: number) => {
    const next = zoomSpan(zoom.current ?? [from, to], factor, [from, to])
    show(next[1] - next[0] >= to - from ? null : next)
  }
  return (
    <div className={styles.chart}>
      <div className={styles.top}>
        <ul className={styles.legend} hidden={lines.length < 2}>
          {lines.map(({ label, token, dash }) => (
            <li key={label}>
              <svg viewBox="0 0 28 6" aria-hidden="true">
                <path
                  d="M0 3h28"
                  stroke={`var(${token})`}
                  strokeWidth="2.5"
                  strokeDasharray={dash.join(' ')}
                />
              </svg>
              {label}
            </li>
          ))}
        </ul>
        <div className={styles.zoom}>
          <button type="button" aria-label={t('chart.zoomIn')} onClick={() => step(0.5)}>
            <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M8 2v12M2 8h12" stroke="currentColor" strokeWidth="1.75" />
            </svg>
          </button>
          <button type="button" aria-label={t('chart.zoomOut')} onClick={() => step(2)}>
            <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M2 8h12" stroke="currentColor" strokeWidth="1.75" />
            </svg>
          </button>
          {isZoomed && (
            <button type="button" onClick={() => show(null)}>
              {t('chart.whole')}
            </button>
          )}
        </div>
      </div>
      <div aria-hidden="true">
        <output ref={readout} className={styles.readout} />
        <div ref={holder} className={styles.holder} />
      </div>
    </div>
  )
}

/** A figure between two gaps has no line, so it gets a dot. */
function lonePoints(shown: uPlot, seriesIndex: number): number[] {
  const figures = shown.data[seriesIndex] ?? []
  const lone: number[] = []
  for (let index = 0; index < figures.length; index++) {
    if (figures[index] != null && figures[index - 1] == null && figures[index + 1] == null) lone.push(index)
  }
  return lone
}

/** Room for the figures beside a chart, px: none is cut, however long its unit. */
function widthOfLabels(ctx: CanvasRenderingContext2D, font: string, figures: readonly string[]): number {
  ctx.save()
  ctx.font = font
  const widest = Math.max(0, ...figures.map((figure) => ctx.measureText(figure).width))
  ctx.restore()
  return Math.max(minLabelsPx, Math.ceil(widest) + 14)
}
