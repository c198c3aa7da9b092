import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { useSession } from '../../../lib/session/session-store.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { Value } from '../../../ui/values/value.tsx'
import { setWrongNetwork, useWrongNetwork } from '../lib/wallet-network.ts'
import type { WalletAdapter } from '../wallets/wallet-adapter.ts'
import styles from './connect-dialog.module.css'
import { CopyText } from './copy-text.tsx'
import { useBalance } from './use-balance.ts'
import { useConnectedWallet } from './use-connected-wallet.ts'
import { useWalletSettings } from './use-wallet-settings.ts'

/** The wallet behind the session: address, balance, network, and the ways on. */
export function AccountDialog({ onClose, onDisconnect }: { onClose: () => void; onDisconnect: () => void }) {
  const { t } = useTranslation('wallet')
  const navigate = useNavigate()
  const session = useSession()
  const address = session.kind === 'signed-in' ? session.user.wallet_address : null
  return (
    <Dialog title={t('account.title')} onClose={onClose}>
      <div className={layout.stack}>
        {address ? <WalletFacts address={address} /> : <p>{t('account.noWallet')}</p>}
        <div className={styles.more}>
          <Button
            onClick={() => {
              onClose()
              navigate(paths.profile)
            }}
          >
            {t('account.manage')}
          </Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose()
              onDisconnect()
            }}
          >
            {t('account.disconnect')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function WalletFacts({ address }: { address: string }) {
  const { t } = useTranslation('wallet')
  const balance = useBalance(address)
  const wallet = useConnectedWallet(address)
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t('account.address')}</dt>
          <dd>
            <CopyText text={address} />
          </dd>
        </div>
        <div>
          <dt>{t('account.balance')}</dt>
          <dd>
            {balance === null ? t('account.balanceUnknown') : <Value of={balance}>{(text) => text}</Value>}
          </dd>
        </div>
      </dl>
      {address.startsWith('0x') &&
        (wallet ? (
          <NetworkSwitch wallet={wallet} />
        ) : (
          <p className={textStyles.quiet}>{t('account.networkElsewhere')}</p>
        ))}
    </>
  )
}

function NetworkSwitch({ wallet }: { wallet: WalletAdapter }) {
  const { t } = useTranslation('wallet')
  const networks = useWalletSettings()?.networks ?? []
  const isWrong = useWrongNetwork()
  const [chosen, setChosen] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<'switched' | 'declined' | null>(null)
  const chainId = chosen ?? networks[0]?.chainId ?? ''
  const name = networks.find((network) => network.chainId === chainId)?.name ?? ''
  const change = () =>
    wallet.switchNetwork(chainId).then(
      () => {
        setOutcome('switched')
        // Not every wallet tells of a change that it was asked for.
        setWrongNetwork(false)
      },
      () => setOutcome('declined'),
    )
  if (networks.length === 0) return null
  return (
    <div className={layout.stack}>
      {isWrong && (
        <Notice tone="caution" title={t('wrongNetwork')}>
          {t('wrongNetworkNow', { network: name })}
        </Notice>
      )}
      <SelectField
        label={t('account.network')}
        value={chainId}
        onChange={(value) => {
          setChosen(value)
          setOutcome(null)
        }}
        options={networks.map((network) => ({ value: network.chainId, label: network.name }))}
      />
      {outcome === 'declined' && <Notice tone="error">{t('problem.switch-declined')}</Notice>}
      {outcome === 'switched' && <Notice tone="good">{t('account.switched', { network: name })}</Notice>}
      <Button onClick={change}>{t('switchNetwork')}</Button>
    </div>
  )
}
