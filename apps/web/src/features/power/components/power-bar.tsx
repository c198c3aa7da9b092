import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { axisMarks, type PictureMiner, type PowerShares } from '../lib/power-picture.ts'
import styles from './power-picture.module.css'
import { LoadLine } from './power-tank.tsx'

const top = 22
const height = 54

/** The tank lying down: for a phone, and for each ship of a fleet. */
export function PowerBar({
  shares,
  miners,
  width,
  isStale,
  name,
}: {
  shares: PowerShares
  miners: readonly PictureMiner[]
  width: number
  isStale: boolean
  /** Of what: the ship's name, where there are several. */
  name?: string
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const id = useId().replaceAll(/[^\w-]/g, '')
  const inner = width - 2
  const x = (watts: number) => 1 + (Math.min(watts, shares.capacityWatts) / shares.capacityWatts) * inner
  const kw = (watts: number) => formatNumber(language, watts / 1000, 1)
  const ship = shares.shipWatts ?? 0
  const used = ship + shares.boxWatts
  const reserveFrom = shares.limitWatts - shares.reserveWatts
  const sum = miners.reduce((all, { powerWatts }) => all + (powerWatts ?? 0), 0)
  let level = used
  const seams =
    sum > 0 && miners.length <= 30
      ? miners.map(({ id: key, powerWatts }) => {
          level -= ((powerWatts ?? 0) * shares.boxWatts) / sum
          return { key, at: level }
        })
      : []
  const limitX = x(shares.limitWatts)
  const waterX = shares.generatorWatts === null ? null : x(shares.generatorWatts)
  const limitWords = t('picture.limitAt', { kw: formatNumber(language, shares.limitWatts / 1000) })
  return (
    <svg
      viewBox={`0 0 ${width} 104`}
      width={width}
      height="104"
      role="img"
      aria-label={(name ? `${name}. ` : '') + pictureWords(t, kw, shares)}
      className={isStale ? `${styles.svg} ${styles.dimmed}` : styles.svg}
    >
      <Hatches id={id} />
      <rect x="1" y={top} width={inner} height={height} className={styles.abyss} />
      {shares.shipWatts === null ? (
        <rect x="1" y={top} width={limitX} height={height} fill={`url(#${id}-gap)`} />
      ) : (
        <>
          <rect x="1" y={top} width={x(ship) - 1} height={height} className={styles.ship} />
          <rect
            x={x(ship)}
            y={top}
            width={Math.max(0, x(used) - x(ship))}
            height={height}
            className={styles.box}
          />
          {seams.map(({ key, at }) => (
            <path key={key} d={`M${x(at)} ${top}v${height}`} className={styles.seam} />
          ))}
          <rect
            x={x(used)}
            y={top}
            width={Math.max(0, x(reserveFrom) - x(used))}
            height={height}
            fill={`url(#${id}-free)`}
          />
          <rect
            x={Math.max(x(reserveFrom), x(used))}
            y={top}
            width={Math.max(0, limitX - Math.max(x(reserveFrom), x(used)))}
            height={height}
            fill={`url(#${id}-reserve)`}
          />
        </>
      )}
      <rect x="1" y={top} width={inner} height={height} className={styles.tank} />
      <path d={`M${limitX} ${top}v${height}`} className={styles.loadLine} />
      <g transform={`rotate(90 ${limitX} ${top + height / 2})`}>
        <LoadLine x={limitX} y={top + height / 2} width={0} />
      </g>
      {waterX !== null && shares.generatorWatts !== null && (
        <>
          <path d={`M${waterX} ${top - 6}v${height + 12}`} className={styles.water} />
          <text
            x={Math.min(Math.max(waterX, 30), limitX - limitWords.length * 4 - 34)}
            y="13"
            textAnchor="middle"
            className={styles.waterText}
          >
            {kw(shares.generatorWatts)} kW
          </text>
        </>
      )}
      <text
        x={Math.min(limitX, width - limitWords.length * 3.6)}
        y="13"
        textAnchor="middle"
        className={styles.count}
      >
        {limitWords}
      </text>
      {axisMarks(shares.capacityWatts / 1000).major.map((mark, index) => (
        <g key={mark}>
          <path d={`M${x(mark * 1000)} ${top + height}v8`} className={styles.mark} />
          <text
            x={x(mark * 1000)}
            y="102"
            textAnchor={index === 0 ? 'start' : x(mark * 1000) > width - 12 ? 'end' : 'middle'}
            className={styles.numeralSmall}
          >
            {formatNumber(language, mark)}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** The whole picture in one sentence. */
export function pictureWords(
  t: ReturnType<typeof useTranslation<'power'>>['t'],
  kw: (watts: number) => string,
  shares: PowerShares,
): string {
  const value = (watts: number | null) => (watts === null ? t('picture.unknown') : `${kw(watts)} kW`)
  return t('picture.words', {
    capacity: value(shares.capacityWatts),
    ship: value(shares.shipWatts),
    boxes: value(shares.boxWatts),
    free: value(shares.freeWatts),
    reserve: value(shares.reserveWatts),
    limit: value(shares.limitWatts),
  })
}

/** The three hatches, under names of their own: two pictures on a page must not share them. */
export function Hatches({ id }: { id: string }) {
  const hatch = (name: string, size: number, angle: number, className: string | undefined) => (
    <pattern
      id={`${id}-${name}`}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${angle})`}
    >
      <path d={`M0 0V${size}`} className={className} />
    </pattern>
  )
  return (
    <defs>
      {hatch('gap', 8, -45, styles.hatchGap)}
      {hatch('free', 9, 45, styles.hatchFree)}
      {hatch('reserve', 5, 45, styles.hatchReserve)}
    </defs>
  )
}
