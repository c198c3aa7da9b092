import type { RefundRun } from '@shipminer/contract/desk/refund-runs'
import { parseRefundProof } from '@shipminer/domain/orders/refund-proof'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { payRefundRun } from '../api/refund-runs.ts'
import { DialogForm } from '../components/dialog-form.tsx'
import { localDay } from '../lib/orders/refund-form.ts'

/** Records that everything left of a run was paid, or one that was not owed any more. Render it only while it is open. */
export function RefundRunPaid({
  run: { id, way },
  dropped = null,
  title,
  onClose,
}: {
  run: RefundRun
  dropped?: RefundRun['dropped'][number] | null
  title: string
  onClose: () => void
}) {
  const { t } = useTranslation('desk-bank')
  const { t: tDesk } = useTranslation('desk')
  const queries = useQueryClient()
  const task = useTask()
  const [today] = useState(() => localDay(new Date()))
  const [on, setOn] = useState(today)
  const [typed, setTyped] = useState('')
  const [wasTried, setTried] = useState(false)
  const txid = parseRefundProof('bitcoin', typed)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(on) && on <= today
  const label = t(dropped ? 'runs.left' : 'runs.paid')
  const lacksTxid = way === 'bitcoin' && txid === null
  const submit = async () => {
    setTried(true)
    if (!isDay || lacksTxid) return
    const isDone = await task.run(async () => {
      await payRefundRun(id, {
        on,
        ...(way === 'bitcoin' && txid !== null ? { txid } : {}),
        ...(dropped ? { droppedId: dropped.id } : {}),
      })
      return null
    })
    void queries.invalidateQueries({ queryKey: ['desk'] })
    if (!isDone) return
    announce(tDesk('done'))
    onClose()
  }
  return (
    <DialogForm
      title={`${label}: ${dropped?.orderNumber ?? title}`}
      submit={{ label, kind: 'danger', run: submit }}
      task={task}
      onClose={onClose}
    >
      <p>{t(dropped ? 'runs.leftText' : 'refunds.text')}</p>
      {way === 'bitcoin' && (
        <TextField
          label={t('refunds.proof.bitcoin')}
          value={typed}
          onChange={setTyped}
          error={wasTried && lacksTxid ? t('refunds.wrong.bitcoin') : null}
          maxLength={200}
          autoComplete="off"
          mono
        />
      )}
      <TextField
        label={t('refunds.on')}
        type="date"
        max={today}
        value={on}
        onChange={setOn}
        error={wasTried && !isDay ? t('refunds.onWrong') : null}
      />
    </DialogForm>
  )
}
