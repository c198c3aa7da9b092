import { deskPaymentSorts } from '@shipminer/contract/desk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import { Duration } from '../../../ui/values/duration.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { paymentsQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { useTroubleWords } from '../components/use-trouble-words.ts'
import { RefundsSection } from '../orders/refunds-section.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { PaymentsInDoubt } from './payments-in-doubt.tsx'
import { ReceivingAccounts } from './receiving-accounts.tsx'

const newestFirst = { by: 'createdAt', isAscending: false } as const

/** Money to pay back, coin payments that need a person, how the watchers of the chains are, and whether a wallet finds all. */
export function PaymentsView() {
  const { t } = useTranslation('desk')
  const { t: tBank } = useTranslation('desk-bank')
  const troubleWords = useTroubleWords()
  const language = useLanguage()
  const state = useTableState(newestFirst, deskPaymentSorts)
  const found = useQuery(paymentsQuery(state.query))
  return (
    <>
      <h1 className={styles.heading}>{t('nav.payments')}</h1>
      <RefundsSection />
      {!found.data && <NothingYet query={found} />}
      {found.data && (
        <>
          <PaymentsInDoubt state={state} isBusy={found.isPlaceholderData} {...found.data} />
          <section className={styles.section} aria-labelledby="desk-watchers">
            <h2 id="desk-watchers" className={styles.heading}>
              {t('payments.watchers')}
            </h2>
            {found.data.watchers.length === 0 ? (
              <p className={text.quiet}>{t('payments.watchersNone')}</p>
            ) : (
              <ul className={styles.list}>
                {found.data.watchers.map((watcher) => (
                  <li key={`${watcher.chain} ${watcher.source}`} className={styles.row}>
                    <strong>{watcher.chain}</strong>
                    <span>
                      {watcher.source}
                      <span className={text.small}>
                        {' · '}
                        <Value of={watcher.height}>
                          {(height) => t('payments.height', { height: formatNumber(language, height) })}
                        </Value>
                      </span>
                    </span>
                    <span>
                      {t('payments.lag')}: <Duration durationSeconds={watcher.lagSeconds} />
                      {watcher.problem !== null && (
                        <span className={text.small}>
                          {' '}
                          · {tBank('watcher.problem', { problem: troubleWords(watcher.problem) })}
                        </span>
                      )}
                    </span>
                    <StatusBadge
                      status={watcher.fresh ? 'online' : 'attention'}
                      label={t(watcher.fresh ? 'payments.fresh' : 'payments.behind')}
                    />
                  </li>
                ))}
              </ul>
            )}
          </section>
          <ReceivingAccounts accounts={found.data.accounts} />
        </>
      )}
    </>
  )
}
