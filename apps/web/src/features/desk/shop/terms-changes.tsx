import type { RecordedTerms } from '@shipminer/contract/desk/catalogue'
import {
  changedSheetFields,
  type DataSheet,
  type SheetField,
  type SheetSupply,
} from '@shipminer/domain/catalogue/data-sheet'
import { formatEuroPrice } from '@shipminer/i18n/formats'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTyped } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'

const plainNames = ['priceCents', 'originalPriceCents', 'stock', 'comingSoon', 'hidden'] as const

/** What a change does to a product, each field as before → after; every field where nothing was before. */
export function TermsChanges({ before, after }: { before: RecordedTerms | null; after: RecordedTerms }) {
  const { t } = useTranslation('desk-shop')
  const language = useLanguage()
  const changed = plainNames.filter((name) => before === null || before[name] !== after[name])
  const words = (terms: RecordedTerms, name: (typeof plainNames)[number]): string => {
    const value = terms[name]
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
    if (name === 'stock') return value === null ? t('value.madeToOrder') : formatNumber(language, value)
    return value === null ? t('value.none') : formatEuroPrice(language, value)
  }
  // A version from before there were data sheets says nothing about them.
  const sheetChanges = after.sheet ? changedSheetFields(before?.sheet ?? {}, after.sheet) : []
  const sheetWords = (sheet: DataSheet, field: SheetField): string => {
    const entry = sheet[field]
    if (!entry) return t('value.none')
    const { value, source } = entry
    const shown =
      field === 'supply'
        ? t(`sheet.${value as SheetSupply}`)
        : typeof value === 'number'
          ? formatTyped(language, value)
          : value
    return `${shown} (${source})`
  }
  return (
    <dl className={lists.rows}>
      {changed.map((name) => (
        <div key={name}>
          <dt>{t(`field.${name}`)}</dt>
          <dd>
            {before && (
              <>
                <s className={text.quiet}>{words(before, name)}</s>
                {' → '}
              </>
            )}
            {words(after, name)}
          </dd>
        </div>
      ))}
      {sheetChanges.map((field) => (
        <div key={field}>
          <dt>{t(`sheet.field.${field}`)}</dt>
          <dd>
            {before?.sheet?.[field] && (
              <>
                <s className={text.quiet}>{sheetWords(before.sheet, field)}</s>
                {' → '}
              </>
            )}
            {sheetWords(after.sheet ?? {}, field)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
