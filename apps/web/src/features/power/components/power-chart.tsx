import type { Language } from '@shipminer/i18n/languages'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { shownHour } from '../../../lib/format/shown-zone.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { axisMarks, type PictureGap, type PictureRun, type Yielding } from '../lib/power-picture.ts'
import styles from './power-picture.module.css'

export type ChartFrame = {
  left: number
  right: number
  top: number
  bottom: number
  from: number
  to: number
  capacityWatts: number
}

/** Places in a chart. */
export function scalesOf({ left, right, top, bottom, from, to, capacityWatts }: ChartFrame) {
  return {
    x: (at: number) => left + ((at - from) / (to - from)) * (right - left),
    y: (watts: number) => bottom - (Math.min(watts, capacityWatts) / capacityWatts) * (bottom - top),
  }
}

/** The last 24 hours as stacked areas: the ship at the bottom, the boxes on it, on the scale of the generator. */
export function PowerChart({
  frame,
  runs,
  gaps,
  limitWatts,
  yieldingTimes,
  hourStep,
  gapId,
  isSmall,
  showsShip = true,
}: {
  frame: ChartFrame
  runs: readonly PictureRun[]
  gaps: readonly PictureGap[]
  limitWatts: number | null
  yieldingTimes: readonly Yielding[]
  hourStep: number
  gapId: string
  isSmall: boolean
  showsShip?: boolean
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const { x, y } = scalesOf(frame)
  const { left, right, top, bottom } = frame
  return (
    <g>
      <Axis frame={frame} language={language} isSmall={isSmall} />
      {gaps.map(({ from, to }) => (
        <rect
          key={from}
          x={x(from)}
          y={top}
          width={Math.max(1, x(to) - x(from))}
          height={bottom - top}
          fill={`url(#${gapId})`}
        />
      ))}
      {runs.map((run) => {
        const ship = run.map(({ at, shipWatts }) => `${round(x(at))} ${round(y(showsShip ? shipWatts : 0))}`)
        const all = run.map(
          ({ at, shipWatts, boxWatts }) =>
            `${round(x(at))} ${round(y((showsShip ? shipWatts : 0) + boxWatts))}`,
        )
        const first = round(x(run[0]?.at ?? 0))
        const last = round(x(run.at(-1)?.at ?? 0))
        return (
          <g key={run[0]?.at}>
            <path d={`M${all.join('L')}L${ship.toReversed().join('L')}z`} className={styles.box} />
            {showsShip && (
              <>
                <path
                  d={`M${ship.join('L')}L${last} ${bottom}L${first} ${bottom}z`}
                  className={styles.ship}
                />
                <path d={`M${ship.join('L')}`} className={styles.seam} />
              </>
            )}
          </g>
        )
      })}
      {limitWatts !== null && <path d={`M${left} ${y(limitWatts)}H${right}`} className={styles.limit} />}
      <path d={`M${left} ${top}H${right}`} className={styles.edge} />
      <path d={`M${left} ${bottom}H${right}`} className={styles.edge} />
      {gaps.map(({ from, to }) => {
        const words = t('picture.gap')
        const middle = (x(from) + x(to)) / 2
        const half = words.length * 3.4 + 6
        // A name that is not there says less than one that covers a little of its neighbours, but not half the day.
        if (isSmall && x(to) - x(from) < half) return null
        const at = Math.min(Math.max(middle, left + half), right - half)
        return (
          <g key={from}>
            <rect x={at - half} y={top + 16} width={2 * half} height={20} className={styles.ground} />
            <text x={at} y={top + 31} textAnchor="middle" className={styles.fine}>
              {words}
            </text>
          </g>
        )
      })}
      <Marks times={yieldingTimes} x={x} top={top} left={left} isSmall={isSmall} />
      <Times frame={frame} language={language} hourStep={hourStep} x={x} />
    </g>
  )
}

function Axis({ frame, language, isSmall }: { frame: ChartFrame; language: Language; isSmall: boolean }) {
  const { y } = scalesOf(frame)
  const { left, right, top, bottom, capacityWatts } = frame
  const { major, minor } = axisMarks(capacityWatts / 1000)
  const shown = isSmall ? major.filter((_, index) => index % 2 === 0) : major
  return (
    <>
      {!isSmall &&
        minor.map((kw) => (
          <path key={kw} d={`M${left - 8} ${y(kw * 1000)}H${left}`} className={styles.edge} />
        ))}
      {shown.map((kw) => (
        <g key={kw}>
          {!isSmall && <path d={`M${left - 14} ${y(kw * 1000)}H${left}`} className={styles.mark} />}
          <text
            x={left - (isSmall ? 6 : 18)}
            y={y(kw * 1000) + (isSmall ? 5 : 7)}
            textAnchor="end"
            className={isSmall ? styles.numeralSmall : styles.numeral}
          >
            {formatNumber(language, kw)}
          </text>
          {kw > 0 && <path d={`M${left} ${y(kw * 1000)}H${right}`} className={styles.grid} />}
        </g>
      ))}
      <path d={`M${left} ${top}V${bottom}`} className={styles.edge} />
      {!isSmall && (
        <text x={left - 18} y={bottom + 22} textAnchor="end" className={styles.axis}>
          kW
        </text>
      )}
    </>
  )
}

/** Room that a mark with its number needs, px. */
const markRoom = { small: 13, wide: 30 }

/** Where miners gave way: a triangle each, those too close together as one with the highest number. */
function Marks({
  times,
  x,
  top,
  left,
  isSmall,
}: {
  times: readonly Yielding[]
  x: (at: number) => number
  top: number
  left: number
  isSmall: boolean
}) {
  const language = useLanguage()
  const marks: { at: number; miners: number | null }[] = []
  for (const { from, to, miners } of times) {
    const at = Math.max(x((from + to) / 2), left + 6)
    const last = marks.at(-1)
    if (last && at - last.at < (isSmall ? markRoom.small : markRoom.wide)) {
      last.miners = Math.max(last.miners ?? 0, miners ?? 0) || null
    } else marks.push({ at, miners })
  }
  return marks.map(({ at, miners }) => (
    <g key={at}>
      <path d={`M${at - 5} ${top - 17}h10l-5 9z`} className={styles.yield} />
      {!isSmall && miners !== null && (
        <text x={at - 9} y={top - 8} textAnchor="end" className={styles.count}>
          {formatNumber(language, miners)}
        </text>
      )}
    </g>
  ))
}

const hourMs = 3_600_000

/** Whole hours of the ship's day under the chart, midnight as a dotted line. */
function Times({
  frame,
  language,
  hourStep,
  x,
}: {
  frame: ChartFrame
  language: Language
  hourStep: number
  x: (at: number) => number
}) {
  const { from, to, top, bottom, left, right } = frame
  const ticks: number[] = []
  for (let at = Math.ceil(from / hourMs) * hourMs; at <= to; at += hourMs)
    if (shownHour(at) % hourStep === 0) ticks.push(at)
  return (
    <>
      {ticks.map((at) => {
        const isMidnight = shownHour(at) === 0
        const hasRoom = x(at) - 20 > left - 24 && x(at) + 18 < right + 4
        return (
          <g key={at}>
            <path d={`M${x(at)} ${bottom}v5`} className={styles.edge} />
            {isMidnight && <path d={`M${x(at)} ${bottom}V${top}`} className={styles.midnight} />}
            {hasRoom && (
              <text x={x(at)} y={bottom + 19} textAnchor="middle" className={styles.axis}>
                {formatTime(language, at)}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}
