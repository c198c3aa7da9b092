import { useTranslation } from 'react-i18next'
import { ShipVerdict } from '../../../features/calculator/components/ship-verdict.tsx'
import { CustomFormView } from '../../../features/custom-solution/components/custom-form-view.tsx'
import { CompanyWays } from '../../../ui/company/company-ways.tsx'
import layout from '../../../ui/layout.module.css'
import { PageHead } from '../../../ui/page-head.tsx'
import styles from './maatwerk.module.css'

export function CustomSolutionPage() {
  const { t } = useTranslation('custom')
  return (
    <>
      <meta name="description" content={t('description')} />
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={`wrap ${styles.stack}`}>
        <CustomFormView answer={(ship) => <ShipVerdict {...ship} />} />
        <section>
          <h2>{t('next.title')}</h2>
          <ol className={`${layout.tiles} ${styles.steps}`}>
            {(['look', 'visit', 'plan'] as const).map((step) => (
              <li key={step}>
                <h3>{t(`next.${step}.title`)}</h3>
                <p>{t(`next.${step}.text`)}</p>
              </li>
            ))}
          </ol>
        </section>
        <section className={styles.help}>
          <h2>{t('help')}</h2>
          <CompanyWays />
        </section>
      </div>
    </>
  )
}
