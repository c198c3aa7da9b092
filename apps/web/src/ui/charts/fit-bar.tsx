import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import styles from './fit-bar.module.css'

/** Below this share of the bar a part has no room for its words, percent. */
const wordsFromPercent = 16

/** Kilowatts between two numerals: five parts at the most, of a round size. */
export function numeralStep(capacityKw: number): number {
  const rough = capacityKw / 4.5
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
}

/**
 * A generator on its scale: what the ship takes, what boxes take, what is free, the reserve, and the load line that both stay below. Boxes that
 * do not fit are a dashed frame over what there is. All in kilowatts.
 */
export function FitBar({
  capacityKw,
  shipKw,
  boxKw,
  limitKw,
  reserveKw,
  isFitting,
}: {
  capacityKw: number
  shipKw: number
  boxKw: number
  limitKw: number
  reserveKw: number
  isFitting: boolean
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId().replaceAll(/[^\w-]/g, '')
  const kilowatts = (kw: number) => `${formatNumber(language, kw, Number.isInteger(kw) ? 0 : 1)}\u00a0kW`
  const percent = (kw: number) => Math.round(Math.min(100, Math.max(0, (kw / capacityKw) * 100)) * 100) / 100
  const reserveFromKw = Math.max(shipKw, limitKw - reserveKw)
  const freeFromKw = Math.min(reserveFromKw, isFitting ? shipKw + boxKw : shipKw)
  const freeKw = Math.max(0, reserveFromKw - freeFromKw)
  const words = {
    capacity: kilowatts(capacityKw),
    ship: kilowatts(shipKw),
    box: kilowatts(boxKw),
    free: kilowatts(freeKw),
    reserve: kilowatts(reserveKw),
    limit: kilowatts(limitKw),
  }
  const step = numeralStep(capacityKw)
  const numerals = Array.from(
    { length: Math.floor(capacityKw / step + 1e-9) + 1 },
    (_, index) => index * step,
  )
  const limit = percent(limitKw)
  const part = (fromKw: number, toKw: number, className: string | undefined, fill?: string) => (
    <rect
      x={`${percent(fromKw)}%`}
      width={`${Math.max(0, percent(toKw) - percent(fromKw))}%`}
      y="24"
      height="56"
      className={className}
      fill={fill}
    />
  )
  const isRoomy = (kw: number) => percent(kw) >= wordsFromPercent
  return (
    <svg
      className={styles.bar}
      height="112"
      role="img"
      aria-label={t(isFitting ? 'fitBar.summary' : 'fitBar.summaryNot', words)}
    >
      <defs>
        <Hatch id={`${id}-free`} width={9} />
        <Hatch id={`${id}-reserve`} width={5} />
      </defs>
      {part(0, shipKw, styles.ship)}
      {isFitting && part(shipKw, shipKw + boxKw, styles.box)}
      {part(freeFromKw, reserveFromKw, undefined, `url(#${id}-free)`)}
      {part(reserveFromKw, limitKw, undefined, `url(#${id}-reserve)`)}
      <rect x="0" y="24" width="100%" height="56" className={styles.frame} />
      {!isFitting && (
        <svg
          x={`${percent(shipKw)}%`}
          y="24"
          width={`${100 - percent(shipKw)}%`}
          height="56"
          aria-hidden="true"
        >
          <rect
            x="2"
            y="6"
            width={`${Math.min(100, (boxKw / Math.max(1e-9, capacityKw - shipKw)) * 100)}%`}
            height="44"
            className={styles.asked}
          />
        </svg>
      )}
      <g className={styles.limit}>
        <line x1={`${limit}%`} x2={`${limit}%`} y1="24" y2="80" />
        <circle cx={`${limit}%`} cy="52" r="9" />
        <line x1={`${limit}%`} x2={`${limit}%`} y1="37" y2="67" />
      </g>
      <text x={`${limit}%`} y="16" textAnchor={limit > 80 ? 'end' : 'middle'} className={styles.above}>
        {t('fitBar.limit', { power: words.limit })}
      </text>
      {isFitting && freeKw > 0 && limit - percent(freeFromKw) > 26 && (
        <text x={`${percent(freeFromKw)}%`} y="16" className={`${styles.above} ${styles.wide}`}>
          {t('fitBar.free', { power: words.free })}
        </text>
      )}
      {!isFitting && limit - percent(shipKw) > 18 && (
        <text x={`${percent(shipKw)}%`} y="16" className={styles.askedWords}>
          {t('fitBar.asks', { power: words.box })}
        </text>
      )}
      {isRoomy(shipKw) && (
        <text x="0" dx="10" y="69" className={styles.onShip}>
          {t('fitBar.ship', { power: words.ship })}
        </text>
      )}
      {isFitting && isRoomy(boxKw) && (
        <text x={`${percent(shipKw)}%`} dx="10" y="69" className={styles.onBox}>
          {t('fitBar.box', { power: words.box })}
        </text>
      )}
      {numerals.map((kw) => (
        <g key={kw}>
          <line x1={`${percent(kw)}%`} x2={`${percent(kw)}%`} y1="80" y2="91" className={styles.mark} />
          <text
            x={`${percent(kw)}%`}
            y="110"
            textAnchor={kw === 0 ? 'start' : percent(kw) > 97 ? 'end' : 'middle'}
            className={styles.numeral}
          >
            {formatNumber(language, kw, Number.isInteger(kw) ? 0 : 1)}
          </text>
        </g>
      ))}
    </svg>
  )
}

function Hatch({ id, width }: { id: string; width: number }) {
  return (
    <pattern id={id} width={width} height={width} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d={`M0 0V${width}`} className={styles.hatch} />
    </pattern>
  )
}
