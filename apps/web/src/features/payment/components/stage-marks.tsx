import { useTranslation } from 'react-i18next'
import styles from '../../../ui/charts/progress-marks.module.css'

const marks = ['awaiting', 'detected', 'confirming', 'confirmed'] as const

/** How far the payment is, as draught marks with the water up to the present one. */
export function StageMarks({ reached, isOver }: { reached: number; isOver: boolean }) {
  const { t } = useTranslation('payment')
  return (
    <ol className={styles.marks} aria-label={t('marks')} data-over={isOver}>
      {marks.map((name, index) => (
        <li
          key={name}
          data-reached={index < reached}
          aria-current={!isOver && index === reached - 1 ? 'step' : undefined}
        >
          {t(`mark.${name}`)}
        </li>
      ))}
    </ol>
  )
}
