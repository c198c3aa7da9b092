import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import type { WalletState } from '../lib/wallet-session.ts'
import { walletSession } from '../wallets/wallet.ts'
import { PairingCode } from './pairing-code.tsx'
import { useWalletSettings } from './use-wallet-settings.ts'

/** What the person has to do while a wallet is being connected, switched to the right network, or signing. */
export function ConnectProgress({ state }: { state: WalletState }) {
  const { t } = useTranslation('wallet')
  const { t: common } = useTranslation()
  const network = useWalletSettings()?.networks[0]
  const name = state.wallet?.name ?? ''
  const isRemote = state.wallet?.isRemote ?? false
  return (
    <>
      {state.phase === 'connecting' && (
        <>
          <Waiting isRemote={isRemote} />
          {!isRemote && <p>{t('connecting', { wallet: name })}</p>}
        </>
      )}
      {state.phase === 'wrong-network' && (
        <>
          <Notice tone="caution" title={t('wrongNetwork')}>
            {state.wallet?.namespace === 'bip122'
              ? t('wrongNetworkBitcoin')
              : t('wrongNetworkText', { network: network?.name ?? 'Ethereum Mainnet' })}
          </Notice>
          <Button kind="main" onClick={() => walletSession.switchNetwork()}>
            {t('switchNetwork')}
          </Button>
        </>
      )}
      {state.phase === 'connected' && (
        <Button kind="main" onClick={() => walletSession.authenticate()}>
          {t('sign')}
        </Button>
      )}
      {(state.phase === 'signing' || state.phase === 'cancelling') && (
        <>
          <Waiting isRemote={isRemote} />
          <p>{state.isFetchingMessage ? t('fetchingMessage') : t('signing', { wallet: name })}</p>
          <p className={text.quiet}>{t('signingText')}</p>
        </>
      )}
      <Button onClick={() => walletSession.cancel()} disabled={state.phase === 'cancelling'}>
        {common('cancel')}
      </Button>
    </>
  )
}

/** A wallet on another device has a code or an app to open; for the others the person looks at the wallet. */
export function Waiting({ isRemote }: { isRemote: boolean }) {
  if (!isRemote) return <Loading inline />
  return <PairingCode />
}
