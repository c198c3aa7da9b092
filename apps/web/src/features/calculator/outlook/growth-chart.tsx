import { type ChartLine, chartShape, spread } from '@shipminer/domain/calculator/growth-chart'
import { useTranslation } from 'react-i18next'
import { formatCompact, formatWholeEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import type { Figures } from '../lib/figures.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'
import styles from './growth-chart.module.css'

const dayMs = 86_400_000
/** Two lines of words at the end of a line of the chart, as a share of the drawing. */
const wordsShare = 0.125
const share = (part: number) => `${Math.round(part * 10_000) / 100}%`

/** The owner's sum over the years against what was paid: unchanged, with the halving, and with a network that grows too. */
export function GrowthChart({ figures }: { figures: Figures }) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro, years } = useCalculatorWords()
  const { input, result, steady, outlook, network } = figures
  const growth = input.growthPercentPerYear
  const shape = chartShape({
    centsPerYear: result.spare.ownerNetCentsPerYear,
    pricedCentsPerDay: result.priced.ownerNetCentsPerDay,
    paybackDays: result.spare.paybackDays,
    investmentCents: result.investmentCents,
    halved: steady.projection,
    grown: growth === 0 ? null : outlook.projection,
  })
  const whole = (cents: number) => formatWholeEuro(language, cents)
  const backOf = (paybackDays: number | null) =>
    paybackDays === null ? t('chart.notBack') : t('chart.backAfter', { years: years(paybackDays) })
  const lines: { line: ChartLine; name: string; back: string; look: string | undefined }[] = [
    {
      line: shape.unchanged,
      name: t('chart.unchanged'),
      back: shape.payback ? '' : t('chart.notBack'),
      look: styles.unchanged,
    },
    {
      line: shape.halved,
      name: t('chart.halved'),
      back: backOf(steady.spare.projectedPaybackDays),
      look: styles.halved,
    },
    ...(shape.grown
      ? [
          {
            line: shape.grown,
            name: t('chart.grown', { growth }),
            back: backOf(outlook.spare.projectedPaybackDays),
            look: styles.grown,
          },
        ]
      : []),
  ]
  const places = spread(
    lines.map(({ line }) => line.endY),
    wordsShare,
  )
  const label = t('chart.summary', {
    years: shape.years.length - 1,
    ends: lines
      .map(({ line, name, back }) => [name, whole(line.cents), back].filter(Boolean).join(' '))
      .join('; '),
    investment: euro(result.investmentCents),
  })
  const yearOf = (day: number) => new Date(network.observedAt + day * dayMs).getUTCFullYear()
  return (
    <svg className={styles.chart} role="img" aria-label={label}>
      <svg height="88%" className={styles.plot} aria-hidden="true">
        <svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          {lines.map(({ line, look }) => (
            <path key={look} d={line.path} className={look} />
          ))}
          {shape.paidLoss && <path d={shape.paidLoss} className={styles.paid} />}
        </svg>
        {shape.ticks.map(({ y, cents }) => (
          <g key={cents}>
            <line
              x1="0"
              x2="100%"
              y1={share(y)}
              y2={share(y)}
              className={cents === 0 ? styles.zero : styles.grid}
            />
            <text x="0" dx="-8" y={share(y)} dy="4" textAnchor="end" className={styles.tick}>
              <tspan className={styles.wide}>{whole(cents)}</tspan>
              <tspan className={styles.narrow}>
                {cents === 0 ? '0' : formatCompact(language, cents / 100)}
              </tspan>
            </text>
          </g>
        ))}
        {shape.halvings.map(({ x, day }, index) => (
          <g key={day}>
            <line x1={share(x)} x2={share(x)} y1="2%" y2={share(shape.zeroY)} className={styles.halving} />
            {index === 0 && (
              <text x={share(x)} dx="6" y="4%" dy="4" className={styles.tick}>
                {t('chart.halving', { year: yearOf(day) })}
              </text>
            )}
          </g>
        ))}
        <line
          x1="0"
          x2="100%"
          y1={share(shape.investmentY)}
          y2={share(shape.investmentY)}
          className={styles.investment}
        />
        <text x="0" dx="8" y={share(shape.investmentY)} dy="-7" className={styles.investmentText}>
          {t('chart.investment', { price: euro(result.investmentCents) })}
        </text>
        {shape.payback && result.spare.paybackDays !== null && (
          <>
            <line
              x1={share(shape.payback.x)}
              x2={share(shape.payback.x)}
              y1={share(shape.payback.y)}
              y2={share(shape.zeroY)}
              className={styles.halving}
            />
            <svg
              x={share(shape.payback.x)}
              y={share(shape.payback.y)}
              className={styles.plot}
              aria-hidden="true"
            >
              <path d="M0-7 7 0 0 7-7 0z" className={styles.point} />
              <text
                x={shape.payback.x > 0.75 ? -10 : 12}
                y="20"
                textAnchor={shape.payback.x > 0.75 ? 'end' : 'start'}
                className={styles.backText}
              >
                {t('chart.back', { years: years(result.spare.paybackDays) })}
              </text>
            </svg>
          </>
        )}
        {shape.paidLoss && (
          <text x="5%" y="100%" dy="-6" className={styles.tick}>
            {t('chart.paid', { sum: euro(Math.abs(result.priced.ownerNetCentsPerDay)) })}
          </text>
        )}
        {lines.map(({ line, name, back, look }, index) => (
          <g key={look}>
            <text
              x="100%"
              dx="8"
              y={share(places[index] ?? line.endY)}
              dy="4"
              className={`${styles.wide} ${styles.end} ${look}`}
            >
              {name}
            </text>
            <text
              x="100%"
              dx="8"
              y={share(places[index] ?? line.endY)}
              dy="22"
              className={`${styles.wide} ${styles.tick}`}
            >
              {[whole(line.cents), back].filter(Boolean).join(', ')}
            </text>
            <text
              x="100%"
              y={share(places[index] ?? line.endY)}
              dy={index === 0 ? 26 : -7}
              textAnchor="end"
              className={`${styles.narrow} ${styles.end} ${look}`}
            >
              {name}
            </text>
          </g>
        ))}
      </svg>
      {shape.years.map(({ x, year }) => (
        <text
          key={year}
          x={share(x)}
          y="97%"
          textAnchor={x === 0 ? 'start' : x > 0.97 ? 'end' : 'middle'}
          className={year % 2 === 0 ? styles.tick : `${styles.tick} ${styles.wide}`}
        >
          {year === 0 ? t('chart.now') : t('chart.year', { year })}
        </text>
      ))}
    </svg>
  )
}
