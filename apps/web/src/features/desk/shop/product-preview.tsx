import type { ProductTerms } from '@shipminer/contract/desk/catalogue'
import { splitVat } from '@shipminer/domain/vat'
import { formatEuroPrice } from '@shipminer/i18n/formats'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import text from '../../../ui/text.module.css'
import shop from './desk-shop.module.css'

/** The price as the product page shows it, with the texts of the shop. `terms` null: it cannot be read. */
export function ProductPreview({
  name,
  terms,
  vatPercent,
}: {
  name: string
  terms: ProductTerms | null
  vatPercent: number
}) {
  const { t } = useTranslation('desk-shop')
  const { t: product } = useTranslation('product')
  const language = useLanguage()
  return (
    <section className={shop.preview} aria-label={t('preview.title')}>
      <p className={text.small}>{t('preview.title')}</p>
      {terms?.hidden && <p className={text.strong}>{t('preview.hidden')}</p>}
      {terms && !terms.hidden && (
        <>
          <p className={text.sub}>{name}</p>
          <p className={shop.price}>
            {formatEuroPrice(language, terms.priceCents)}
            {terms.originalPriceCents !== null && (
              <s className={shop.before}>
                <span className="visually-hidden">{product('price.before')}: </span>
                {formatEuroPrice(language, terms.originalPriceCents)}
              </s>
            )}
          </p>
          <p className={text.small}>
            {product('price.vat', { percent: formatPercent(language, vatPercent / 100) })}
            {' · '}
            {product('price.net', {
              price: formatEuroPrice(language, splitVat(terms.priceCents, vatPercent).netCents),
            })}
          </p>
          {terms.originalPriceCents !== null && <p className={text.small}>{product('price.rule')}</p>}
          <p>{statusWords(terms)}</p>
        </>
      )}
    </section>
  )

  function statusWords({ comingSoon, stock }: ProductTerms): string {
    if (comingSoon) return product('status.coming-soon')
    if (stock === null) return product('status.made-to-order')
    return stock > 0 ? product('status.stock', { count: stock }) : product('status.out-of-stock')
  }
}
