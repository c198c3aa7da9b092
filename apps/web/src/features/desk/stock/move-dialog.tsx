import { type BoxAction, boxActions } from '@shipminer/contract/desk-stock'
import { needsOrder } from '@shipminer/domain/stock/box-stock'
import { readSerials } from '@shipminer/domain/stock/serials'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import layout from '../../../ui/layout.module.css'
import { announce } from '../../../ui/live-region.tsx'
import { SelectField } from '../../../ui/select.tsx'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { localDay } from '../lib/refund-form.ts'
import { RefusedBoxes, SerialsField } from './serials-field.tsx'
import { moveBoxes, type Refused } from './stock-queries.ts'

const most = 100
/** What an order can be named for: it is chosen by it, or the box goes there. */
const asksOrder = (action: BoxAction) =>
  action === 'build' ||
  action === 'test' ||
  action === 'bind' ||
  (action !== 'release' && action !== 'remove' && needsOrder(action))

/** Moves boxes by their serial numbers, scanned or typed. Those that are refused stay in the field, with the reason. */
export function MoveDialog({
  first,
  onClose,
}: {
  first: { action?: BoxAction; serials?: readonly string[]; order?: string }
  onClose: () => void
}) {
  const { t } = useTranslation('desk-stock')
  const { t: tDesk } = useTranslation('desk')
  const queries = useQueryClient()
  const { isBusy, message, setMessage, run } = useTask()
  const [today] = useState(() => localDay(new Date()))
  const [action, setAction] = useState<BoxAction>(first.action ?? 'build')
  const [serials, setSerials] = useState((first.serials ?? []).join('\n'))
  const [order, setOrder] = useState(first.order ?? '')
  const [on, setOn] = useState(today)
  const [note, setNote] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const [refused, setRefused] = useState<Refused>([])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const read = readSerials(serials)
    const wanted = [...read.serials, ...read.wrong].slice(0, most)
    setEmpty(wanted.length === 0)
    if (wanted.length === 0) return
    await run(async () => {
      const answer = await moveBoxes({
        action,
        serials: wanted,
        ...(asksOrder(action) && order.trim() !== '' && { order: order.trim().toUpperCase() }),
        ...(action === 'install' && on !== '' && { on }),
        ...(note.trim() !== '' && { note: note.trim() }),
      })
      void queries.invalidateQueries({ queryKey: ['desk'] })
      setRefused(answer.refused)
      setSerials(answer.refused.map(({ serial }) => serial).join('\n'))
      const done = wanted.length - answer.refused.length
      const words = t('moved', { count: done })
      if (answer.refused.length > 0) return done > 0 ? words : null
      announce(words)
      onClose()
      return null
    })
  }
  return (
    <Dialog title={t('move')} onClose={onClose}>
      <form className={styles.stack} onSubmit={submit} noValidate>
        <SelectField
          label={t('action')}
          value={action}
          onChange={(value) => {
            setAction(value)
            setMessage(null)
            setRefused([])
          }}
          options={boxActions.map((value) => ({ value, label: t(`act.${value}`) }))}
        />
        <SerialsField value={serials} onChange={setSerials} error={isEmpty ? t('serialsNone') : null} />
        {asksOrder(action) && (
          <TextField
            label={t('orderNumber')}
            hint={t('orderNumberHint')}
            optional
            value={order}
            onChange={setOrder}
            maxLength={40}
            autoComplete="off"
          />
        )}
        {action === 'install' && (
          <TextField label={t('fittedOn')} type="date" value={on} onChange={setOn} max={today} />
        )}
        <TextField
          label={t('note')}
          optional
          value={note}
          onChange={setNote}
          maxLength={500}
          autoComplete="off"
        />
        <RefusedBoxes refused={refused} />
        <TaskNotice message={message} />
        <div className={layout.actions}>
          <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
            {t('doMove')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {tDesk('keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
