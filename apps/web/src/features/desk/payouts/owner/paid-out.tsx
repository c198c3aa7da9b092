import type { RecordedPayout } from '@shipminer/contract/desk/proposals'
import type { Payout } from '@shipminer/contract/revenue'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDay, formatSat, joinQuantity } from '../../../../lib/format/format.ts'
import { useLanguage } from '../../../../lib/i18n/use-language.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/signs/notice.tsx'
import text from '../../../../ui/text.module.css'
import { Sat } from '../../../../ui/values/money.tsx'
import styles from '../../components/desk.module.css'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { ProposalNotice } from '../../proposals/proposal-notice.tsx'
import { useProposals } from '../../proposals/use-proposals.ts'
import type { Column } from '../../table/column.ts'
import { PagedTable } from '../../table/paged-table.tsx'
import table from '../../table/table.module.css'
import type { useTableState } from '../../table/use-table-state.ts'
import { type OwnerMoney, type RecordOutcome, recordPayout } from './owner-money.ts'
import { RecordPayout } from './record-payout.tsx'

const tones = { recorded: 'good', known: 'caution', waits: 'caution' } as const

/** What was paid out, and a payout outside of a run to record; with four eyes another operator confirms it. */
export function PaidOut({
  userId,
  money,
  mayAct,
  state,
  isBusy,
}: {
  userId: string
  money: OwnerMoney
  mayAct: boolean
  state: ReturnType<typeof useTableState>
  isBusy: boolean
}) {
  const { t } = useTranslation('desk-owner-money')
  const language = useLanguage()
  const [isRecording, setRecording] = useState(false)
  const [confirming, setConfirming] = useState<RecordedPayout | null>(null)
  const [outcome, setOutcome] = useState<RecordOutcome | null>(null)
  const waiting = useProposals('payout-record').filter(({ what }) => what.userId === userId)
  const wordsOf = ({ amountSat, on, txid }: RecordedPayout) =>
    t('paid.waiting', {
      amount: joinQuantity(formatSat(language, amountSat)),
      date: formatDate(language, Date.parse(`${on}T12:00`)),
      txid,
    })
  const record = async (payout: RecordedPayout, reason: string) =>
    setOutcome(await recordPayout(userId, payout, reason))
  return (
    <section className={styles.section} aria-labelledby="owner-paid">
      <h2 id="owner-paid" className={text.sub}>
        {t('paid.title')}
      </h2>
      {outcome && <Notice tone={tones[outcome]}>{t(`paid.${outcome}`)}</Notice>}
      {waiting.map((proposal) => (
        <div key={proposal.id} className={styles.card}>
          <p className={styles.mono}>{wordsOf(proposal.what)}</p>
          <ProposalNotice proposal={proposal}>
            <Button kind="main" aria-haspopup="dialog" onClick={() => setConfirming(proposal.what)}>
              {t('paid.confirm')}
            </Button>
          </ProposalNotice>
        </div>
      ))}
      {mayAct && (
        <div>
          <Button aria-haspopup="dialog" onClick={() => setRecording(true)}>
            {t('paid.record')}
          </Button>
        </div>
      )}
      <PaidTable money={money} state={state} isBusy={isBusy} />
      {isRecording && (
        <RecordPayout fourEyes={money.fourEyes} act={record} onClose={() => setRecording(false)} />
      )}
      {confirming && (
        <ReasonDialog
          title={t('paid.confirm')}
          text={wordsOf(confirming)}
          confirm={t('paid.confirm')}
          act={(reason) => record(confirming, reason)}
          onClose={() => setConfirming(null)}
        />
      )}
    </section>
  )
}

/** What was paid out, a page at a time. */
function PaidTable({
  money: { payouts, payoutsTotal, perPage },
  state,
  isBusy,
}: {
  money: OwnerMoney
  state: ReturnType<typeof useTableState>
  isBusy: boolean
}) {
  const { t } = useTranslation('desk-owner-money')
  const columns = usePaidColumns()
  if (payoutsTotal === 0) return <p className={text.quiet}>{t('paid.none')}</p>
  return (
    <PagedTable
      name="owner-paid"
      label={t('paid.title')}
      columns={columns}
      rows={payouts}
      keyOf={({ id }) => id}
      state={state}
      perPage={perPage}
      total={payoutsTotal}
      of={t('paid.title')}
      isBusy={isBusy}
    />
  )
}

function usePaidColumns(): Column<Payout>[] {
  const { t } = useTranslation('desk-owner-money')
  const language = useLanguage()
  return [
    { key: 'at', title: t('paid.on'), isSortable: true, cell: ({ at }) => formatDay(language, at) },
    {
      key: 'amount',
      title: t('income.amount'),
      isSortable: true,
      isEnd: true,
      cell: ({ amountSat }) => <Sat sat={amountSat} />,
    },
    {
      key: 'txid',
      title: t('paid.txid'),
      cell: ({ txid, note }) => (
        <>
          {txid === null ? t('paid.noTxid') : <code className={styles.mono}>{txid}</code>}
          {note !== null && <span className={table.second}>{note}</span>}
        </>
      ),
    },
  ]
}
