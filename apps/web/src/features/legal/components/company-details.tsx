import { useTranslation } from 'react-i18next'
import { CompanyText } from '../../../ui/company/company-text.tsx'
import styles from './legal.module.css'

const details = ['name', 'address', 'email', 'phone', 'kvk', 'vatId'] as const

/** Who the provider is, as the law requires; what is not set yet is marked as an example. */
export function CompanyDetails() {
  const { t } = useTranslation('legal')
  return (
    <section className={styles.company}>
      <h2 className={styles.heading}>{t('company.title')}</h2>
      <dl className={styles.details}>
        {details.map((detail) => (
          <div key={detail}>
            <dt>{t(`company.${detail}`)}</dt>
            <dd>
              <CompanyText field={detail} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
