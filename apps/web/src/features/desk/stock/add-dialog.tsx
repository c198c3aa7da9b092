import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { RefusedBoxes, SerialsField } from './serials-field.tsx'
import { addBoxes } from './stock-queries.ts'
import { useSerials } from './use-serials.ts'

const firstStates = ['ordered', 'built', 'tested'] as const

/** Enters boxes by their serial numbers. */
export function AddDialog({
  products,
  onClose,
}: {
  products: readonly { id: string; name: string }[]
  onClose: () => void
}) {
  const { t } = useTranslation('desk-stock')
  const task = useTask()
  const [product, setProduct] = useState(products[0]?.id ?? '')
  const [state, setState] = useState<(typeof firstStates)[number]>('ordered')
  const [expectedOn, setExpectedOn] = useState('')
  const serials = useSerials()
  const submit = async () => {
    const wanted = serials.read()
    if (wanted.length === 0) return
    await task.run(async () => {
      const answer = await addBoxes({
        product,
        state,
        serials: wanted,
        ...(state === 'ordered' && expectedOn !== '' && { expectedOn }),
      })
      const done = answer.boxes.length
      return serials.settle({ refused: answer.refused, done }, t('added', { count: done }), onClose)
    })
  }
  return (
    <DialogForm title={t('add')} submit={{ label: t('add'), run: submit }} task={task} onClose={onClose}>
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
      <SerialsField
        value={serials.text}
        onChange={serials.setText}
        error={serials.isEmpty ? t('serialsNone') : null}
      />
      <RefusedBoxes refused={serials.refused} />
    </DialogForm>
  )
}
