import { useTranslation } from 'react-i18next'
import layout from '../../ui/layout.module.css'
import styles from './trust.module.css'

/** What holds without a claim: the split, the answer, the warranty, the numbers. */
export function Trust() {
  const { t } = useTranslation('home')
  return (
    <section className={`wrap ${layout.band}`}>
      <h2>{t('trust.title')}</h2>
      <svg className={styles.split} viewBox="0 0 400 20" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 0h300v20H0z" className={styles.owner} />
        <path d="M301 0h99v20h-99z" className={styles.service} />
      </svg>
      <ul className={`${layout.tiles} ${styles.list}`}>
        {(['share', 'answer', 'warranty', 'numbers'] as const).map((point) => (
          <li key={point}>
            <h3>{t(`trust.${point}`)}</h3>
            <p>{t(`trust.${point}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
