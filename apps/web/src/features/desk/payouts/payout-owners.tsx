import { deskPayoutEndpoints, type PayoutOwner, payoutStandings } from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import { Sat } from '../../../ui/values/money.tsx'
import styles from '../components/desk.module.css'
import { SearchForm } from '../components/search-form.tsx'
import { Chips } from '../table/chips.tsx'
import type { Column } from '../table/column.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { PagedTable } from '../table/paged-table.tsx'
import table from '../table/table.module.css'
import type { useTableState } from '../table/use-table-state.ts'
import { exportPayoutOwners, type PayoutsAnswer } from './api/payouts.ts'
import own from './payouts.module.css'

type Filters = { search?: string; standing?: (typeof payoutStandings)[number] }

/** What the address of the page narrows the owners to; what is none is left out. */
export function readOwnerFilters(params: URLSearchParams): Filters {
  const search = params.get('search')?.trim().slice(0, 100)
  const standing = payoutStandings.find((one) => one === params.get('standing'))
  return { ...(search && { search }), ...(standing && { standing }) }
}

/** Every owner: what came in, what is due, and whether the next run pays it or why not. */
export function PayoutOwners({
  answer: { owners, byStanding, perPage },
  state,
  filters,
  isBusy,
}: {
  answer: PayoutsAnswer
  state: ReturnType<typeof useTableState>
  filters: Filters
  isBusy: boolean
}) {
  const { t } = useTranslation('desk-payouts')
  const { t: tDesk } = useTranslation('desk')
  const columns = useOwnerColumns()
  const all = byStanding.due + byStanding.out
  const total = filters.standing ? byStanding[filters.standing] : all
  return (
    <section className={styles.section} aria-labelledby="payout-owners">
      <h2 id="payout-owners" className={styles.heading}>
        {t('owners.title')}
      </h2>
      <Chips
        label={t('owner.next')}
        value={filters.standing ?? ''}
        onChange={(value) => state.setFilter('standing', value)}
        chips={[
          { value: '', label: tDesk('any'), count: all },
          { value: 'due', label: t('owner.in'), count: byStanding.due },
          { value: 'out', label: t('owner.out'), count: byStanding.out },
        ]}
      />
      <PagedTable
        name="payout-owners"
        label={t('owners.title')}
        columns={columns}
        rows={owners}
        keyOf={({ userId }) => userId}
        state={state}
        perPage={perPage}
        total={total}
        of={t('owners.title')}
        isBusy={isBusy}
        filters={
          <SearchForm
            label={t('owner.search')}
            first={filters.search ?? ''}
            onSearch={(wanted) => state.setFilter('search', wanted)}
          />
        }
        tools={
          <CsvButton
            name="owners"
            call={deskPayoutEndpoints.deskPayoutOwnersExport}
            make={() => exportPayoutOwners(filters)}
          />
        }
        none={
          total === 0 && (
            <p className={text.quiet}>
              {t(Object.keys(filters).length > 0 ? 'owners.noneFound' : 'owners.none')}
            </p>
          )
        }
      />
    </section>
  )
}

function useOwnerColumns(): Column<PayoutOwner>[] {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  const amount = { isEnd: true, isWideOnly: true }
  return [
    { key: 'name', title: t('owner.name'), isSortable: true, cell: (owner) => <OwnerName owner={owner} /> },
    {
      key: 'due',
      title: t('owner.next'),
      isSortable: true,
      isEnd: true,
      cell: (owner) => <NextPayout owner={owner} />,
    },
    {
      ...amount,
      key: 'balance',
      title: t('owner.balance'),
      isSortable: true,
      cell: ({ balanceSat }) => <Sat sat={balanceSat} />,
    },
    {
      ...amount,
      key: 'received',
      title: t('owner.received'),
      isSortable: true,
      cell: ({ receivedSat, receivedSinceSat }) => (
        <>
          <Sat sat={receivedSat} />
          <span className={table.second}>
            <Sat sat={receivedSinceSat} /> {t('owner.since')}
          </span>
        </>
      ),
    },
    {
      ...amount,
      key: 'share',
      title: t('owner.share'),
      isWidestOnly: true,
      cell: ({ ownerShareSat, receivedByOwnerSat }) => (
        <>
          <Sat sat={ownerShareSat} />
          {receivedByOwnerSat > 0 && (
            <span className={table.second}>
              {t('owner.direct')}: <Sat sat={receivedByOwnerSat} />
            </span>
          )}
        </>
      ),
    },
    {
      ...amount,
      key: 'paidOut',
      title: t('owner.paidOut'),
      isSortable: true,
      cell: ({ paidOutSat }) => <Sat sat={paidOutSat} />,
    },
    {
      key: 'address',
      title: t('owner.address'),
      isWideOnly: true,
      isWidestOnly: true,
      cell: ({ address, pendingFrom }) => (
        <>
          {address === null ? t('owner.noAddress') : <span className={styles.mono}>{address}</span>}
          {pendingFrom !== null && (
            <span className={table.second}>
              {t('owner.pending', { date: formatDateTime(language, pendingFrom) })}
            </span>
          )}
        </>
      ),
    },
  ]
}

/** The way to the money of an owner, and what they have beside Bitcoin. */
function OwnerName({ owner: { userId, name, otherCoins } }: { owner: PayoutOwner }) {
  const { t } = useTranslation('desk-payouts')
  const { t: tMoney } = useTranslation('desk-owner-money')
  const language = useLanguage()
  return (
    <>
      <Link to={paths.deskPayoutOwner(userId)} aria-label={`${tMoney('open')}: ${name}`} data-row>
        {name}
      </Link>
      {otherCoins.length > 0 && (
        <span className={table.second}>
          {t('owner.other')}:{' '}
          {otherCoins
            .map(({ coin, receivedSat }) => `${formatNumber(language, receivedSat / 1e8, 8)} ${coin}`)
            .join(' · ')}
        </span>
      )}
    </>
  )
}

/** What the next run pays, or why it pays nothing. */
function NextPayout({ owner: { amountSat, refusal, openRunId } }: { owner: PayoutOwner }) {
  const { t } = useTranslation('desk-payouts')
  return (
    <div className={own.next}>
      {amountSat !== null && (
        <>
          <strong>
            <Sat sat={amountSat} />
          </strong>
          <StatusBadge status="online" label={t('owner.in')} />
        </>
      )}
      {refusal !== null && (
        <StatusBadge
          status={refusal === 'not-positive' || refusal === 'below-minimum' ? 'offline' : 'attention'}
          label={t(`refusal.${refusal}`, { run: openRunId ?? '' })}
        />
      )}
      {openRunId !== null && <Link to={paths.deskPayout(openRunId)}>{t('run.name', { id: openRunId })}</Link>}
    </div>
  )
}
