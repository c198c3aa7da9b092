import type { RecordedPayout } from '@shipminer/contract/desk/proposals'
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
import { type OwnerMoney, type RecordOutcome, recordPayout } from './owner-money.ts'
import { RecordPayout } from './record-payout.tsx'

const tones = { recorded: 'good', known: 'caution', waits: 'caution' } as const

/** What was paid out, and a payout outside of a run to record; with four eyes another operator confirms it. */
export function PaidOut({ userId, money, mayAct }: { userId: string; money: OwnerMoney; mayAct: boolean }) {
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
      {money.payouts.length === 0 && <p className={text.quiet}>{t('paid.none')}</p>}
      {money.payouts.length > 0 && (
        <ul className={styles.list}>
          {money.payouts.map(({ id, at, amountSat, txid, note }) => (
            <li key={id} className={styles.row}>
              <span>{formatDay(language, at)}</span>
              <strong>
                <Sat sat={amountSat} />
              </strong>
              <span>
                <span className={`${styles.mono} ${text.small}`}>{txid ?? t('paid.noTxid')}</span>
                {note !== null && <span className={text.small}> · {note}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
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
