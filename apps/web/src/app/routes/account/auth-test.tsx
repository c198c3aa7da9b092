import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../../../config/env.ts'
import type { AuthTest } from '../../../features/setup/api/auth-test.ts'
import { fetchAuthTest } from '../../../features/setup/api/auth-test.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { FailureText } from '../../../ui/signs/failure-text.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from './mail-link.module.css'

type Seen = { kind: 'busy' } | { kind: 'seen'; answer: AuthTest } | { kind: 'failed'; error: unknown }

/** A bare login form with what the server sees of the caller; off unless the server's setting is on (docs/product.md 2.1). */
export function AuthTestPage() {
  const { t } = useTranslation('setup')
  const [seen, setSeen] = useState<Seen>({ kind: 'busy' })
  const look = useCallback(async () => {
    try {
      setSeen({ kind: 'seen', answer: await fetchAuthTest() })
    } catch (error) {
      setSeen({ kind: 'failed', error })
    }
  }, [])
  useEffect(() => {
    look()
  }, [look])
  return (
    <div className="wrap">
      <title>{`${t('authTest.title')} · ${productName}`}</title>
      <div className={styles.page}>
        <h1 className={text.pageTitle}>{t('authTest.title')}</h1>
        {seen.kind === 'busy' && <Loading inline />}
        {seen.kind === 'failed' && (
          <Notice tone="error">
            <FailureText error={seen.error} />
          </Notice>
        )}
        {seen.kind === 'seen' && (
          <>
            <pre>{JSON.stringify(seen.answer, null, 2)}</pre>
            <LoginForm onDone={look} />
          </>
        )}
      </div>
    </div>
  )
}

function LoginForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('setup')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() === '' || password === '') {
      setFailure(t('authTest.fields'))
      return
    }
    setFailure(null)
    const { emailSignIn } = await import('../../../features/wallet-session/lib/sign-in.ts')
    const result = await emailSignIn(email.trim(), password)
    if (result.ok) onDone()
    else setFailure(t('authTest.failed'))
  }
  return (
    <form className={layout.stack} onSubmit={submit} noValidate>
      {failure && <Notice tone="error">{failure}</Notice>}
      <TextField label={t('email')} type="email" autoComplete="username" value={email} onChange={setEmail} />
      <TextField
        label={t('authTest.password')}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <div>
        <Button type="submit">{t('authTest.submit')}</Button>
      </div>
    </form>
  )
}
