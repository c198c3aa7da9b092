import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { durationPart, formatNumber, formatPercent, formatTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useWidth } from '../../../lib/use-width.ts'
import { Button } from '../../../ui/button.tsx'
import { Spared } from '../../../ui/spared.tsx'
import {
  type PictureMiner,
  type PictureMoment,
  type PicturePoint,
  type PowerShares,
  pictureMoments,
  picturePast,
  type Yielding,
} from '../lib/power-picture.ts'
import { MomentPicker, useMomentWords } from './moment-picker.tsx'
import { PictureTable } from './picture-table.tsx'
import { Hatches, PowerBar, pictureWords } from './power-bar.tsx'
import { type ChartFrame, PowerChart, round, scalesOf } from './power-chart.tsx'
import styles from './power-picture.module.css'
import { besideTank, PowerTank } from './power-tank.tsx'

/** From this width chart and tank stand beside each other, px. */
const wideFrom = 900

export type PowerPictureInput = {
  shares: PowerShares
  limitPercent: number
  miners: readonly PictureMiner[]
  points: readonly PicturePoint[]
  yieldings: readonly Yielding[]
  from: number
  to: number
  stepSeconds: number
  /** When the values are of, where that is not now; ms. */
  staleAt: number | null
  /** The past is left out to save data; this brings it. Null: it is here. */
  onShowPast: (() => void) | null
  /** What it says above, in two halves. */
  title: string
  say: string
}

