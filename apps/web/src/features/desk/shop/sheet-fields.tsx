import { type SheetField, sheetFields, sheetSupplies } from '@shipminer/domain/catalogue/data-sheet'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import text from '../../../ui/text.module.css'
import { isSheetNumber, type SheetForm, type SheetProblems } from '../lib/sheet-form.ts'
import shop from './desk-shop.module.css'

/** Figures that only a water-cooled product has. */
const waterFields: ReadonlySet<SheetField> = new Set([
  'waterInCelsius',
  'waterOutCelsius',
  'waterFlowLitresPerMinute',
])

/** The data sheet as a form: every figure beside where it comes from. */
export function SheetFields({
  form,
  onChange,
  problems,
  hasWater,
}: {
  form: SheetForm
  onChange: (form: SheetForm) => void
  problems: SheetProblems
  hasWater: boolean
}) {
  const { t } = useTranslation('desk-shop')
  const edit = (field: SheetField, part: 'value' | 'source') => (value: string) =>
    onChange({ ...form, [field]: { ...form[field], [part]: value } })
  const fields = sheetFields.filter((field) => hasWater || !waterFields.has(field))
  return (
    <details className={shop.sheet} open={Object.keys(problems).length > 0}>
      <summary>{t('sheet.title')}</summary>
      <p className={text.small}>{t('sheet.hint')}</p>
      {fields.map((field) => {
        const { value, source } = form[field]
        const error = problems[field]
        const label = t(`sheet.field.${field}`)
        return (
          <div key={field} className={shop.sheetField}>
            {field === 'supply' ? (
              <SelectField
                label={label}
                name={field}
                value={value}
                onChange={edit(field, 'value')}
                options={[
                  { value: '', label: t('sheet.unknown') },
                  ...sheetSupplies.map((supply) => ({ value: supply, label: t(`sheet.${supply}`) })),
                ]}
              />
            ) : (
              <TextField
                label={label}
                name={field}
                autoComplete="off"
                {...(isSheetNumber(field) ? { inputMode: 'decimal' as const } : {})}
                value={value}
                onChange={edit(field, 'value')}
                error={error === 'value' ? t('sheet.wrong') : null}
              />
            )}
            <TextField
              label={t('sheet.source', { field: label })}
              name={`${field}-source`}
              autoComplete="off"
              maxLength={200}
              value={source}
              onChange={edit(field, 'source')}
              error={error === 'source' ? t('sheet.sourceMissing') : null}
            />
          </div>
        )
      })}
    </details>
  )
}
