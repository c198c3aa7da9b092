import { deskCustomerEndpoints } from '@shipminer/contract/desk/customers'
import { bookedReceiptSorts, deskPoolEndpoints, ownerPayoutSorts } from '@shipminer/contract/desk/pools'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { Link } from '../../../../ui/link.tsx'
import lists from '../../../../ui/lists.module.css'
import text from '../../../../ui/text.module.css'
import { Fact } from '../../../../ui/values/fact.tsx'
import { Sat } from '../../../../ui/values/money.tsx'
import styles from '../../components/desk.module.css'
import { NothingYet } from '../../components/nothing-yet.tsx'
import { useMay } from '../../shell/use-role.ts'
import { useTableState } from '../../table/use-table-state.ts'
import { BookedIncome } from './booked-income.tsx'
import { type OwnerMoney, payoutOwnerQuery } from './owner-money.ts'
import { OwnerPools } from './owner-pools.tsx'
import { PaidOut } from './paid-out.tsx'

const newestFirst = { by: 'at', isAscending: false } as const

/** The money of one owner as it is booked, and what a person corrects of it: income, payouts outside of a run, pools. */
export function PayoutOwnerView({ id }: { id: string }) {
  const { t } = useTranslation('desk-owner-money')
  const may = useMay()
  const state = useTableState(newestFirst, bookedReceiptSorts)
  const paid = useTableState(newestFirst, ownerPayoutSorts, 'paid-')
  const found = useQuery(
    payoutOwnerQuery(id, {
      ...state.query,
      paidSort: paid.query.sort,
      paidDirection: paid.query.direction,
      paidPage: paid.query.page,
    }),
  )
  const mayAct = may(deskPoolEndpoints.deskReceiptTakeBack)
  const { data } = found
  return (
    <>
      <p>
        <Link to={paths.deskPayouts}>{t('back')}</Link>
      </p>
      {!data && <NothingYet query={found} missing={t('missing')} />}
      {data && (
        <>
          <div className={styles.stack}>
            <h1 className={styles.heading}>{data.name}</h1>
            <p className={text.quiet}>
              {t('lead')}{' '}
              {may(deskCustomerEndpoints.deskCustomer) && (
                <Link to={paths.deskCustomer(id)}>{t('customer')}</Link>
              )}
            </p>
          </div>
          <Sums money={data} />
          <BookedIncome
            userId={id}
            money={data}
            mayAct={mayAct}
            state={state}
            isBusy={found.isPlaceholderData}
          />
          <PaidOut userId={id} money={data} mayAct={mayAct} state={paid} isBusy={found.isPlaceholderData} />
          <OwnerPools userId={id} money={data} mayAct={mayAct} />
        </>
      )}
    </>
  )
}

function Sums({ money }: { money: OwnerMoney }) {
  const { t } = useTranslation('desk-payouts')
  const { t: tOwn } = useTranslation('desk-owner-money')
  return (
    <dl className={lists.facts}>
      <Fact name={t('owner.received')}>
        <Sat sat={money.receivedSat} />
      </Fact>
      <Fact name={t('owner.share')}>
        <Sat sat={money.ownerShareSat} />
      </Fact>
      {money.receivedByOwnerSat > 0 && (
        <Fact name={t('owner.direct')}>
          <Sat sat={money.receivedByOwnerSat} />
        </Fact>
      )}
      <Fact name={t('owner.paidOut')}>
        <Sat sat={money.paidOutSat} />
      </Fact>
      <Fact name={t('owner.balance')}>
        <Sat sat={money.balanceSat} />
      </Fact>
      {money.reservedSat > 0 && (
        <Fact name={tOwn('reserved')}>
          <Sat sat={money.reservedSat} />
        </Fact>
      )}
    </dl>
  )
}
