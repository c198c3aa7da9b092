import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { isReason } from '../lib/orders/order-action-form.ts'
import { DialogForm } from './dialog-form.tsx'

/**
 * Shows what will happen, asks for the reason, and does it. `check` validates further fields, which are the children, and says what is wrong with
 * them; until `isReady` nothing can be confirmed. Render it only while it is open.
 */
export function ReasonDialog({
  title,
  text,
  confirm,
  isDanger = false,
  isReady = true,
  check = () => true,
  act,
  onClose,
  children,
}: {
  title: string
  text: string
  confirm: string
  isDanger?: boolean
  isReady?: boolean
  check?: () => boolean
  act: (reason: string) => Promise<void>
  onClose: () => void
  children?: ReactNode
}) {
  const { t } = useTranslation('desk')
  const queries = useQueryClient()
  const task = useTask()
  const [reason, setReason] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const submit = async () => {
    const isGood = check()
    setTooShort(!isReason(reason))
    if (!isGood || !isReason(reason)) return
    const isDone = await task.run(async () => {
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
    <DialogForm
      title={title}
      submit={{ label: confirm, kind: isDanger ? 'danger' : 'main', isReady, run: submit }}
      task={task}
      onClose={onClose}
    >
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
    </DialogForm>
  )
}
