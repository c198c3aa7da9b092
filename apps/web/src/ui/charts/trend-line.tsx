import { useTranslation } from 'react-i18next'
import styles from './trend-line.module.css'
import { trendPath } from './trend-path.ts'

const width = 240
const height = 48

/**
 * A small trend whose scale begins at 0 (or at `from`), so that noise stays flat; gaps are gaps, `expected` is a dashed line. `label` names it,
 * `format` writes a value.
 */
export function TrendLine({
  values,
  expected = null,
  from = 0,
  tone = 'board',
  label,
  format,
}: {
  values: readonly (number | null)[]
  expected?: number | null
  from?: number
  tone?: 'board' | 'lamp'
  label: string
  format: (value: number) => string
}) {
  const { t } = useTranslation()
  const path = trendPath(values, { width, height, from, expected })
  const words =
    path.low === null || path.high === null || path.last === null
      ? t('trend.none')
      : t('trend.summary', { low: format(path.low), high: format(path.high), last: format(path.last) })
  return (
    <svg
      className={styles.trend}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}. ${words}`}
    >
      {path.expectedY !== null && <path d={`M0 ${path.expectedY}H${width}`} className={styles.expected} />}
      {path.line && <path d={path.line} className={styles[tone]} />}
    </svg>
  )
}
