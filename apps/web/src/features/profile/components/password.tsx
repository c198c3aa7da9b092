import type { Profile } from '@shipminer/contract/account/profile'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import { setPassword } from '../api/account.ts'
import type { AskForProof } from '../lib/owner-proof.ts'
import { Section } from './section.tsx'

/** A password beside the wallets: the way in when no wallet is at hand. */
export function Password({
  profile,
  ask,
  onChange,
}: {
  profile: Profile
  ask: AskForProof
  onChange: (profile: Profile) => void
}) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [password, setTyped] = useState('')
  const { isBusy, message, setMessage, run } = useTask()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password.length < 12) {
      setMessage({ tone: 'error', text: t('password.hint') })
      return
    }
    await run(async () => {
      const proof = await ask('set-password')
      if (!proof) return null
      await setPassword(password, proof)
      onChange({ ...profile, hasPassword: true })
      setOpen(false)
      setTyped('')
      return t('password.saved')
    })
  }

  return (
    <Section title={t('password.title')} lead={t('password.lead')} view={isOpen ? 'edit' : 'see'}>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {isOpen ? (
        <form className={layout.stack} onSubmit={submit} noValidate>
          <input type="text" autoComplete="username" value={profile.user.email ?? ''} readOnly hidden />
          <TextField
            label={t('password.new')}
            hint={t('password.hint')}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setTyped}
          />
          <div className={layout.actions}>
            <Button kind="main" type="submit" disabled={isBusy}>
              {isBusy ? t('updating') : t('save')}
            </Button>
            <Button kind="quiet" onClick={() => setOpen(false)} disabled={isBusy}>
              {common('cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>
            {t(profile.hasPassword ? 'password.change' : 'password.set')}
          </Button>
        </div>
      )}
    </Section>
  )
}
