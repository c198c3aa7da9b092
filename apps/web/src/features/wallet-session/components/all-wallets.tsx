import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/forms/field.tsx'
import text from '../../../ui/text.module.css'
import { knownWallets } from '../wallets/known-wallets.ts'
import type { WalletAdapter } from '../wallets/wallet-adapter.ts'
import { listMissing, searchDebounceMs, searchWallets } from '../wallets/wallet-choice.ts'
import { listWallets, subscribeWallets } from '../wallets/wallets.ts'
import styles from './connect-dialog.module.css'
import { InstalledWallet, MissingWallet } from './wallet-row.tsx'

/** Every wallet known, installed ones first, four a row, narrowed by name. */
export function AllWallets({ onChoose }: { onChoose: (wallet: WalletAdapter) => void }) {
  const { t } = useTranslation('wallet')
  const wallets = useSyncExternalStore(subscribeWallets, listWallets)
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [typed])

  const installed = searchWallets(wallets, query)
  const others = searchWallets(listMissing(wallets, knownWallets), query)
  const count = installed.length + others.length
  return (
    <>
      <TextField label={t('search')} type="search" autoComplete="off" value={typed} onChange={setTyped} />
      <p className={count === 0 ? text.quiet : 'visually-hidden'} role="status">
        {count === 0 ? t('searchNone') : t('searchCount', { count })}
      </p>
      <ul className={styles.grid}>
        {installed.map((wallet) => (
          <InstalledWallet key={wallet.id} wallet={wallet} onChoose={onChoose} isTile />
        ))}
        {others.map((wallet) => (
          <MissingWallet key={wallet.name} wallet={wallet} isTile />
        ))}
      </ul>
    </>
  )
}
