import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/forms/select.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import text from '../../../ui/text.module.css'
import { moveEntry } from '../lib/settings-form.ts'
import styles from './power.module.css'

/** Miners in the order in which they give way; by dragging, or with buttons. */
export function OrderEditor({
  order,
  miners,
  onChange,
}: {
  order: readonly string[]
  miners: readonly { id: string; name: string }[]
  onChange: (order: string[]) => void
}) {
  const { t } = useTranslation('power')
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const nameOf = (id: string) => miners.find((miner) => miner.id === id)?.name ?? id
  const rest = miners.filter(({ id }) => !order.includes(id))
  const move = (from: number, to: number) => {
    onChange(moveEntry(order, from, to))
    announce(t('order.moved', { name: nameOf(order[from] ?? ''), place: to + 1 }))
  }
  return (
    <fieldset className={styles.group}>
      <legend>{t('field.order')}</legend>
      <p className={text.note}>{t('field.orderLead')}</p>
      {order.length > 0 && (
        <ol className={styles.order}>
          {order.map((id, index) => {
            const name = nameOf(id)
            return (
              <li
                key={id}
                draggable
                data-over={over === index && dragged !== null && dragged !== index}
                onDragStart={() => setDragged(index)}
                onDragOver={(event) => {
                  event.preventDefault()
                  setOver(index)
                }}
                onDragEnd={() => {
                  setDragged(null)
                  setOver(null)
                }}
                onDrop={(event) => {
                  event.preventDefault()
                  if (dragged !== null && dragged !== index) move(dragged, index)
                  setDragged(null)
                  setOver(null)
                }}
              >
                <span>
                  {index + 1}. {name}
                </span>
                <button
                  type="button"
                  aria-label={t('order.up', { name })}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <Arrow path="M3 10l5-5 5 5" />
                </button>
                <button
                  type="button"
                  aria-label={t('order.down', { name })}
                  disabled={index === order.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <Arrow path="M3 6l5 5 5-5" />
                </button>
                <button
                  type="button"
                  aria-label={t('order.remove', { name })}
                  onClick={() => onChange(order.filter((known) => known !== id))}
                >
                  <Arrow path="M4 4l8 8M12 4l-8 8" />
                </button>
              </li>
            )
          })}
        </ol>
      )}
      {rest.length > 0 && (
        <SelectField
          label={t('order.add')}
          value=""
          onChange={(id) => id && onChange([...order, id])}
          options={[
            { value: '', label: t('order.choose') },
            ...rest.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </fieldset>
  )
}

function Arrow({ path }: { path: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  )
}
