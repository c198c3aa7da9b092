import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { formatSat, joinQuantity } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { deleteAccount, fetchAccountData } from '../api/account.ts'
import type { AskForProof } from '../lib/owner-proof.ts'
import { Section } from './section.tsx'

type Props = {
  /** What would not be paid any more, satoshi; null: not known. */
  balanceSat: number | null
  ask: AskForProof
  onDeleted: () => void
}

/** Download of everything that is kept, and the end of the account. */
export function AccountData({ balanceSat, ask, onDeleted }: Props) {
  const { t } = useTranslation('profile')
  const { isBusy, message, run } = useTask()
  const [isDeleting, setDeleting] = useState(false)
  const download = () =>
    run(async () => {
      saveFile('my-data.json', 'application/json', JSON.stringify(await fetchAccountData(), null, 2))
      return t('data.downloaded')
    })
  return (
    <Section title={t('data.title')} lead={t('data.lead')}>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <div className={layout.actions}>
        <Button onClick={download} disabled={isBusy}>
          {t('data.download')}
        </Button>
        <Button kind="danger" onClick={() => setDeleting(true)}>
          {t('data.delete')}
        </Button>
      </div>
      {isDeleting && (
        <DeleteAccount
          balanceSat={balanceSat}
          ask={ask}
          onDeleted={onDeleted}
          onClose={() => setDeleting(false)}
        />
      )}
    </Section>
  )
}

function DeleteAccount({ balanceSat, ask, onDeleted, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const { isBusy, message, setMessage, run } = useTask()
  const word = t('data.word')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim().toLowerCase() !== word.toLowerCase()) {
      setMessage({ tone: 'error', text: t('data.typeWord', { word }) })
      return
    }
    await run(async () => {
      const proof = await ask('delete-account')
      if (!proof) return null
      await deleteAccount(proof)
      onDeleted()
      return null
    })
  }

  return (
    <Dialog title={t('data.deleteTitle')} onClose={onClose}>
      <form className={layout.stack} onSubmit={submit} noValidate>
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
        <p>{t('data.deleteText')}</p>
        {balanceSat !== null && balanceSat > 0 && (
          <p>{t('data.deleteBalance', { amount: joinQuantity(formatSat(language, balanceSat)) })}</p>
        )}
        <TextField
          label={t('data.typeWord', { word })}
          autoComplete="off"
          autoCapitalize="off"
          value={typed}
          onChange={setTyped}
        />
        <div className={layout.actions}>
          <Button kind="danger" type="submit" disabled={isBusy}>
            {t('data.delete')}
          </Button>
          <Button onClick={onClose}>{common('cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
