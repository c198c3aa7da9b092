import { type BoxAction, boxActions } from '@shipminer/contract/desk/stock'
import { needsOrder } from '@shipminer/domain/stock/box-stock'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { localDay } from '../lib/orders/refund-form.ts'
import { RefusedBoxes, SerialsField } from './serials-field.tsx'
import { moveBoxes } from './stock-queries.ts'
import { useSerials } from './use-serials.ts'

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
  const task = useTask()
  const [today] = useState(() => localDay(new Date()))
  const [action, setAction] = useState<BoxAction>(first.action ?? 'build')
  const serials = useSerials(first.serials)
  const [order, setOrder] = useState(first.order ?? '')
  const [on, setOn] = useState(today)
  const [note, setNote] = useState('')
  const submit = async () => {
    const wanted = serials.read()
    if (wanted.length === 0) return
    await task.run(async () => {
      const answer = await moveBoxes({
        action,
        serials: wanted,
        ...(asksOrder(action) && order.trim() !== '' && { order: order.trim().toUpperCase() }),
        ...(action === 'install' && on !== '' && { on }),
        ...(note.trim() !== '' && { note: note.trim() }),
      })
      const done = wanted.length - answer.refused.length
      return serials.settle({ refused: answer.refused, done }, t('moved', { count: done }), onClose)
    })
  }
  return (
    <DialogForm title={t('move')} submit={{ label: t('doMove'), run: submit }} task={task} onClose={onClose}>
      <SelectField
        label={t('action')}
        value={action}
        onChange={(value) => {
          setAction(value)
          task.setMessage(null)
          serials.setRefused([])
        }}
        options={boxActions.map((value) => ({ value, label: t(`act.${value}`) }))}
      />
      <SerialsField
        value={serials.text}
        onChange={serials.setText}
        error={serials.isEmpty ? t('serialsNone') : null}
      />
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
      <RefusedBoxes refused={serials.refused} />
    </DialogForm>
  )
}
