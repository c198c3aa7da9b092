import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { askPasswordReset, emailRegister, emailSignIn, type SignInResult } from '../lib/sign-in.ts'
import styles from './connect-dialog.module.css'

type Mode = 'sign-in' | 'register' | 'forgot'

/** The way in without a wallet, collapsed: sign in, make an account, or request another password. */
export function EmailSignIn() {
  const { t } = useTranslation('wallet')
  const [mode, setMode] = useState<Mode>('sign-in')
  const modes: readonly Mode[] = ['sign-in', 'register', 'forgot']
  return (
    <details className={styles.email}>
      <summary>{t('emailTitle')}</summary>
      <EmailForm key={mode} mode={mode} />
      <div className={styles.links}>
        {modes
          .filter((other) => other !== mode)
          .map((other) => (
            <Button key={other} kind="quiet" onClick={() => setMode(other)}>
              {t(`email.${other}`)}
            </Button>
          ))}
      </div>
    </details>
  )
}

function EmailForm({ mode }: { mode: Mode }) {
  const { t } = useTranslation('wallet')
  const { t: errors } = useTranslation('errors')
  const errorText = useErrorText()
  const language = useLanguage()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSent, setSent] = useState(false)

  const call = (): Promise<SignInResult> => {
    const address = email.trim()
    if (mode === 'sign-in') return emailSignIn(address, password)
    if (mode === 'forgot') return askPasswordReset(address)
    return emailRegister({ name: name.trim(), email: address, password, preferredLanguage: language })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isIncomplete =
      email.trim() === '' ||
      (mode !== 'forgot' && password === '') ||
      (mode === 'register' && name.trim() === '')
    if (isIncomplete) {
      setFailure(errors('fields-missing'))
      return
    }
    setBusy(true)
    setFailure(null)
    const result = await call()
    setBusy(false)
    if (result.ok) setSent(mode === 'forgot')
    else if (mode === 'sign-in' && result.error.status === 401) setFailure(errors('invalid-credentials'))
    else setFailure(errorText(result.error))
  }

  if (isSent) return <Notice tone="good">{t('forgotSent')}</Notice>
  return (
    <form className={layout.stack} onSubmit={submit} noValidate>
      {failure && <Notice tone="error">{failure}</Notice>}
      {mode === 'forgot' && <p className={text.quiet}>{t('forgotText')}</p>}
      {mode === 'register' && (
        <TextField label={t('name')} autoComplete="name" value={name} onChange={setName} />
      )}
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        inputMode="email"
      />
      {mode !== 'forgot' && (
        <TextField
          label={t('password')}
          type="password"
          autoComplete={mode === 'register' ? 'new-password' : 'current-password'}
          hint={mode === 'register' ? t('passwordHint') : undefined}
          value={password}
          onChange={setPassword}
        />
      )}
      <Button type="submit" disabled={isBusy}>
        {mode === 'sign-in' ? t('emailSubmit') : t(`email.${mode}.submit`)}
      </Button>
    </form>
  )
}