/** The last 24 hours and now as one picture on one scale: what the ship takes, what the boxes take, what is left. */
export function PowerPicture(input: PowerPictureInput) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const [holder, width] = useWidth<HTMLDivElement>()
  const [isTable, setTable] = useState(false)
  const [momentIndex, setMomentIndex] = useState<number | null>(null)
  const { shares, staleAt, yieldings, points, from, to, stepSeconds, onShowPast } = input
  const moments = useMemo(
    () => pictureMoments(points, { from, to, stepSeconds }),
    [points, from, to, stepSeconds],
  )
  const write = useMomentWords()
  const moment = momentIndex === null || isTable ? undefined : moments[momentIndex]
  const kw = (watts: number) => formatNumber(language, watts / 1000, 1)
  const { generatorWatts, capacityWatts } = shares
  return (
    <section className={styles.panel} aria-labelledby="power-title">
      <div className={styles.head}>
        <h2 id="power-title" className={styles.title}>
          {input.title}: <span className={styles.say}>{input.say}</span>
        </h2>
        <p className={styles.delivers}>
          <svg width="18" height="4" aria-hidden="true">
            <path d="M0 2h18" className={styles.water} />
          </svg>
          <span>
            {moment
              ? write(moment)
              : generatorWatts === null
                ? t('picture.noLoad')
                : t(staleAt === null ? 'picture.delivers' : 'picture.delivered', {
                    load: `${kw(generatorWatts)} kW`,
                    capacity: `${formatNumber(language, capacityWatts / 1000)} kW`,
                    share: formatPercent(language, generatorWatts / capacityWatts),
                    time: formatTime(language, staleAt ?? 0),
                  })}
          </span>
        </p>
        <Legend />
      </div>
      {staleAt !== null && (
        <p className={styles.asOf}>
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
          {t('picture.asOf', { time: formatTime(language, staleAt) })}
        </p>
      )}
      <div ref={holder} className={onShowPast ? undefined : styles.holder}>
        {width > 0 && onShowPast && (
          <>
            <PowerBar shares={shares} miners={input.miners} width={width} isStale={staleAt !== null} />
            <ShareFigures shares={shares} isStale={staleAt !== null} />
            <Spared onShow={onShowPast} />
          </>
        )}
        {width > 0 && !isTable && !onShowPast && (
          <Drawing
            input={input}
            width={width}
            moments={moments}
            momentIndex={momentIndex}
            onMoment={setMomentIndex}
          />
        )}
        {isTable && !onShowPast && <PictureTable points={input.points} from={input.from} />}
      </div>
      {!onShowPast && (
        <div className={styles.foot}>
          <p>
            <YieldWords yieldings={yieldings} />
          </p>
          <Button kind="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t(isTable ? 'picture.asPicture' : 'picture.asTable')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Drawing({
  input,
  width,
  moments,
  momentIndex,
  onMoment,
}: {
  input: PowerPictureInput
  width: number
  moments: readonly PictureMoment[]
  momentIndex: number | null
  onMoment: (index: number | null) => void
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const id = useId().replaceAll(/[^\w-]/g, '')
  const { shares, limitPercent, miners, points, yieldings, from, to, stepSeconds, staleAt } = input
  const { runs, gaps } = useMemo(
    () => picturePast(points, { from, to, stepSeconds }),
    [points, from, to, stepSeconds],
  )
  const isWide = width >= wideFrom
  const kw = (watts: number) => formatNumber(language, watts / 1000, 1)
  const frame: ChartFrame = isWide
    ? {
        left: 48,
        right: width - besideTank,
        top: 34,
        bottom: 394,
        from,
        to,
        capacityWatts: shares.capacityWatts,
      }
    : { left: 26, right: width - 1, top: 24, bottom: 172, from, to, capacityWatts: shares.capacityWatts }
  const moment = momentIndex === null ? undefined : moments[momentIndex]
  const chart = (
    <>
      <PowerChart
        frame={frame}
        runs={runs}
        gaps={gaps}
        limitWatts={shares.limitWatts}
        yieldingTimes={yieldings}
        hourStep={isWide && width > 1100 ? 3 : 6}
        gapId={`${id}-gap`}
        isSmall={!isWide}
      />
      {moment && (
        <path
          d={`M${round(scalesOf(frame).x(moment.at))} ${frame.top}V${frame.bottom}`}
          className={styles.hair}
        />
      )}
    </>
  )
  const picker = <MomentPicker frame={frame} moments={moments} index={momentIndex} onPick={onMoment} />
  const words = t('picture.past', {
    low: kw(Math.min(...runs.flat().map((one) => one.shipWatts + one.boxWatts), shares.capacityWatts)),
    high: kw(Math.max(...runs.flat().map((one) => one.shipWatts + one.boxWatts), 0)),
  })
  if (isWide)
    return (
      <div className={styles.chart}>
        <svg
          viewBox={`0 0 ${width} 420`}
          width={width}
          height="420"
          className={styles.svg}
          role="img"
          aria-label={`${pictureWords(t, kw, shares)} ${words}`}
        >
          <Hatches id={id} />
          {chart}
          <PowerTank
            frame={frame}
            right={width - 2}
            shares={shares}
            limitPercent={limitPercent}
            miners={miners}
            isStale={staleAt !== null}
            nowWords={staleAt === null ? t('picture.now') : formatTime(language, staleAt)}
            ids={{ free: `${id}-free`, reserve: `${id}-reserve`, gap: `${id}-gap` }}
          />
        </svg>
        {picker}
      </div>
    )
  return (
    <>
      <PowerBar shares={shares} miners={miners} width={width} isStale={staleAt !== null} />
      <ShareFigures shares={shares} isStale={staleAt !== null} />
      <div className={styles.chart}>
        <svg
          viewBox={`0 0 ${width} 196`}
          width={width}
          height="196"
          className={styles.svg}
          role="img"
          aria-label={words}
        >
          <Hatches id={id} />
          {chart}
        </svg>
        {picker}
      </div>
    </>
  )
}

/** Ship, boxes and what is free as three figures under the bar. */
export function ShareFigures({ shares, isStale }: { shares: PowerShares; isStale: boolean }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const figures = [
    ['ship', shares.shipWatts],
    ['boxes', shares.boxWatts],
    ['free', shares.freeWatts],
  ] as const
  return (
    <dl className={styles.figures} data-stale={isStale}>
      {figures.map(([name, watts]) => (
        <div key={name}>
          <dt>
            <Swatch name={name} />
            {t(`picture.${name}`)}
          </dt>
          <dd>
            {watts === null ? (
              t('picture.gap')
            ) : (
              <>
                {formatNumber(language, watts / 1000, 1)} <small>kW</small>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Swatch({ name }: { name: 'ship' | 'boxes' | 'free' }) {
  return (
    <svg width="14" height="12" aria-hidden="true">
      {name === 'free' ? (
        <path d="M0 8L8 0M0 14L14 0M6 14L14 6" className={styles.hatchSign} />
      ) : (
        <rect width="14" height="12" className={name === 'ship' ? styles.ship : styles.box} />
      )}
    </svg>
  )
}

function Legend() {
  const { t } = useTranslation('power')
  return (
    <p className={styles.legend}>
      <span>
        <Swatch name="ship" />
        {t('picture.ship')}
      </span>
      <span>
        <Swatch name="boxes" />
        {t('picture.boxes')}
      </span>
      <span>
        <svg width="22" height="12" aria-hidden="true">
          <path d="M0 6h22" className={styles.limit} />
        </svg>
        {t('picture.limit')}
      </span>
      <span>
        <svg width="12" height="12" aria-hidden="true">
          <path d="M1 2h10L6 11z" className={styles.yield} />
        </svg>
        {t('picture.yielded')}
      </span>
      <span>
        <Swatch name="free" />
        {t('picture.gap')}
      </span>
    </p>
  )
}

/** How often miners gave way in the last 24 hours, and for how long at most. */
function YieldWords({ yieldings }: { yieldings: readonly Yielding[] }) {
  const { t } = useTranslation('power')
  const { t: tCommon } = useTranslation()
  if (yieldings.length === 0) return t('picture.neverYielded')
  const { unit, ...parts } = durationPart(
    Math.max(60, ...yieldings.map(({ seconds }) => Math.round(seconds / 60) * 60)),
  )
  return t('picture.yieldedTimes', {
    count: yieldings.length,
    longest: tCommon(`duration.${unit}`, parts),
  })
}
