import { listBillingCountries } from '@shipminer/domain/orders/countries'
import { languageLocales } from '@shipminer/i18n/languages'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import type { BuyerField } from '../lib/orders/offer-form.ts'

/** A field about the buyer, named as in the purchase. */
export function BuyerFieldInput({
  name,
  value,
  onChange,
  error,
  optional = false,
  label: otherLabel,
}: {
  name: BuyerField | 'peppolId' | 'reference' | 'invoiceEmail' | 'notes'
  value: string
  onChange: (value: string) => void
  error: string | null
  optional?: boolean
  /** Instead of the one of the purchase. */
  label?: string | undefined
}) {
  const { t } = useTranslation('koop')
  const language = useLanguage()
  const label = otherLabel ?? t(`info.${name}`)
  if (name === 'country')
    return (
      <SelectField
        label={label}
        name={name}
        value={value}
        onChange={onChange}
        error={error}
        options={[
          { value: '', label: t('info.countryChoose') },
          ...listBillingCountries(languageLocales[language]).map((country) => ({
            value: country.code as string,
            label: country.name,
          })),
        ]}
      />
    )
  return (
    <TextField
      label={label}
      name={name}
      type={name === 'email' || name === 'invoiceEmail' ? 'email' : name === 'phone' ? 'tel' : 'text'}
      autoComplete="off"
      maxLength={name === 'notes' ? 2000 : 160}
      value={value}
      onChange={onChange}
      error={error}
      optional={optional}
    />
  )
}
