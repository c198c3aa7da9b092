import { useTranslation } from 'react-i18next'
import { companyOfPage } from '../../../lib/company.ts'
import { useIsAlive } from '../../../lib/use-is-alive.ts'
import { CompanyText } from '../../../ui/company/company-text.tsx'
import { CompanyWays } from '../../../ui/company/company-ways.tsx'
import text from '../../../ui/text.module.css'
import styles from './contact.module.css'
import { QuayMap } from './quay-map.tsx'

/** Everything beside the form: call, WhatsApp, mail, hours, address and a map. */
export function Office() {
  const { t } = useTranslation('contact')
  // In the built page the address is a placeholder, which cannot be written as part of a link.
  const address = useIsAlive() ? companyOfPage()?.address : null
  return (
    <div className={styles.office}>
      <h2 className={text.heading}>{t('direct')}</h2>
      <CompanyWays />
      <dl className={styles.facts}>
        <dt>{t('hours')}</dt>
        <dd>
          {t('hours.days')}, <span className={styles.times}>{t('hours.times')}</span>
        </dd>
        <dt>{t('address')}</dt>
        <dd>
          <CompanyText field="address" />
        </dd>
      </dl>
      <figure className={styles.map}>
        <QuayMap label={t('mapLabel')} />
        <figcaption>
          {t('mapNote')}{' '}
          {address && (
            <a
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address.value)}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('mapLink')}
            </a>
          )}
        </figcaption>
      </figure>
    </div>
  )
}
