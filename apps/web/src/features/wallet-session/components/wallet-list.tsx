import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { isPhone } from '../walletconnect/is-phone.ts'
import { knownWallets } from '../wallets/known-wallets.ts'
import { readRecentWallets } from '../wallets/recent-wallets.ts'
import type { WalletAdapter } from '../wallets/wallet-adapter.ts'
import { chooseWallets } from '../wallets/wallet-choice.ts'
import { listWallets, subscribeWallets } from '../wallets/wallets.ts'
import styles from './connect-dialog.module.css'
import { InstalledWallet, MissingWallet } from './wallet-row.tsx'

/** The wallets of this browser as they announce themselves, those used last on top, and a few that could be installed. */
export function WalletList({ onChoose }: { onChoose: (wallet: WalletAdapter) => void }) {
  const { t } = useTranslation('wallet')
  const wallets = useSyncExternalStore(subscribeWallets, listWallets)
  const [recentIds] = useState(() => readRecentWallets(localStorageOrNothing()))
  const { recent, installed, remote, recommended } = chooseWallets(wallets, knownWallets, recentIds)
  const rows = (list: readonly WalletAdapter[]) =>
    list.map((wallet) => <InstalledWallet key={wallet.id} wallet={wallet} onChoose={onChoose} />)
  return (
    <>
      {wallets.every(({ isRemote }) => isRemote) && (
        <div className={styles.none} role="status">
          <strong>{t('noneTitle')}</strong>
          <p>{t(isPhone() ? 'nonePhone' : 'noneText')}</p>
        </div>
      )}
      {recent.length > 0 && <Group title={t('recent')}>{rows(recent)}</Group>}
      {installed.length > 0 && <Group title={t('installed')}>{rows(installed)}</Group>}
      {remote.length > 0 && <Group title={t('remote')}>{rows(remote)}</Group>}
      <Group title={t('recommended')}>
        {recommended.map((wallet) => (
          <MissingWallet key={wallet.name} wallet={wallet} />
        ))}
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section>
      <h3 id={id} className={styles.group}>
        {title}
      </h3>
      <ul className={styles.list} aria-labelledby={id}>
        {children}
      </ul>
    </section>
  )
}

/** Reading `localStorage` itself throws where it is refused. */
function localStorageOrNothing(): Pick<Storage, 'getItem'> {
  try {
    return localStorage
  } catch {
    return { getItem: () => null }
  }
}
