import { useTranslation } from 'react-i18next'
import { formatWholeEuro } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { chartShape } from '../lib/chart-shape.ts'
import type { Figures } from '../lib/figures.ts'
import styles from './projection-chart.module.css'
import { useCalculatorWords } from './use-calculator-words.ts'

/** Height of the drawing and of the strip of years below it, in pixels. */
const plotHeight = 220
const stripHeight = 26
const share = (part: number) => `${Math.round(part * 10_000) / 100}%`

/** The drawing: the owner's sum over five years against what was paid for the boxes. `label` says the same in words. */
export function ProjectionChart({
  of,
  figures,
  label,
}: {
  of: 'spare' | 'priced'
  figures: Figures
  label: string
}) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro } = useCalculatorWords()
  const { outlook } = figures
  const shape = chartShape(outlook.projection, of === 'spare' ? 'spareCents' : 'pricedCents', {
    investmentCents: outlook.investmentCents,
    paybackDays: outlook[of].projectedPaybackDays,
  })
  const priceY = shape.investmentY * plotHeight
  return (
    <svg className={styles.chart} height={plotHeight + stripHeight} role="img" aria-label={label}>
      {shape.ticks.map(({ y, cents }) => (
        <g key={cents}>
          <line
            x1="0"
            x2="100%"
            y1={y * plotHeight}
            y2={y * plotHeight}
            className={cents === 0 ? styles.zero : styles.grid}
          />
          <text x="0" y={y * plotHeight - 4} className={styles.tick}>
            {formatWholeEuro(language, cents)}
          </text>
        </g>
      ))}
      {shape.halvings.map((x) => (
        <g key={x}>
          <line x1={share(x)} x2={share(x)} y1="0" y2={plotHeight} className={styles.halving} />
          <text x={share(x)} dx="6" y={plotHeight - 6} className={styles.tick}>
            {t('chart.halving')}
          </text>
        </g>
      ))}
      <line x1="0" x2="100%" y1={priceY} y2={priceY} className={styles.investment} />
      <text
        x="100%"
        // Below its line where there is no room above.
        y={priceY < 18 ? priceY + 16 : priceY - 5}
        textAnchor="end"
        className={styles.investmentText}
      >
        {t('chart.investment', { price: euro(outlook.investmentCents) })}
      </text>
      <svg
        width="100%"
        height={plotHeight}
        viewBox="0 0 1000 1000"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={shape.path} className={of === 'spare' ? styles.spare : styles.priced} />
      </svg>
      {shape.payback && (
        <circle
          cx={share(shape.payback.x)}
          cy={shape.payback.y * plotHeight}
          r="6"
          className={styles.point}
        />
      )}
      {shape.years.map(({ x, year }) => (
        <text
          key={year}
          x={share(x)}
          y={plotHeight + 19}
          textAnchor={x === 0 ? 'start' : x > 0.97 ? 'end' : 'middle'}
          className={styles.tick}
        >
          {year === 0 ? t('chart.now') : t('chart.year', { year })}
        </text>
      ))}
    </svg>
  )
}
