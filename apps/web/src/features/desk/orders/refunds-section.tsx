import type { ListedRefund } from '@shipminer/contract/desk'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { exportRefunds, refundsQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { MoreButton } from '../components/more-button.tsx'
import { NothingYet } from '../components/nothing-yet.tsx'
import { RefundProposal } from '../proposals/refund-proposal.tsx'
import { type ProposalOf, useProposals } from '../proposals/use-proposals.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundGoal } from './refund-goal.tsx'
import { RefundRuns } from './refund-runs.tsx'
import { RefundStanding } from './refund-standing.tsx'
import { useRefundReason } from './use-refund-reason.ts'

/** Money that is to go back, and on demand what went back with the proof of it. */
export function RefundsSection() {
  const { t } = useTranslation('desk-bank')
  const open = useQuery(refundsQuery('open'))
  const [showsPaid, setShowsPaid] = useState(false)
  const refunds = open.data?.flatMap((page) => page.refunds)
  const outside = refunds?.filter(({ runId }) => runId === null)
  return (
    <section className={styles.section} aria-labelledby="desk-refunds">
      <h2 id="desk-refunds" className={styles.heading}>
        {t('refunds.title')}
      </h2>
      {!refunds && <NothingYet query={open} />}
      {refunds?.length === 0 && <p className={text.quiet}>{t('refunds.none')}</p>}
      {refunds && <RefundRuns refunds={refunds} />}
      {outside && outside.length > 0 && <Refunds refunds={outside} />}
      {showsPaid ? (
        <PaidRefunds />
      ) : (
        <div>
          <Button kind="quiet" onClick={() => setShowsPaid(true)}>
            {t('refunds.showPaid')}
          </Button>
        </div>
      )}
    </section>
  )
}

function PaidRefunds() {
  const { t } = useTranslation('desk-bank')
  const [count, setCount] = useState(1)
  const paid = useQuery(refundsQuery('paid', count))
  const refunds = paid.data?.flatMap((page) => page.refunds)
  return (
    <>
      <h3 className={text.sub}>{t('refunds.paidTitle')}</h3>
      {!refunds && <NothingYet query={paid} />}
      {refunds?.length === 0 && <p className={text.quiet}>{t('refunds.paidNone')}</p>}
      {refunds && refunds.length > 0 && (
        <>
          <Refunds refunds={refunds} />
          <div className={styles.bar}>
            <CsvButton name="refunds" call={deskExportEndpoints.deskRefundsExport} make={exportRefunds} />
          </div>
        </>
      )}
      <MoreButton pages={paid.data} isBusy={paid.isFetching} onMore={() => setCount(count + 1)} />
    </>
  )
}

function Refunds({ refunds }: { refunds: readonly ListedRefund[] }) {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  const reasonWords = useRefundReason()
  const proposals = useProposals('refund')
  const proposalOf = ({ id }: ListedRefund) => proposals.find((one) => one.id === id) ?? null
  const [paying, setPaying] = useState<ListedRefund | null>(null)
  return (
    <>
      <ul className={styles.list}>
        {refunds.map((refund) => (
          <li key={refund.id} className={styles.row}>
            <Link to={paths.deskOrder(refund.orderId)} data-row>
              {refund.orderNumber}
            </Link>
            <div>
              {refund.buyerName}
              <div className={text.small}>
                {[
                  reasonWords(refund.reason),
                  t('refunds.since', { date: formatDate(language, refund.requestedAt) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
              <RefundGoal claim={refund.claim} isPaid={refund.paidAt !== null} />
            </div>
            <strong className={`${styles.end} ${styles.amount}`}>
              {formatEuro(language, refund.amountCents)}
            </strong>
            <RefundStep refund={refund} proposal={proposalOf(refund)} onPay={() => setPaying(refund)} />
          </li>
        ))}
      </ul>
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

function RefundStep({
  refund,
  proposal,
  onPay,
}: {
  refund: ListedRefund
  proposal: ProposalOf<'refund'> | null
  onPay: () => void
}) {
  const { t } = useTranslation('desk-bank')
  const { orderNumber } = refund
  if (refund.paidAt !== null) return <RefundStanding refund={refund} />
  if (proposal) return <RefundProposal proposal={proposal} number={orderNumber} onConfirm={onPay} />
  return (
    <div>
      <Button aria-haspopup="dialog" aria-label={`${t('refunds.pay')}: ${orderNumber}`} onClick={onPay}>
        {t('refunds.pay')}
      </Button>
    </div>
  )
}
