import type { Proposal } from '@shipminer/contract/desk/proposals'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime, formatEuro, formatSat, joinQuantity } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'

/** What a line of the queue says of something that waits for a second operator. */
export function useProposalWords() {
  const { t } = useTranslation('desk-today')
  const language = useLanguage()
  const euro = (cents: number) => formatEuro(language, cents)
  const words = ({ id, what }: Proposal): { what: string; to: string } => {
    switch (what.kind) {
      case 'refund': {
        const { amountCents, orderNumber: number } = what
        return { what: t('proposal.refund', { amount: euro(amountCents), number }), to: paths.deskPayments }
      }
      case 'refund-run':
        return {
          what: t('proposal.refund-run', { amount: euro(what.amountCents), number: id }),
          to: paths.deskPayments,
        }
      case 'rollout':
        return { what: t('proposal.rollout', { version: what.plan.version }), to: paths.deskReleases }
      case 'resume':
        return { what: t('proposal.resume', { version: what.version }), to: paths.deskReleases }
      case 'payout-record': {
        const amount = joinQuantity(formatSat(language, what.amountSat))
        return { what: t('proposal.payout-record', { amount }), to: paths.deskPayoutOwner(what.userId) }
      }
      case 'account':
        return { what: t(`proposal.account.${what.asset}`), to: paths.deskPayments }
    }
  }
  return (proposal: Proposal) => {
    const { proposedBy: name, proposedAt, isMine, mayAct } = proposal
    const by = name === null ? t('proposal.twice') : isMine ? t('proposal.mine') : t('proposal.by', { name })
    return {
      ...words(proposal),
      whenMore: proposedAt === null ? null : t('when.since', { time: formatDateTime(language, proposedAt) }),
      details: [{ text: by }],
      step: t(mayAct ? 'step.confirm' : 'step.look'),
    }
  }
}
