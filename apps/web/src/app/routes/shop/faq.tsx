import { useTranslation } from 'react-i18next'
import { FaqView } from '../../../features/faq/components/faq-view.tsx'
import { PageHead } from '../../../ui/page-head.tsx'

export function FaqPage() {
  const { t } = useTranslation('faq')
  return (
    <>
      <meta name="description" content={t('description')} />
      <PageHead title={t('title')} lead={t('lead')} />
      <FaqView />
    </>
  )
}
