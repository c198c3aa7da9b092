import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import layout from '../../../ui/layout.module.css'
import { announce } from '../../../ui/live-region.tsx'
import { isReason } from '../lib/order-action-form.ts'
import styles from './desk.module.css'
import { TaskNotice } from './task-notice.tsx'

/**
 * Shows what will happen, asks for the reason, and does it. `check` validates further fields, which are the children. Render it only
 * while it is open.
 */
export function ReasonDialog({
  title,
  text,
  confirm,
  isDanger = false,
  check = () => true,
  act,
  onClose,
  children,
}: {
  title: string
  text: string
  confirm: string
  isDanger?: boolean
  check?: () => boolean
  act: (reason: string) => Promise<void>
  onClose: () => void
  children?: ReactNode
}) {
  const { t } = useTranslation('desk')
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const [reason, setReason] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const isGood = check()
    setTooShort(!isReason(reason))
    if (!isGood || !isReason(reason)) return
    const isDone = await run(async () => {
      await act(reason.trim())
      return null
    })
    // Also after a refusal: what is shown may be what was refused.
    void queries.invalidateQueries({ queryKey: ['desk'] })
    if (!isDone) return
    announce(t('done'))
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.stack} onSubmit={submit} noValidate>
        <p>{text}</p>
        {children}
        <TextField
          label={t('field.reason')}
          hint={t('field.reasonHint')}
          value={reason}
          onChange={setReason}
          error={isTooShort ? t('field.reasonShort') : null}
          maxLength={500}
          autoComplete="off"
          name="reason"
        />
        <TaskNotice message={message} />
        <div className={layout.actions}>
          <Button kind={isDanger ? 'danger' : 'main'} type="submit" aria-disabled={isBusy || undefined}>
            {confirm}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
