import type { ProductTerms } from '@shipminer/contract/desk-catalogue'
import { formatEuroPrice } from '@shipminer/i18n/formats'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'

const names = ['priceCents', 'originalPriceCents', 'stock', 'comingSoon', 'hidden'] as const

/** What a change does to a product, each field as before → after; every field where nothing was before. */
export function TermsChanges({ before, after }: { before: ProductTerms | null; after: ProductTerms }) {
  const { t } = useTranslation('desk-shop')
  const language = useLanguage()
  const changed = names.filter((name) => before === null || before[name] !== after[name])
  const words = (terms: ProductTerms, name: (typeof names)[number]): string => {
    const value = terms[name]
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
    if (name === 'stock') return value === null ? t('value.madeToOrder') : formatNumber(language, value)
    return value === null ? t('value.none') : formatEuroPrice(language, value)
  }
  return (
    <dl className={styles.rows}>
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
    </dl>
  )
}
