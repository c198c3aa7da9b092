import { useTranslation } from 'react-i18next'
import { formatDate, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../components/desk.module.css'
import { ProposalNotice } from './proposal-notice.tsx'
import type { ProposalOf } from './use-proposals.ts'

/** A refund that one operator recorded as paid, with the proof that a second one compares. */
export function RefundProposal({
  proposal,
  number,
  onConfirm,
}: {
  proposal: ProposalOf<'refund'>
  number: string
  onConfirm: () => void
}) {
  const { t } = useTranslation('desk-proposals')
  const { t: tBank } = useTranslation('desk-bank')
  const language = useLanguage()
  const { amountCents, way, reference, on } = proposal.what
  return (
    <div>
      <p className={styles.mono}>
        {t('refund', {
          amount: formatEuro(language, amountCents),
          way: tBank(`refunds.way.${way}`),
          reference,
          date: formatDate(language, Date.parse(`${on}T12:00`)),
        })}
      </p>
      <ProposalNotice proposal={proposal}>
        <Button
          kind="main"
          aria-haspopup="dialog"
          aria-label={`${t('confirm')}: ${number}`}
          onClick={onConfirm}
        >
          {t('confirm')}
        </Button>
      </ProposalNotice>
    </div>
  )
}
