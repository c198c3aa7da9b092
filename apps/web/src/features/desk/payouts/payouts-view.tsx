import {
  firstPayoutSorts,
  PayoutRunStateSchema,
  payoutOwnerSorts,
  payoutRunSorts,
} from '@shipminer/contract/desk/payouts'
import { deskPoolEndpoints } from '@shipminer/contract/desk/pools'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { useMay } from '../shell/use-role.ts'
import { useTableState } from '../table/use-table-state.ts'
import { payoutsQuery } from './api/payouts.ts'
import { FirstPayouts } from './first-payouts.tsx'
import { NextRun } from './next-run.tsx'
import { PayoutOwners, readOwnerFilters } from './payout-owners.tsx'
import { PoolAddresses } from './pool-addresses.tsx'
import { PoolIncome } from './pool-income.tsx'
import { RunList } from './run-list.tsx'
import { SetupNotice } from './setup-notice.tsx'
import { UnreadOwners } from './unread-owners.tsx'

const mostDue = { by: 'due', isAscending: false } as const
const leastTimeFirst = { by: 'since', isAscending: true } as const
const newestFirst = { by: 'createdAt', isAscending: false } as const

/** What every owner is due, the run that would pay them now, and the runs so far. */
export function PayoutsView() {
  const { t } = useTranslation('desk-payouts')
  const may = useMay()
  const errorText = useErrorText()
  const owners = useTableState(mostDue, payoutOwnerSorts)
  const runs = useTableState(newestFirst, payoutRunSorts, 'runs-')
  const first = useTableState(leastTimeFirst, firstPayoutSorts, 'first-')
  const filters = readOwnerFilters(owners.params)
  const runsState = PayoutRunStateSchema.options.find((one) => one === owners.params.get('runs-state'))
  const found = useQuery(
    payoutsQuery({
      ...filters,
      ...owners.query,
      ...(runsState && { runsState }),
      runsSort: runs.query.sort,
      runsDirection: runs.query.direction,
      runsPage: runs.query.page,
      firstSort: first.query.sort,
      firstDirection: first.query.direction,
      firstPage: first.query.page,
    }),
  )
  const { data } = found
  return (
    <>
      <h1 className={styles.heading}>{t('title')}</h1>
      <p className={text.quiet}>{t('intro')}</p>
      {!data && <NothingYet query={found} />}
      {data && (
        <>
          {found.error && <Notice tone="caution">{errorText(found.error)}</Notice>}
          <SetupNotice setup={data.setup} />
          <UnreadOwners owners={data.unreadOwners} />
          <NextRun answer={data} />
          <PayoutOwners answer={data} state={owners} filters={filters} isBusy={found.isPlaceholderData} />
          {may(deskPoolEndpoints.deskPoolImport) && <PoolIncome />}
          <PoolAddresses />
          <FirstPayouts answer={data} state={first} isBusy={found.isPlaceholderData} />
          <RunList answer={data} state={runs} shown={runsState} isBusy={found.isPlaceholderData} />
        </>
      )}
    </>
  )
}
