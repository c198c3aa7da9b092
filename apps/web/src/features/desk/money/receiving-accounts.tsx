import type { deskEndpoints } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'
import type { output } from 'zod/mini'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import lists from '../../../ui/lists.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import styles from '../components/desk.module.css'
import { AccountProposal } from '../proposals/account-proposal.tsx'
import { UnreadAccounts } from '../proposals/unread-accounts.tsx'
import { type ProposalOf, useProposals } from '../proposals/use-proposals.ts'

type Accounts = output<typeof deskEndpoints.deskPayments.data>['accounts']
type Account = NonNullable<Accounts>[number]

/** Room that a raised limit leaves for the buyers of the next weeks. */
const room = 20

/** Whether the provider's own wallet finds everything that buyers pay, and what to do where it does not. */
export function ReceivingAccounts({ accounts }: { accounts: Accounts }) {
  const { t } = useTranslation('desk-bank')
  const proposals = useProposals('account')
  return (
    <section className={styles.section} aria-labelledby="desk-accounts">
      <h2 id="desk-accounts" className={styles.heading}>
        {t('accounts.title')}
      </h2>
      <UnreadAccounts also={accounts === null ? ['coins'] : []} />
      {accounts?.length === 0 && <p className={text.quiet}>{t('accounts.none')}</p>}
      {proposals
        .filter(({ what }) => what.asset === 'bank' || what.asset === 'payouts')
        .map((proposal) => (
          <article
            key={proposal.id}
            className={`${styles.card} ${styles.waits}`}
            aria-label={t(`accounts.${proposal.what.asset === 'bank' ? 'bank' : 'payouts'}`)}
          >
            <AccountProposal proposal={proposal} />
          </article>
        ))}
      {accounts?.map((account) => (
        <ReceivingAccount
          key={account.asset}
          account={account}
          proposal={proposals.find(({ what }) => what.firstAddress === account.firstAddress) ?? null}
        />
      ))}
    </section>
  )
}

function ReceivingAccount({
  account: { asset, given, longestUnused, usualGap },
  proposal,
}: {
  account: Account
  proposal: ProposalOf<'account'> | null
}) {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  const count = (value: number) => formatNumber(language, value)
  const numbers = { unused: count(longestUnused), gap: count(usualGap) }
  const isHidden = longestUnused >= usualGap
  return (
    <article className={`${styles.card} ${isHidden || proposal ? styles.waits : ''}`} aria-label={asset}>
      <h3 className={text.sub}>{asset}</h3>
      {proposal && <AccountProposal proposal={proposal} />}
      {isHidden && (
        <Notice tone="caution" title={t('accounts.warn')}>
          {asset === 'BTC'
            ? t('accounts.warnBitcoin', { ...numbers, needed: count(longestUnused + room) })
            : t('accounts.warnEvm', { ...numbers, last: given - 1 + room })}
        </Notice>
      )}
      <dl className={lists.facts}>
        <Fact name={t('accounts.given')}>{count(given)}</Fact>
        <Fact name={t('accounts.unused')}>
          {t('accounts.of', { count: longestUnused, gap: count(usualGap) })}
        </Fact>
      </dl>
    </article>
  )
}
