import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPower, joinQuantity } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import styles from './generator-bar.module.css'

/** Widths of the three parts of the bar in percent; what is over the capacity is cut off. */
export function generatorParts(capacityWatts: number, shipWatts: number, boxWatts: number) {
  const scale = capacityWatts > 0 ? 100 / capacityWatts : 0
  const ship = Math.min(100, Math.max(0, shipWatts * scale))
  const box = Math.min(100 - ship, Math.max(0, boxWatts * scale))
  return { ship, box, free: 100 - ship - box }
}

/** Below this share of the bar a part has no room for its figure, percent. */
const figureFromPercent = 14

/**
 * The promise of the product as one bar: what the ship takes, what the box takes, what is free. All in watts.
 * `children` go between bar and legend.
 */
export function GeneratorBar({
  capacityWatts,
  shipWatts,
  boxWatts,
  small = false,
  children,
}: {
  capacityWatts: number
  shipWatts: number
  boxWatts: number
  small?: boolean
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const hatchId = `hatch-${useId().replaceAll(/[^\w-]/g, '')}`
  const parts = generatorParts(capacityWatts, shipWatts, boxWatts)
  const isWhole = [capacityWatts, shipWatts, boxWatts].every((watts) => watts % 1000 === 0)
  const text = (watts: number) => joinQuantity(formatPower(language, watts, isWhole ? 0 : 1))
  const words = {
    capacity: text(capacityWatts),
    ship: text(shipWatts),
    box: text(boxWatts),
    free: text(Math.max(0, capacityWatts - shipWatts - boxWatts)),
  }
  const starts = { ship: 0, box: parts.ship, free: parts.ship + parts.box }
  return (
    <figure className={small ? `${styles.figure} ${styles.small}` : styles.figure}>
      <svg className={styles.bar} role="img" aria-label={t('generator.summary', words)}>
        <defs>
          <pattern
            id={hatchId}
            width="9"
            height="9"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0 0V9" className={styles.hatch} />
          </pattern>
        </defs>
        <rect x={`${starts.free}%`} width={`${parts.free}%`} height="100%" fill={`url(#${hatchId})`} />
        <rect x="0%" width={`${parts.ship}%`} height="100%" className={styles.ship} />
        <rect x={`${starts.box}%`} width={`${parts.box}%`} height="100%" className={styles.box} />
        {(['ship', 'box', 'free'] as const).map(
          (part) =>
            parts[part] >= figureFromPercent && (
              <text
                key={part}
                x={`${starts[part]}%`}
                y="100%"
                dx="12"
                dy={small ? -10 : -13}
                className={part === 'box' ? styles.onBox : styles.figureText}
              >
                {words[part]}
              </text>
            ),
        )}
      </svg>
      {children}
      <dl className={styles.legend}>
        <div>
          <dt>{t('generator.capacity')}</dt>
          <dd>{words.capacity}</dd>
        </div>
        {(['ship', 'box', 'free'] as const).map((part) => (
          <div key={part}>
            <Swatch part={part} />
            <dt>{t(`generator.${part}`)}</dt>
            <dd>{words[part]}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}

function Swatch({ part }: { part: 'ship' | 'box' | 'free' }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 12 12" aria-hidden="true">
      {part === 'free' ? (
        <path d="M0 8L8 0M0 12L12 0M4 12L12 4" className={styles.hatch} />
      ) : (
        <rect width="12" height="12" className={styles[part]} />
      )}
    </svg>
  )
}
