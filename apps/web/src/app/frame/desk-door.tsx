import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../../config/env.ts'
import { paths } from '../../config/paths.ts'
import { DeskGate } from '../../features/desk/shell/desk-gate.tsx'
import { Door } from '../../features/desk/shell/door.tsx'
import { ConnectButton } from '../../features/wallet-session/components/connect-button.tsx'
import { WalletMenu } from '../../features/wallet-session/components/wallet-menu.tsx'
import { namespacesIn } from '../../lib/i18n/text-groups.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { ButtonLink } from '../../ui/button.tsx'
import layout from '../../ui/layout.module.css'
import text from '../../ui/text.module.css'
import { AccountProviders } from '../account/account-providers.tsx'
import { FlashNotice } from './frame.tsx'
import { Footer } from './frame-footer.tsx'
import { Header, LanguageLinks } from './frame-header.tsx'
import { NotFoundPage } from './not-found.tsx'

/** Who comes to the desk: a visitor is asked to connect, an operator goes in, anyone else finds no such page. */
export function DeskDoor({ children }: { children: ReactNode }) {
  const session = useSession()
  useTranslation(namespacesIn(['frame', 'desk']) as ['common'])
  if (session.kind !== 'signed-in') return <SignedOut />
  const name = session.user.name?.trim() || session.user.email || ''
  return (
    <AccountProviders>
      <DeskGate
        notFound={<NoDesk />}
        parts={{ name, account: <WalletMenu initials />, languages: <LanguageLinks inRow /> }}
      >
        <FlashNotice />
        {children}
      </DeskGate>
    </AccountProviders>
  )
}

function SignedOut() {
  const { t } = useTranslation('desk-frame')
  const { t: common } = useTranslation()
  return (
    <Door>
      <FlashNotice />
      <h1>{common('title.desk')}</h1>
      <p className={text.lead}>{t('door.text', { product: productName })}</p>
      <div className={layout.actions}>
        <ConnectButton kind="main" />
        <ButtonLink to={paths.home}>{t('door.shop')}</ButtonLink>
      </div>
    </Door>
  )
}

/** To anyone who does not work here the address says nothing, in the frame of the shop. */
function NoDesk() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('notFound.title')} · ${productName}`}</title>
      <Header />
      <main id="main" tabIndex={-1}>
        <FlashNotice />
        <NotFoundPage />
      </main>
      <Footer />
    </>
  )
}
