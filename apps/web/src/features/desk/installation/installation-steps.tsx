import type { InstallationStep } from '@shipminer/contract/desk/installation'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import own from './installation.module.css'
import { installationQuery } from './installation-queries.ts'

/** Where a step is done; the others are settings of the server. */
const places: Partial<Record<InstallationStep, string>> = {
  coins: paths.deskPayments,
  colleague: paths.deskPeople,
  recovery: paths.desk,
  prices: paths.deskCatalogue,
  controller: paths.deskControllers,
  stock: paths.deskStock,
  orders: paths.deskOrders,
  'test-order': paths.buy,
}

/** What a new installation needs before it can sell, ending with a test order. */
export function InstallationSteps() {
  const { t } = useTranslation('desk-installation')
  const language = useLanguage()
  const found = useQuery(installationQuery)
  if (!found.data) return <NothingYet query={found} />
  const { steps, lastBackupAt } = found.data
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className={styles.section} aria-labelledby="desk-installation">
      <h2 id="desk-installation" className={text.sub}>
        {t('title')}: {t('done', { done, all: steps.length })}
      </h2>
      <ol className={styles.list}>
        {steps.map(({ step, isDone }) => {
          const place = places[step]
          return (
            <li key={step} className={own.step}>
              <span className={text.strong}>{t(`step.${step}`)}</span>
              <span className={isDone ? text.quiet : text.late}>
                <span aria-hidden="true">{isDone ? '✓ ' : '□ '}</span>
                {t(isDone ? 'is.done' : 'is.open')}
              </span>
              {!isDone && <span className={text.small}>{t(`how.${step}`)}</span>}
              {step === 'backup' && lastBackupAt !== null && (
                <span className={text.small}>
                  {t('backup.last', { time: formatDateTime(language, Date.parse(lastBackupAt)) })}
                </span>
              )}
              {place && !isDone && <Link to={place}>{t('go')}</Link>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
