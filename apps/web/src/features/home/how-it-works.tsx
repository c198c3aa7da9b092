import { useTranslation } from 'react-i18next'
import layout from '../../ui/layout.module.css'
import styles from './how-it-works.module.css'

/** Four steps from a look at the generator to the first payment. */
export function HowItWorks() {
  const { t } = useTranslation('home')
  return (
    <section className={`wrap ${layout.band}`}>
      <h2>{t('how.title')}</h2>
      <ol className={styles.steps}>
        {(['survey', 'install', 'way', 'paid'] as const).map((step) => (
          <li key={step}>
            <h3>{t(`how.${step}.title`)}</h3>
            <p>{t(`how.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
