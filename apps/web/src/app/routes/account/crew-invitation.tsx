import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InvitationCard } from '../../../features/crew/components/invitation-card.tsx'
import { takeToken } from '../../../features/setup/lib/take-token.ts'
import { ConnectButton } from '../../../features/wallet-session/components/connect-button.tsx'
import { useSession } from '../../../lib/session/session-store.ts'
import { Loading } from '../../../ui/signs/loading.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from './mail-link.module.css'

const keptAs = 'crew-invitation'

/** Where the link of an invitation to a ship's crew leads. The token stays in this tab until it is used, so that signing in does not lose it. */
export function CrewInvitationPage() {
  const { t } = useTranslation('crew')
  const session = useSession()
  const [token, setToken] = useState<string | null | undefined>()
  useEffect(() => setToken((known) => known ?? keepToken()), [])
  const { email = null, name = null } = session.kind === 'signed-in' ? session.user : {}
  return (
    <div className="wrap">
      <div className={styles.page}>
        <h1 className={text.pageTitle}>{t('invitation.title')}</h1>
        {token === undefined && <Loading inline />}
        {token === null && <Notice tone="caution">{t('invitation.noToken')}</Notice>}
        {typeof token === 'string' && (
          <InvitationCard
            token={token}
            signedInAs={session.kind === 'signed-in' ? (email ?? name ?? '') : null}
            connect={<ConnectButton kind="main" />}
            onJoined={forgetToken}
          />
        )}
      </div>
    </div>
  )
}

function keepToken(): string | null {
  const token = takeToken()
  try {
    if (token) sessionStorage.setItem(keptAs, token)
    return token ?? sessionStorage.getItem(keptAs)
  } catch {
    return token
  }
}

function forgetToken(): void {
  try {
    sessionStorage.removeItem(keptAs)
  } catch {
    // Nothing was kept then.
  }
}
