import { isPlaceholderEmail, isPlaceholderName } from '@shipminer/domain/accounts/needs-setup'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { completeSetup } from '../../../features/setup/api/complete-setup.ts'
import { registerWallet } from '../../../features/setup/api/register-wallet.ts'
import { type SetupOutcome, SetupWizard } from '../../../features/setup/components/setup-wizard.tsx'
import type { SetupBody } from '../../../features/setup/lib/setup-form.ts'
import { ConnectButton } from '../../../features/wallet-session/components/connect-button.tsx'
import { setFlash } from '../../../lib/forms/flash.ts'
import { type SessionState, session, useSession } from '../../../lib/session/session-store.ts'
import { Isobaths } from '../../../ui/isobaths.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import textStyles from '../../../ui/text.module.css'
import { Address } from '../../../ui/values/address.tsx'
import styles from './welcome-setup.module.css'

export function WelcomeSetupPage() {
  const { t } = useTranslation('setup')
  const { t: person } = useTranslation('person')
  const state = useSession()
  const navigate = useNavigate()

  const failWith = (outcome: 'account-exists' | 'incomplete' | 'failed' | 'updateFailed'): SetupOutcome => ({
    ok: false,
    words: outcome === 'incomplete' ? person('incomplete') : t(outcome),
    isAboutPerson: outcome === 'account-exists' || outcome === 'incomplete',
  })

  const register = async (body: SetupBody, walletAddress: string, ticket: string): Promise<SetupOutcome> => {
    const outcome = await registerWallet(body, walletAddress, ticket)
    if (outcome === 'registered') return { ok: true }
    if (outcome !== 'ticket-expired') return failWith(outcome)
    session.signOut(true)
    setFlash({ tone: 'caution', text: t('ticketExpired') })
    return { ok: false, words: t('ticketExpired'), isAboutPerson: false }
  }

  /** An account that lacks a real name or address. */
  const complete = async (body: SetupBody): Promise<SetupOutcome> => {
    const outcome = await completeSetup(body)
    return outcome === 'completed' ? { ok: true } : failWith(outcome)
  }

  const isDone = state.kind === 'loading' || (state.kind === 'signed-in' && !state.needsSetup)
  const address =
    state.kind === 'registering'
      ? state.walletAddress
      : state.kind === 'signed-in'
        ? state.user.wallet_address
        : null
  return (
    <div className={styles.page}>
      <Isobaths />
      <div className={`wrap ${styles.stack}`}>
        <h1 className={textStyles.pageTitle}>{t('heading')}</h1>
        {isDone ? (
          <Loading />
        ) : (
          <SetupWizard
            person={personOf(state)}
            isNew={state.kind !== 'signed-in'}
            connect={<ConnectButton kind="main" />}
            wallet={
              address && (
                <p className={textStyles.quiet}>
                  {t('wallet')} <Address address={address} form="menu" />
                </p>
              )
            }
            onSubmit={(body) =>
              state.kind === 'registering'
                ? register(body, state.walletAddress, state.ticket)
                : complete(body)
            }
            onLeave={() => navigate(paths.home)}
          />
        )}
      </div>
    </div>
  )
}

/** What is known of the connected person; placeholders for a name or an address do not count. */
function personOf(state: SessionState): { name: string; email: string } | null {
  if (state.kind === 'registering') return { name: '', email: '' }
  if (state.kind !== 'signed-in') return null
  const { name, email } = state.user
  return {
    name: name && !isPlaceholderName(name) ? name : '',
    email: email && !isPlaceholderEmail(email) ? email : '',
  }
}
