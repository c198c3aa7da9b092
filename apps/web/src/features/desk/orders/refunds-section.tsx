import {
  deskEndpoints,
  deskRefundSorts,
  deskRefundStatuses,
  type ListedRefund,
} from '@shipminer/contract/desk'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDay, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { exportRefunds, refundsQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { RefundProposal } from '../proposals/refund-proposal.tsx'
import { type ProposalOf, useProposals } from '../proposals/use-proposals.ts'
import { useMay } from '../shell/use-role.ts'
import { Chips } from '../table/chips.tsx'
import type { Column } from '../table/column.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { PagedTable } from '../table/paged-table.tsx'
import table from '../table/table.module.css'
import { useTableState } from '../table/use-table-state.ts'
import own from './order-signs.module.css'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundGoal } from './refund-goal.tsx'
import { RefundRuns } from './refund-runs.tsx'
import { RefundStanding } from './refund-standing.tsx'
import { useRefundReason } from './use-refund-reason.ts'

type Status = (typeof deskRefundStatuses)[number]
const titles = { open: 'refunds.toPay', unpaid: 'refunds.unpaid', paid: 'refunds.paidTitle' } as const
const oldestFirst = { by: 'requestedAt', isAscending: true } as const
const newestFirst = { by: 'paidAt', isAscending: false } as const

/** Money that is to go back, what pays it together, and what went back with the proof of it. */
export function RefundsSection() {
  const { t } = useTranslation('desk-bank')
  const open = useQuery(refundsQuery({ status: 'unpaid' }))
  const refunds = open.data?.refunds
  return (
    <section className={styles.section} aria-labelledby="desk-refunds">
      <h2 id="desk-refunds" className={styles.heading}>
        {t('refunds.title')}
      </h2>
      {refunds?.length === 0 && <p className={text.quiet}>{t('refunds.none')}</p>}
      {refunds && <RefundRuns refunds={refunds} />}
      <Refunds />
    </section>
  )
}

/** Those that no run pays, all that are not paid, or those that were, a page at a time; which of them and in what order is kept in the address. */
function Refunds() {
  const { t } = useTranslation('desk-bank')
  const { t: tDesk } = useTranslation('desk')
  const [params] = useSearchParams()
  const status = deskRefundStatuses.find((one) => one === params.get('refunds-status')) ?? 'open'
  const state = useTableState(status === 'paid' ? newestFirst : oldestFirst, deskRefundSorts, 'refunds-')
  const found = useQuery(refundsQuery({ status, ...state.query }))
  const proposals = useProposals('refund')
  const proposalOf = ({ id }: ListedRefund) => proposals.find((one) => one.id === id) ?? null
  const [paying, setPaying] = useState<ListedRefund | null>(null)
  const mayPay = useMay()(deskEndpoints.deskOrderAct, 'refund-paid')
  const columns = useRefundColumns(status, (refund) => (
    <RefundStep
      refund={refund}
      proposal={proposalOf(refund)}
      onPay={mayPay ? () => setPaying(refund) : null}
    />
  ))
  const { data } = found
  const hasRuns = data !== undefined && data.byStatus.unpaid > data.byStatus.open
  const hasSteps = mayPay || proposals.length > 0 || status === 'unpaid'
  const shown = deskRefundStatuses.filter((one) => one !== 'unpaid' || one === status || hasRuns)
  return (
    <>
      <div className={own.refunds}>
        <PagedTable
          name={`refunds-${status}`}
          label={t(titles[status])}
          columns={columns.filter(({ key }) => key !== 'step' || hasSteps)}
          rows={data?.refunds ?? []}
          keyOf={({ id }) => id}
          state={state}
          perPage={data?.perPage ?? 1}
          total={data?.byStatus[status] ?? 0}
          of={t('refunds.title')}
          isBusy={found.isPlaceholderData}
          filters={
            <Chips
              label={tDesk('leads.status')}
              value={status}
              onChange={(value) =>
                state.setFilters({ status: value === 'open' ? '' : value, sort: '', direction: '' })
              }
              chips={shown.map((value) => ({
                value,
                label: t(titles[value]),
                count: data?.byStatus[value] ?? null,
              }))}
            />
          }
          tools={
            <CsvButton
              name="refunds"
              call={deskExportEndpoints.deskRefundsExport}
              make={() => exportRefunds({ status })}
            />
          }
          none={
            data ? (
              data.byStatus.paid === 0 &&
              status === 'paid' && <p className={text.quiet}>{t('refunds.paidNone')}</p>
            ) : (
              <NothingYet query={found} />
            )
          }
        />
      </div>
      {paying && (
        <RefundDialog
          key={paying.id}
          order={{ id: paying.orderId, number: paying.orderNumber, method: paying.method }}
          refunds={[paying]}
          proposed={proposalOf(paying)?.what ?? null}
          onClose={() => setPaying(null)}
        />
      )}
    </>
  )
}

function useRefundColumns(status: Status, step: (refund: ListedRefund) => ReactNode): Column<ListedRefund>[] {
  const { t } = useTranslation('desk-bank')
  const { t: tTable } = useTranslation('desk-table')
  const { t: tDesk } = useTranslation('desk')
  const language = useLanguage()
  const reasonWords = useRefundReason()
  const requested: Column<ListedRefund> = {
    key: 'requestedAt',
    title: t('refunds.requestedAt'),
    isSortable: true,
    isWideOnly: true,
    cell: ({ requestedAt }) => formatDay(language, requestedAt),
  }
  const isOpen = status !== 'paid'
  return [
    {
      key: 'number',
      title: tTable('order.number'),
      isSortable: true,
      cell: ({ orderId, orderNumber }) => (
        <Link to={paths.deskOrder(orderId)} className={table.whole} data-row>
          {orderNumber}
        </Link>
      ),
    },
    {
      key: 'amount',
      title: tTable('order.amount'),
      isSortable: true,
      isEnd: true,
      cell: ({ amountCents }) => <strong>{formatEuro(language, amountCents)}</strong>,
    },
    {
      key: 'buyer',
      title: tDesk('order.buyer'),
      cell: ({ buyerName, claim, paidAt }) => (
        <>
          {buyerName}
          <RefundGoal claim={claim} isPaid={paidAt !== null} />
        </>
      ),
    },
    {
      key: 'reason',
      title: t('refunds.why'),
      isWideOnly: true,
      cell: ({ reason }) => reasonWords(reason) ?? '—',
    },
    isOpen ? requested : { ...requested, isWidestOnly: true },
    {
      key: isOpen ? 'step' : 'paidAt',
      title: t(isOpen ? 'refunds.step' : 'refunds.paidTitle'),
      isSortable: !isOpen,
      cell: step,
    },
  ]
}

function RefundStep({
  refund,
  proposal,
  onPay,
}: {
  refund: ListedRefund
  proposal: ProposalOf<'refund'> | null
  /** Null: the reader may not pay it. */
  onPay: (() => void) | null
}) {
  const { t } = useTranslation('desk-bank')
  const { orderNumber, claim, runId } = refund
  if (refund.paidAt !== null) return <RefundStanding refund={refund} />
  if (runId !== null)
    return t(`runs.title.${claim?.way === 'bitcoin' ? 'bitcoin' : 'bank'}`, { number: runId })
  if (proposal) return <RefundProposal proposal={proposal} number={orderNumber} onConfirm={() => onPay?.()} />
  if (!onPay) return null
  return (
    <div>
      <Button aria-haspopup="dialog" aria-label={`${t('refunds.pay')}: ${orderNumber}`} onClick={onPay}>
        {t('refunds.pay')}
      </Button>
    </div>
  )
}
