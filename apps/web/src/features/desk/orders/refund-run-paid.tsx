import type { RefundRun } from '@shipminer/contract/desk-refund-runs'
import { parseRefundProof } from '@shipminer/domain/orders/refund-proof'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import layout from '../../../ui/layout.module.css'
import { announce } from '../../../ui/live-region.tsx'
import { payRefundRun } from '../api/refund-runs.ts'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { localDay } from '../lib/refund-form.ts'

/** Records that everything left of a run was paid. Render it only while it is open. */
export function RefundRunPaid({
  run: { id, way },
  title,
  onClose,
}: {
  run: RefundRun
  title: string
  onClose: () => void
}) {
  const { t } = useTranslation('desk-bank')
  const { t: tDesk } = useTranslation('desk')
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const [today] = useState(() => localDay(new Date()))
  const [on, setOn] = useState(today)
  const [typed, setTyped] = useState('')
  const [wasTried, setTried] = useState(false)
  const txid = parseRefundProof('bitcoin', typed)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(on) && on <= today
  const lacksTxid = way === 'bitcoin' && txid === null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isBusy || !isDay || lacksTxid) return
    const isDone = await run(async () => {
      await payRefundRun(id, { on, ...(way === 'bitcoin' && txid !== null ? { txid } : {}) })
      return null
    })
    void queries.invalidateQueries({ queryKey: ['desk'] })
    if (!isDone) return
    announce(tDesk('done'))
    onClose()
  }
  return (
    <Dialog title={`${t('runs.paid')}: ${title}`} onClose={onClose}>
      <form className={styles.stack} onSubmit={submit} noValidate>
        <p>{t('refunds.text')}</p>
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
        <TaskNotice message={message} />
        <div className={layout.actions}>
          <Button kind="danger" type="submit" aria-disabled={isBusy || undefined}>
            {t('runs.paid')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {tDesk('keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
