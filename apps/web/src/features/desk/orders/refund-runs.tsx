import type { ListedRefund } from '@shipminer/contract/desk'
import {
  deskRefundRunEndpoints,
  type RefundRun,
  type RefundRunWay,
  refundRunWays,
} from '@shipminer/contract/desk/refund-runs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { saveFile } from '../../../lib/files/save-file.ts'
import { formatDate, formatEuro } from '../../../lib/format/format.ts'
import { formatCoin } from '../../../lib/format/format-coin.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import {
  cancelRefundRun,
  createRefundRun,
  makeRefundRunPsbt,
  readRefundRunFile,
  refundRunsQuery,
} from '../api/refund-runs.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { MadeTransaction } from '../payouts/made-transaction.tsx'
import { PsbtForm } from '../payouts/psbt-form.tsx'
import { ProposalNotice } from '../proposals/proposal-notice.tsx'
import { type ProposalOf, useProposals } from '../proposals/use-proposals.ts'
import { useMay } from '../shell/use-role.ts'
import { RefundRunPaid } from './refund-run-paid.tsx'

const sumCents = (refunds: readonly { amountCents: number }[]) =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Refunds that are paid together: those that can be, by way, and the files that were made of others. */
export function RefundRuns({ refunds }: { refunds: readonly ListedRefund[] }) {
  const runs = useQuery(refundRunsQuery)
  return (
    <>
      {refundRunWays.map((way) => {
        const ready = refunds.filter(({ claim, runId }) => claim?.way === way && runId === null)
        return ready.length === 0 ? null : <ReadyRefunds key={way} way={way} refunds={ready} />
      })}
      {!runs.data && <NothingYet query={runs} />}
      {runs.data?.runs.map((run) => (
        <RunCard key={run.id} run={run} />
      ))}
    </>
  )
}

function ReadyRefunds({ way, refunds }: { way: RefundRunWay; refunds: readonly ListedRefund[] }) {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  const queries = useQueryClient()
  const may = useMay()
  const { isBusy, message, run } = useTask()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const make = async () => {
    await run(async () => {
      const made = await createRefundRun(way)
      setLeftOut(made.leftOut)
      announce(t('runs.made'))
      return null
    })
    void queries.invalidateQueries({ queryKey: ['desk'] })
  }
  return (
    <div className={styles.card}>
      <p>
        {t(`runs.ready.${way}`, { count: refunds.length })}{' '}
        <strong>{formatEuro(language, sumCents(refunds))}</strong>
      </p>
      {may(deskRefundRunEndpoints.deskRefundRunCreate) && (
        <div className={layout.actions}>
          <Button kind="main" aria-disabled={isBusy || undefined} onClick={() => !isBusy && void make()}>
            {t(`runs.make.${way}`)}
          </Button>
        </div>
      )}
      <TaskNotice message={message} />
      {leftOut.length > 0 && (
        <Notice tone="caution">{t('runs.leftOut', { orders: leftOut.join(', ') })}</Notice>
      )}
    </div>
  )
}

