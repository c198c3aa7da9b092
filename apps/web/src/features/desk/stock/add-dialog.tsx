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
import { RefusedBoxes, SerialsField } from './serials-field.tsx'
import { addBoxes, type Refused } from './stock-queries.ts'

const firstStates = ['ordered', 'built', 'tested'] as const
const most = 100

/** Enters boxes by their serial numbers. */
export function AddDialog({
  products,
  onClose,
}: {
  products: readonly { id: string; name: string }[]
  onClose: () => void
}) {
  const { t } = useTranslation('desk-stock')
  const { t: tDesk } = useTranslation('desk')
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const [product, setProduct] = useState(products[0]?.id ?? '')
  const [state, setState] = useState<(typeof firstStates)[number]>('ordered')
  const [expectedOn, setExpectedOn] = useState('')
  const [serials, setSerials] = useState('')
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
      const answer = await addBoxes({
        product,
        state,
        serials: wanted,
        ...(state === 'ordered' && expectedOn !== '' && { expectedOn }),
      })
      void queries.invalidateQueries({ queryKey: ['desk'] })
      setRefused(answer.refused)
      setSerials(answer.refused.map(({ serial }) => serial).join('\n'))
      const words = t('added', { count: answer.boxes.length })
      if (answer.refused.length > 0) return answer.boxes.length > 0 ? words : null
      announce(words)
      onClose()
      return null
    })
  }
  return (
    <Dialog title={t('add')} onClose={onClose}>
      <form className={styles.stack} onSubmit={submit} noValidate>
        <SelectField
          label={t('product')}
          value={product}
          onChange={setProduct}
          options={products.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          label={t('state')}
          value={state}
          onChange={setState}
          options={firstStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
        {state === 'ordered' && (
          <TextField
            label={t('expectedOn')}
            hint={t('expectedOnHint')}
            optional
            type="date"
            value={expectedOn}
            onChange={setExpectedOn}
          />
        )}
        <SerialsField value={serials} onChange={setSerials} error={isEmpty ? t('serialsNone') : null} />
        <RefusedBoxes refused={refused} />
        <TaskNotice message={message} />
        <div className={layout.actions}>
          <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
            {t('add')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {tDesk('keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
