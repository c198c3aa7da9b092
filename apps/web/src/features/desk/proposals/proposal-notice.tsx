import type { OwnAccount, Proposal, ProposalKind } from '@shipminer/contract/desk/proposals'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { withdrawProposal } from './proposal-calls.ts'

/** The setting of the server that asks for a second operator. */
const settings: Record<ProposalKind, string> = {
  refund: 'REFUND_FOUR_EYES_FROM_CENTS',
  'refund-run': 'REFUND_FOUR_EYES_FROM_CENTS',
  rollout: 'RELEASE_FOUR_EYES',
  resume: 'RELEASE_FOUR_EYES',
  account: 'RECEIVING_FOUR_EYES',
  'payout-record': 'PAYOUT_FOUR_EYES',
}

/** An account of ours that receives no coins has a setting of its own. */
const settingOf = (what: Proposal['what']) =>
  what.kind === 'account' && (what.asset === 'bank' || what.asset === 'payouts')
    ? 'ACCOUNTS_FOUR_EYES'
    : settings[what.kind]

/** Whose turn it is, why it is not the reader's where it is not, and how to proceed. `children` is what the second one presses. */
export function ProposalNotice({ proposal, children }: { proposal: Proposal; children?: ReactNode }) {
  const { t } = useTranslation('desk-proposals')
  const [withdraws, setWithdraws] = useState(false)
  const { id, isMine, mayAct, others, what } = proposal
  const { kind } = what
  return (
    <Notice tone="caution">
      <div className={styles.stack}>
        <p>
          <Turn proposal={proposal} /> {isMine && others > 0 && t('others', { count: others })}
          {isMine && others === 0 && t('alone', { setting: settingOf(what) })}
        </p>
        <div className={layout.actions}>
          {mayAct && children}
          {kind !== 'refund-run' && proposal.proposedBy !== null && (isMine || mayAct) && (
            <Button kind="quiet" aria-haspopup="dialog" onClick={() => setWithdraws(true)}>
              {t('withdraw')}
            </Button>
          )}
        </div>
      </div>
      {withdraws && kind !== 'refund-run' && (
        <ReasonDialog
          title={t('withdrawTitle')}
          text={t('withdrawText')}
          confirm={t('withdraw')}
          isDanger
          act={(reason) => withdrawProposal(kind, id, reason)}
          onClose={() => setWithdraws(false)}
        />
      )}
    </Notice>
  )
}

const accountText = (asset: OwnAccount) =>
  asset === 'bank' ? 'account.bankText' : asset === 'payouts' ? 'account.payoutsText' : 'account.text'

function Turn({ proposal: { what, proposedBy, proposedAt, isMine, mayAct } }: { proposal: Proposal }) {
  const { t } = useTranslation('desk-proposals')
  const language = useLanguage()
  if (proposedBy === null || proposedAt === null)
    return t(what.kind === 'account' ? accountText(what.asset) : 'account.text')
  if (what.kind === 'refund-run')
    return t(isMine ? 'run.mine' : mayAct ? 'run.other' : 'run.no', { name: proposedBy })
  if (isMine) return t('mine')
  return t(mayAct ? 'by' : 'byOther', { name: proposedBy, time: formatDateTime(language, proposedAt) })
}
