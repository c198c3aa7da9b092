import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import layout from '../../ui/layout.module.css'
import styles from './last-call.module.css'

/** The end of the page: what to do now. */
export function LastCall() {
  const { t } = useTranslation('home')
  return (
    <section className={`wrap ${styles.end}`}>
      <div>
        <h2>{t('end.title')}</h2>
        <p className={styles.text}>{t('end.text')}</p>
      </div>
      <div className={layout.actions}>
        <ButtonLink to={paths.calculator} kind="main">
          {t('end.calculate')}
        </ButtonLink>
        <ButtonLink to={paths.contact}>{t('end.talk')}</ButtonLink>
      </div>
    </section>
  )
}
