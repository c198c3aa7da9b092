import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import styles from './data-sheet.module.css'

const personMm = 1_750
const gapMm = 450

/** Front and side of a box on one ground line with a person of 1.75 m, all in millimetres. */
export function ScaleDrawing({ width, height, depth }: { width: number; height: number; depth: number }) {
  const { t } = useTranslation('product')
  const language = useLanguage()
  const tallest = Math.max(height, personMm)
  const textMm = tallest / 15
  const personAt = gapMm
  const frontAt = personAt + 500 + gapMm
  const sideAt = frontAt + width + gapMm
  const total = sideAt + depth + gapMm
  const millimetres = (value: number) => `${formatNumber(language, value)} mm`
  return (
    <figure className={styles.scale}>
      <h3>{t('sheet.scale')}</h3>
      <svg
        viewBox={`0 ${-tallest - 2 * textMm} ${total} ${tallest + 6 * textMm}`}
        role="img"
        aria-label={t('sheet.scale.text')}
      >
        <g className={styles.person} transform={`translate(${personAt + 250} 0) scale(${personMm / 1750})`}>
          <circle cx="0" cy="-1632" r="118" />
          <path d="M-105-1480h210c75 0 125 55 130 130l25 560c2 55-75 60-82 6l-43-420V-60c0 80-115 80-115 0v-690h-40v690c0 80-115 80-115 0v-1144l-43 420c-7 54-84 49-82-6l25-560c5-75 55-130 130-130Z" />
        </g>
        <rect className={styles.outline} x={frontAt} y={-height} width={width} height={height} />
        <rect className={styles.outline} x={sideAt} y={-height} width={depth} height={height} />
        <line className={styles.ground} x1="0" y1="0" x2={total} y2="0" />
        <g className={styles.mark} fontSize={textMm}>
          <text x={personAt + 250} y={textMm * 1.5}>{`${formatNumber(language, 1.75, 2)} m`}</text>
          <text x={frontAt + width / 2} y={textMm * 1.5}>
            {millimetres(width)}
          </text>
          <text x={frontAt + width / 2} y={textMm * 3}>
            {t('sheet.scale.front')}
          </text>
          <text x={sideAt + depth / 2} y={textMm * 1.5}>
            {millimetres(depth)}
          </text>
          <text x={sideAt + depth / 2} y={textMm * 3}>
            {t('sheet.scale.side')}
          </text>
          <text x={frontAt + width + gapMm / 2} y={-height - textMm / 2}>
            {millimetres(height)}
          </text>
        </g>
      </svg>
      <figcaption>{t('sheet.scale.text')}</figcaption>
    </figure>
  )
}
