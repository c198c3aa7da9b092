import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetPassword } from '../../../features/setup/api/mail-links.ts'
import { takeToken } from '../../../features/setup/lib/take-token.ts'
import { ConnectButton } from '../../../features/wallet-session/components/connect-button.tsx'
import { session } from '../../../lib/session/session-store.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { FailureText } from '../../../ui/signs/failure-text.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from './mail-link.module.css'

/** `token` is undefined until scripts run, null where the link has none. */
export function ResetPasswordPage() {
  const { t } = useTranslation('setup')
  const [token, setToken] = useState<string | null | undefined>(undefined)
  const [isDone, setDone] = useState(false)
  // The token leaves the address bar at its first reading, so it is kept once it was found.
  useEffect(() => setToken((known) => known ?? takeToken()), [])
  return (
    <div className="wrap">
      <div className={styles.page}>
        <h1 className={text.pageTitle}>{t('reset.title')}</h1>
        {token === undefined && <Loading inline />}
        {token === null && <Notice tone="caution">{t('reset.noToken')}</Notice>}
        {isDone && (
          <>
            <Notice tone="good">{t('reset.done')}</Notice>
            <div>
              <ConnectButton kind="main" />
            </div>
          </>
        )}
        {token && !isDone && (
          <PasswordForm
            token={token}
            onDone={() => {
              session.signOut(false)
              setDone(true)
            }}
          />
        )}
      </div>
    </div>
  )
}

function PasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation('setup')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      await resetPassword(token, password)
      onDone()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <form className={layout.stack} onSubmit={submit} noValidate>
      <p>{t('reset.lead')}</p>
      {error !== null && (
        <Notice tone="error">
          <FailureText error={error} />
        </Notice>
      )}
      <TextField
        label={t('reset.password')}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <div>
        <Button kind="main" type="submit" disabled={isBusy}>
          {t('reset.submit')}
        </Button>
      </div>
    </form>
  )
}
