import { useTranslation } from 'react-i18next'
import { isPhone } from '../walletconnect/is-phone.ts'
import { chainNames } from '../wallets/chain-names.ts'
import type { KnownWallet } from '../wallets/known-wallets.ts'
import type { WalletAdapter } from '../wallets/wallet-adapter.ts'
import { walletSigns } from '../wallets/wallet-signs.ts'
import styles from './connect-dialog.module.css'

/** A wallet of this browser. */
export function InstalledWallet({
  wallet,
  onChoose,
  isTile = false,
}: {
  wallet: WalletAdapter
  onChoose: (wallet: WalletAdapter) => void
  isTile?: boolean
}) {
  return (
    <li>
      <button type="button" className={isTile ? styles.tile : styles.wallet} onClick={() => onChoose(wallet)}>
        <WalletIcon wallet={wallet} />
        <span className={styles.name}>{wallet.name}</span>
        <span className={styles.chain}>{chainNames[wallet.namespace]}</span>
      </button>
    </li>
  )
}

/** A wallet that is not here: its maker's install page, or on a phone its app. */
export function MissingWallet({ wallet, isTile = false }: { wallet: KnownWallet; isTile?: boolean }) {
  const { t } = useTranslation('wallet')
  const link = linkOf(wallet)
  return (
    <li>
      <a
        className={isTile ? styles.tile : styles.wallet}
        href={link.url}
        rel="noreferrer"
        {...(link.isApp ? {} : { target: '_blank' })}
      >
        <WalletIcon wallet={wallet} />
        <span className={styles.name}>{wallet.name}</span>
        <span className={styles.chain}>{t(link.isApp ? 'openApp' : 'install')}</span>
      </a>
    </li>
  )
}

function linkOf(wallet: KnownWallet): { url: string; isApp: boolean } {
  if (wallet.appUrl && isPhone()) return { url: wallet.appUrl(location.href), isApp: true }
  return { url: wallet.installUrl, isApp: false }
}

/** Installed wallets bring their picture; the others have a sign that we drew, and an unknown one its first letter. */
export function WalletIcon({ wallet }: { wallet: { name: string; icon?: string | null } }) {
  if (wallet.icon) return <img className={styles.icon} src={wallet.icon} alt="" width="36" height="36" />
  const sign = walletSigns[wallet.name]
  if (!sign)
    return (
      <span className={styles.icon} aria-hidden="true">
        {wallet.name.slice(0, 1)}
      </span>
    )
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" width="36" height="36" aria-hidden="true">
      <path d="M0 0h24v24H0z" fill={sign.ground} />
      <path d={sign.path} fill={sign.figure} fillRule="evenodd" />
    </svg>
  )
}
