import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import textStyles from '../../../ui/text.module.css'
import { isPhone } from '../walletconnect/is-phone.ts'
import { getPairing, subscribePairing } from '../walletconnect/pairing.ts'
import styles from './connect-dialog.module.css'
import { CopyText } from './copy-text.tsx'
import { WalletIcon } from './wallet-row.tsx'

/** Apps with an address of their own for a pairing code (their makers' documents); any other takes the code itself. */
const apps = [
  { name: 'MetaMask', url: 'https://metamask.app.link/wc?uri=' },
  { name: 'Trust Wallet', url: 'https://link.trustwallet.com/wc?uri=' },
  { name: 'Rainbow', url: 'https://rnbwapp.com/wc?uri=' },
] as const

/** A wallet on another device: the code to scan, on a phone the apps to open, and afterwards the way back into the app. */
export function PairingCode() {
  const { t } = useTranslation('wallet')
  const { uri, appUrl } = useSyncExternalStore(subscribePairing, getPairing)
  if (uri === null) {
    return (
      <>
        <Loading inline />
        {appUrl && isPhone() && <a href={appUrl}>{t('pair.open')}</a>}
      </>
    )
  }
  return (
    <>
      <p>{t('pair.text')}</p>
      {isPhone() && (
        <ul className={styles.list} aria-label={t('pair.apps')}>
          {apps.map(({ name, url }) => (
            <li key={name}>
              <AppLink name={name} href={url + encodeURIComponent(uri)} />
            </li>
          ))}
          <li>
            <AppLink name={t('pair.other')} href={uri} />
          </li>
        </ul>
      )}
      <div className={styles.qr}>
        <QrCode text={uri} label={t('pair.qr')} />
      </div>
      <CopyText text={uri} />
      <p className={textStyles.quiet}>{t('pair.relay')}</p>
    </>
  )
}

function AppLink({ name, href }: { name: string; href: string }) {
  const { t } = useTranslation('wallet')
  return (
    <a className={styles.wallet} href={href} rel="noreferrer">
      <WalletIcon wallet={{ name }} />
      <span className={styles.name}>{name}</span>
      <span className={styles.chain}>{t('openApp')}</span>
    </a>
  )
}
