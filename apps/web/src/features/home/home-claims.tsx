import { useTranslation } from 'react-i18next'
import layout from '../../ui/layout.module.css'
import styles from './home-claims.module.css'

/** What the provider claims, kept separate from what is known. */
export function Claims() {
  const { t } = useTranslation('home')
  return (
    <section className={`wrap ${layout.band}`}>
      <div className={styles.box}>
        <h2 className={styles.title}>{t('claims.title')}</h2>
        <ul className={styles.list}>
          {(['payback', 'fuel'] as const).map((claim) => (
            <li key={claim}>{t(`claims.${claim}`)}</li>
          ))}
        </ul>
        <p className={styles.text}>{t('claims.text')}</p>
      </div>
    </section>
  )
}
