import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '../../../lib/use-media.ts'
import { Check } from '../../../ui/forms/check.tsx'
import { Menu } from '../../../ui/panels/menu.tsx'
import type { Column } from './column.ts'
import { type ColumnChoice, readColumnChoice, writeColumnChoice } from './column-choice.ts'

/** The columns of a table that are shown, by the choice of the reader, which their browser keeps; and how it is changed. */
export function useColumnChoice<Row>(table: string, columns: readonly Column<Row>[]) {
  const [kept, setKept] = useState(() => ({ table, choice: readColumnChoice(table) }))
  // One place may show one list after another.
  const choice = kept.table === table ? kept.choice : readColumnChoice(table)
  const change = (next: ColumnChoice) => {
    setKept({ table, choice: next })
    writeColumnChoice(table, next)
  }
  // The first one names the row.
  const shown = columns
    .filter(({ key }, index) => index === 0 || choice[key] !== false)
    .map((column) =>
      choice[column.key]
        ? {
            ...column,
            isWideOnly: false,
            isWidestOnly: false,
            isNamed: column.isWideOnly ?? column.isWidestOnly,
          }
        : column,
    )
  return { shown, choice, change }
}

/** Which columns a table shows; those that a phone leaves out can be chosen there, too. */
export function ColumnMenu<Row>({
  columns,
  choice,
  onChange,
}: {
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  onChange: (choice: ColumnChoice) => void
}) {
  const { t } = useTranslation('desk-table')
  const isPhone = useMedia('(max-width: 760px)')
  const isTight = useMedia('(max-width: 1279px)')
  if (columns.length < 2) return null
  return (
    <Menu label="" trigger={t('columns')}>
      {columns.slice(1).map(({ key, title, isWideOnly, isWidestOnly }) => (
        <Check
          key={key}
          checked={choice[key] ?? !((isPhone && isWideOnly) || (isTight && isWidestOnly))}
          onChange={(isOn) => onChange({ ...choice, [key]: isOn })}
        >
          {title}
        </Check>
      ))}
      <button type="button" onClick={() => onChange({})}>
        {t('columnsReset')}
      </button>
    </Menu>
  )
}
