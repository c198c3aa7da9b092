import { useTranslation } from 'react-i18next'
import { ContactFormView } from '../../../features/contact/components/contact-form-view.tsx'
import { Office } from '../../../features/contact/components/office.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import styles from './contact.module.css'

export function ContactPage() {
  const { t } = useTranslation('contact')
  return (
    <>
      <meta name="description" content={t('description')} />
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={`wrap ${styles.grid}`}>
        <ContactFormView />
        <Office />
      </div>
    </>
  )
}
