import { deskPaymentSorts } from '@shipminer/contract/desk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paymentsQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { RefundsSection } from '../orders/refunds-section.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { ChainWatchers } from './chain-watchers.tsx'
import { PaymentsInDoubt } from './payments-in-doubt.tsx'
import { ReceivingAccounts } from './receiving-accounts.tsx'

const newestFirst = { by: 'createdAt', isAscending: false } as const

/** Money to pay back, coin payments that need a person, how the watchers of the chains are, and whether a wallet finds all. */
export function PaymentsView() {
  const { t } = useTranslation('desk')
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
          <ChainWatchers watchers={found.data.watchers} />
          <ReceivingAccounts accounts={found.data.accounts} />
        </>
      )}
    </>
  )
}
