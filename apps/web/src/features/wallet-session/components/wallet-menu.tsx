import { menuAddress, shortAddress } from '@shipminer/domain/accounts/wallet-address'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { lazyChunk, loadChunk } from '../../../lib/chunks/chunk-loader.ts'
import { setFlash } from '../../../lib/forms/flash.ts'
import { useSession } from '../../../lib/session/session-store.ts'
import { NavLink } from '../../../ui/link.tsx'
import { Menu, MenuNote } from '../../../ui/panels/menu.tsx'
import { signOut } from '../lib/sign-out.ts'
import { useWrongNetwork } from '../lib/wallet-network.ts'
import styles from './wallet-menu.module.css'

const AccountDialog = lazyChunk(() => import('./account-dialog.tsx').then((module) => module.AccountDialog))

/** The connected person: address in the bar; name, longer address, profile, dashboard, wallet and disconnect in the menu. `initials`: those of the name in place of the address; `children`: what else is in the menu. */
export function WalletMenu({ initials = false, children }: { initials?: boolean; children?: ReactNode }) {
  const { t } = useTranslation('navigation')
  const navigate = useNavigate()
  const session = useSession()
  const isWrongNetwork = useWrongNetwork()
  const [isOpen, setOpen] = useState(false)
  if (session.kind !== 'signed-in' && session.kind !== 'registering') return null
  const user = session.kind === 'signed-in' ? session.user : null
  const address = user ? user.wallet_address : session.kind === 'registering' ? session.walletAddress : null
  const name = user?.name?.trim() || t('anonymous')
  const title = address ? shortAddress(address) : (user?.email ?? name)

  const disconnect = async () => {
    try {
      navigate(paths.home)
      // The session ends without anything having to be fetched; the wallets' code comes when it can.
      const ended = signOut()
      const { forgetSite } = await loadChunk(() => import('../lib/forget-site.ts'))
      await Promise.all([ended, forgetSite()])
    } catch {
      setFlash({ tone: 'error', text: t('disconnectFailed') })
    }
  }

  return (
    <>
      <Menu
        label={`${t('account')}: ${name}`}
        trigger={
          <>
            {initials ? (
              <span aria-hidden="true">{initialsOf(name)}</span>
            ) : (
              <span className={address ? styles.address : styles.title}>{title}</span>
            )}
            {isWrongNetwork && <span className={styles.wrong}>{t('wrongNetwork')}</span>}
          </>
        }
      >
        <MenuNote>
          <strong className={styles.name}>{name}</strong>
          {address ? (
            <span className={styles.address}>{menuAddress(address)}</span>
          ) : (
            user?.email && <span>{user.email}</span>
          )}
          {isWrongNetwork && <span className={styles.notice}>{t('wrongNetwork')}</span>}
        </MenuNote>
        <NavLink to={paths.profile}>{t('profile')}</NavLink>
        <NavLink to={paths.dashboard}>{t('dashboard')}</NavLink>
        {children}
        {user?.roles?.includes('operator') && <NavLink to={paths.desk}>{t('desk')}</NavLink>}
        {user && address && (
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('wallet')}
          </button>
        )}
        <button type="button" onClick={disconnect}>
          {t('disconnect')}
        </button>
      </Menu>
      {isOpen && (
        <Suspense fallback={null}>
          <AccountDialog onClose={() => setOpen(false)} onDisconnect={disconnect} />
        </Suspense>
      )}
    </>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase()
}
