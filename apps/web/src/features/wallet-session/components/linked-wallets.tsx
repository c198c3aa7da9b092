import { type Profile, profileEndpoints } from '@shipminer/contract/account/profile'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callEndpoint } from '../../../lib/api/client.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyLine } from '../../../ui/copy-line.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { Value } from '../../../ui/values/value.tsx'
import type { LinkedWallet } from '../lib/prove.ts'
import { chainNames } from '../wallets/chain-names.ts'
import { useBalance } from './use-balance.ts'
import type { AskProof } from './use-proof.tsx'

/** The wallets of a profile: each with address and balance; another can be linked, and all but the last way in unlinked. */
export function LinkedWallets({
  profile,
  ask,
  withFreshSession,
  onChange,
}: {
  profile: Profile
  ask: AskProof
  /** Runs a call, and has the person prove the session again where the server requires it. */
  withFreshSession: <T>(call: () => Promise<T>) => Promise<T | null>
  onChange: (profile: Profile) => void
}) {
  const { t } = useTranslation('wallet')
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<{ tone: 'good' | 'error'; text: string } | null>(null)
  const { wallets } = profile.user
  const request = { wallets, hasPassword: profile.hasPassword }

  const run = async (action: () => Promise<Profile | null>, done: string) => {
    setBusy(true)
    setMessage(null)
    try {
      const changed = await action()
      if (changed) {
        onChange(changed)
        setMessage({ tone: 'good', text: done })
      }
    } catch (thrown) {
      setMessage({ tone: 'error', text: errorText(thrown) })
    }
    setBusy(false)
  }

  const link = () =>
    run(async () => {
      const proof = await ask({ ...request, purpose: 'link-wallet' })
      if (!proof || !('signature' in proof)) return null
      const answer = await withFreshSession(() => callEndpoint(profileEndpoints.linkWallet, { body: proof }))
      return answer?.profile ?? null
    }, t('link.done'))

  const unlink = (walletAddress: string) =>
    run(async () => {
      const proof = await ask({ ...request, purpose: 'unlink-wallet', subject: walletAddress })
      if (!proof) return null
      const answer = await callEndpoint(profileEndpoints.unlinkWallet, { body: { walletAddress, proof } })
      return answer.profile
    }, t('unlink.done'))

  return (
    <div className={layout.stack}>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {wallets.length === 0 && <p className={textStyles.quiet}>{t('account.noWallet')}</p>}
      <ul className={layout.stack}>
        {wallets.map((wallet) => (
          <LinkedWalletRow
            key={wallet.address}
            wallet={wallet}
            isBusy={isBusy}
            onUnlink={() => unlink(wallet.address)}
          />
        ))}
      </ul>
      <div>
        <Button onClick={link} disabled={isBusy}>
          {t('link.title')}
        </Button>
      </div>
    </div>
  )
}

function LinkedWalletRow({
  wallet,
  isBusy,
  onUnlink,
}: {
  wallet: LinkedWallet
  isBusy: boolean
  onUnlink: () => void
}) {
  const { t } = useTranslation('wallet')
  const balance = useBalance(wallet.address)
  const chain = chainNames[wallet.namespace]
  return (
    <li>
      <div className={layout.between}>
        <div className={layout.head}>
          <strong>{chain}</strong>
          <span className={textStyles.quiet}>
            {t('account.balance')}:{' '}
            {balance === null ? t('account.balanceUnknown') : <Value of={balance}>{(text) => text}</Value>}
          </span>
        </div>
        <Button
          kind="quiet"
          onClick={onUnlink}
          disabled={isBusy}
          aria-label={`${t('unlink.title')}: ${chain} ${wallet.address}`}
        >
          {t('unlink.title')}
        </Button>
      </div>
      <dl>
        <CopyLine label={t('account.address')} text={wallet.address} mono />
      </dl>
    </li>
  )
}
