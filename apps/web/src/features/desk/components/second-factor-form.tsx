import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { proveSecondFactor } from '../api/desk.ts'
import { knowsPasskeys, passkeyRequestQuery, proveWithPasskey } from '../people/passkey-calls.ts'
import styles from './desk.module.css'
import { TaskNotice } from './task-notice.tsx'

/** Asks for a passkey, the code of the authenticator, or one for its loss. `isFirst`: it is all that the page shows. */
export function SecondFactorForm({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation('desk')
  const queries = useQueryClient()
  const { isBusy, message, setMessage, run } = useTask()
  const { data: passkeyRequest } = useQuery({ ...passkeyRequestQuery, enabled: knowsPasskeys() })
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const Heading = isFirst ? 'h1' : 'h2'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const typed = code.replaceAll(/\s/g, '')
    if (!/^(\d{6}|[A-Za-z2-7]{5}-?[A-Za-z2-7]{5})$/.test(typed)) {
      setProblem(t('factor.malformed'))
      return
    }
    setProblem(null)
    const isProven = await run(async () => {
      await proveSecondFactor(typed)
      return null
    })
    setCode('')
    if (isProven) await queries.invalidateQueries({ queryKey: ['desk'] })
  }
  const pressPasskey = async () => {
    if (isBusy) return
    let isGiven = false
    const isDone = await run(async () => {
      const request = await queries.fetchQuery(passkeyRequestQuery)
      isGiven = request !== null && (await proveWithPasskey(request))
      return null
    })
    if (isDone && !isGiven) setMessage({ tone: 'error', text: t('factor.passkeyNotGiven') })
    else await queries.invalidateQueries({ queryKey: isDone ? ['desk'] : passkeyRequestQuery.queryKey })
  }
  return (
    <form className={styles.gate} onSubmit={submit} noValidate>
      <Heading className={styles.heading}>{t('factor.title')}</Heading>
      <p>{t('factor.text')}</p>
      {passkeyRequest && (
        <div>
          <Button kind="main" onClick={() => void pressPasskey()} aria-disabled={isBusy || undefined}>
            {t('factor.passkey')}
          </Button>
        </div>
      )}
      <TextField
        label={t('factor.code')}
        hint={t('factor.recovery')}
        value={code}
        onChange={setCode}
        error={problem}
        mono
        autoComplete="one-time-code"
        maxLength={13}
        name="code"
      />
      <TaskNotice message={message} />
      <div>
        <Button kind={passkeyRequest ? 'plain' : 'main'} type="submit" aria-disabled={isBusy || undefined}>
          {t('factor.submit')}
        </Button>
      </div>
    </form>
  )
}
