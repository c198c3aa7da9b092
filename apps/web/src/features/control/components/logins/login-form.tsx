import type { PlainLogin } from '@shipminer/contract/control/device-logins'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { Check } from '../../../../ui/forms/check.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import layout from '../../../../ui/layout.module.css'
import { Notice } from '../../../../ui/signs/notice.tsx'
import text from '../../../../ui/text.module.css'
import { createKnownBoxes } from '../../lib/known-boxes.ts'
import styles from '../control.module.css'

/** User and password of a miner. Never filled in beforehand, and gone with the form. */
export function LoginForm({
  controllerId,
  identityKey,
  mark,
  isBusy,
  onSubmit,
  onClose,
}: {
  controllerId: string
  identityKey: string
  mark: string
  isBusy: boolean
  onSubmit: (login: PlainLogin) => void
  onClose: () => void
}) {
  const { t } = useTranslation('control')
  const { t: tCommon } = useTranslation()
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const [isCompared, setCompared] = useState(false)
  const [known] = useState(() => createKnownBoxes(localStorage).get(controllerId))
  const isOther = known !== null && known !== identityKey

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (password === '') return event.currentTarget.querySelectorAll('input')[1]?.focus()
    createKnownBoxes(localStorage).set(controllerId, identityKey)
    onSubmit({ user: user.trim() || null, password })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate autoComplete="off">
      <TextField
        label={t('logins.user')}
        hint={t('logins.userHint')}
        optional
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={user}
        onChange={setUser}
      />
      <TextField
        label={t('logins.password')}
        type="password"
        maxLength={200}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={isTried && password === '' ? t('logins.noPassword') : null}
      />
      <p className={text.note}>
        {t('logins.why')} {t('logins.mark', { mark })}. {t('logins.markHint')}
      </p>
      {isOther && (
        <>
          <Notice tone="caution">{t('logins.markChanged')}</Notice>
          <Check checked={isCompared} onChange={setCompared}>
            {t('logins.markSame')}
          </Check>
        </>
      )}
      <div className={layout.actions}>
        <Button kind="main" type="submit" disabled={isBusy || (isOther && !isCompared)}>
          {isBusy ? t('sending') : t('logins.send')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {tCommon('cancel')}
        </Button>
      </div>
    </form>
  )
}