function RunCard({ run }: { run: RefundRun }) {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  const queries = useQueryClient()
  const may = useMay()
  const mayPay = may(deskRefundRunEndpoints.deskRefundRunPaid)
  const { isBusy, message, run: perform } = useTask()
  const proposal = useProposals('refund-run').find(({ id }) => id === run.id)
  const [asks, setAsks] = useState<'paid' | 'cancel' | RefundRun['dropped'][number] | null>(null)
  const cancelsOwed = run.refunds.length + run.again.length > 0
  const cancels = t(cancelsOwed ? 'runs.cancel' : 'runs.stayed')
  const title = t(`runs.title.${run.way}`, { number: run.id })
  const cancel = async () => {
    const isDone = await perform(async () => {
      await cancelRefundRun(run.id)
      return null
    })
    setAsks(null)
    if (isDone) announce(t(cancelsOwed ? 'runs.cancelled' : 'runs.stayedDone'))
    void queries.invalidateQueries({ queryKey: ['desk'] })
  }
  return (
    <article className={styles.card} aria-label={title}>
      <h3 className={text.sub}>{title}</h3>
      <p className={text.small}>
        {t('runs.madeBy', { date: formatDate(language, run.createdAt), name: run.createdBy })}
        {run.paid > 0 && ` · ${t('runs.paidCount', { count: run.paid })}`}
      </p>
      {run.dropped.length > 0 && (
        <Notice tone="error" title={t('runs.dropped')}>
          <ul>
            {run.dropped.map((dropped) => (
              <li key={dropped.id}>
                <NamedRefund refund={dropped} />{' '}
                {mayPay && (
                  <Button kind="quiet" aria-haspopup="dialog" onClick={() => setAsks(dropped)}>
                    {t('runs.left')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {run.again.length > 0 && (
        <Notice tone="caution" title={t('runs.again')}>
          <ul>
            {run.again.map((refund) => (
              <li key={refund.reference}>
                <NamedRefund refund={refund} />
              </li>
            ))}
          </ul>
          <p>{t('runs.againText')}</p>
        </Notice>
      )}
      <ul className={styles.list}>
        {run.refunds.map((refund) => (
          <li key={refund.id} className={styles.row}>
            <Link to={paths.deskOrder(refund.orderId)}>{refund.orderNumber}</Link>
            <span className={styles.mono}>{refund.to}</span>
            <strong className={styles.end}>
              {refund.amountCoin !== null && `${formatCoin(language, refund.amountCoin, 'BTC')} · `}
              {formatEuro(language, refund.amountCents)}
            </strong>
          </li>
        ))}
      </ul>
      {proposal && !mayPay && <ProposalNotice proposal={proposal} />}
      {mayPay && <PaySteps run={run} proposal={proposal ?? null} cancels={cancels} onAsk={setAsks} />}
      <TaskNotice message={message} />
      {asks !== null && asks !== 'cancel' && (
        <RefundRunPaid
          run={run}
          dropped={asks === 'paid' ? null : asks}
          title={title}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'cancel' && (
        <ConfirmDialog
          title={`${cancels}: ${title}`}
          confirm={cancels}
          isDanger
          isBusy={isBusy}
          onConfirm={() => void cancel()}
          onClose={() => setAsks(null)}
        >
          <p>{t(cancelsOwed ? 'runs.cancelText' : 'runs.stayedText')}</p>
        </ConfirmDialog>
      )}
    </article>
  )
}

/** For those who may pay it: the file or transaction that pays it, and that it was paid or is not to be. */
function PaySteps({
  run,
  proposal,
  cancels,
  onAsk,
}: {
  run: RefundRun
  proposal: ProposalOf<'refund-run'> | null
  /** What ending it is called. */
  cancels: string
  onAsk: (asks: 'paid' | 'cancel') => void
}) {
  const { t } = useTranslation('desk-bank')
  const { isBusy, message, run: perform } = useTask()
  const download = () =>
    perform(async () => {
      const file = await readRefundRunFile(run.id)
      saveFile(file.filename, file.type, file.text)
      return null
    })
  return (
    <>
      {run.way === 'bitcoin' && run.refunds.length > 0 && (
        <PsbtForm isAgain={run.transaction !== null} make={(feeRate) => makeRefundRunPsbt(run.id, feeRate)} />
      )}
      {run.transaction && (
        <MadeTransaction filename={`refunds-${run.id}.psbt`} transaction={run.transaction} />
      )}
      {proposal && <ProposalNotice proposal={proposal} />}
      {run.refunds.length > 0 && <p className={text.quiet}>{t(`runs.text.${run.way}`)}</p>}
      <div className={layout.actions}>
        <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && void download()}>
          {t('runs.save')}
        </Button>
        {run.refunds.length > 0 && !proposal?.isMine && (
          <Button aria-haspopup="dialog" onClick={() => onAsk('paid')}>
            {t('runs.paid')}
          </Button>
        )}
        <Button kind="quiet" aria-haspopup="dialog" onClick={() => onAsk('cancel')}>
          {cancels}
        </Button>
      </div>
      <TaskNotice message={message} />
    </>
  )
}

function NamedRefund({ refund }: { refund: RefundRun['again'][number] }) {
  const language = useLanguage()
  return (
    <>
      <Link to={paths.deskOrder(refund.orderId)}>{refund.orderNumber}</Link>
      {`: ${formatEuro(language, refund.amountCents)} (${refund.reference})`}
    </>
  )
}
