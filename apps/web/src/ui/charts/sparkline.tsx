import { useTranslation } from 'react-i18next'
import styles from './sparkline.module.css'
import { sparklinePath } from './sparkline-path.ts'

const width = 260
const height = 48

/** A small trend with its gaps shown as gaps and its content in words. `label` names it ("Hash rate, last 24 h"), `format` writes a value. */
export function Sparkline({
  values,
  label,
  format,
}: {
  values: readonly (number | null)[]
  label: string
  format: (value: number) => string
}) {
  const { t } = useTranslation()
  const path = sparklinePath(values, width, height)
  const words =
    path.low === null || path.high === null || path.last === null
      ? t('trend.none')
      : t('trend.summary', { low: format(path.low), high: format(path.high), last: format(path.last) })
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}. ${words}`}
    >
      {path.gaps && <path d={path.gaps} className={styles.gap} />}
      {path.line && <path d={path.line} className={styles.line} />}
    </svg>
  )
}
