import { type Passkey, passkeyNameLength } from '@shipminer/contract/desk/passkeys'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { addPasskey, knowsPasskeys, passkeysQuery, removePasskey } from './passkey-calls.ts'

/** One's passkeys, with which a device opens the desk in place of a code. */
export function Passkeys() {
  const { t } = useTranslation('desk-people')
  const language = useLanguage()
  const queries = useQueryClient()
  const { data } = useQuery(passkeysQuery)
  const { isBusy, message, setMessage, run } = useTask()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: passkeysQuery.queryKey })
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const given = name.trim()
    setProblem(given === '' ? t('passkeys.unnamed') : null)
    if (given === '') return
    let isMade = false
    const isDone = await run(async () => {
      isMade = await addPasskey(given)
      await refresh()
      return t('passkeys.added', { name: given })
    })
    if (isDone && !isMade) setMessage({ tone: 'error', text: t('passkeys.notGiven') })
    else if (isDone) setName('')
  }
  const remove = async ({ id, name: removed }: Passkey) => {
    await run(async () => {
      await removePasskey(id)
      await refresh()
      return t('passkeys.removed', { name: removed })
    })
    setLeaving(null)
  }
  if (!data || (!data.isOffered && data.passkeys.length === 0)) return null
  return (
    <div className={styles.stack}>
      <h3>{t('passkeys')}</h3>
      <p className={text.small}>{t('passkeys.text')}</p>
      {data.passkeys.length > 0 && (
        <ul className={styles.stack}>
          {data.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <p>
                {passkey.name}
                <br />
                <span className={text.small}>
                  {passkey.usedAt === null
                    ? t('passkeys.addedOn', { date: formatDate(language, passkey.addedAt) })
                    : t('passkeys.usedOn', { date: formatDate(language, passkey.usedAt) })}
                </span>
              </p>
              <Button
                kind="quiet"
                aria-label={t('passkeys.removeOf', { name: passkey.name })}
                onClick={() => setLeaving(passkey)}
              >
                {t('passkeys.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TaskNotice message={message} />
      {data.isOffered && knowsPasskeys() && (
        <form className={styles.stack} onSubmit={add} noValidate>
          <TextField
            label={t('passkeys.name')}
            hint={t('passkeys.nameHint')}
            value={name}
            onChange={setName}
            error={problem}
            maxLength={passkeyNameLength}
            name="passkey"
          />
          <div>
            <Button type="submit" aria-disabled={isBusy || undefined}>
              {t('passkeys.add')}
            </Button>
          </div>
        </form>
      )}
      {leaving && (
        <ConfirmDialog
          title={t('passkeys.removeOf', { name: leaving.name })}
          confirm={t('passkeys.remove')}
          isDanger
          isBusy={isBusy}
          onConfirm={() => void remove(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p>{t('passkeys.removeText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
