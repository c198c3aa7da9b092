import { formatEuroPrice } from '@shipminer/i18n/formats'
import { useTranslation } from 'react-i18next'
import { formatNominalHashrate, formatNominalPower } from '../../../lib/format/format.ts'
import { productNameOf } from '../../../lib/format/product-names.ts'
import { useFreshPrices } from '../../../lib/fresh-prices.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import text from '../../../ui/text.module.css'
import { buyableProducts } from '../lib/waiting-form.ts'
import styles from './purchase.module.css'

/** The product chosen by the link, with what it does and costs. */
export function ChosenProduct({ id }: { id: string }) {
  const { t } = useTranslation('koop')
  const language = useLanguage()
  const fresh = useFreshPrices()?.get(id)
  const product = buyableProducts.find((found) => found.id === id)
  if (!product) return null
  return (
    <section className={styles.chosen} aria-label={t('chosen')}>
      <p className={styles.label}>{t('chosen')}</p>
      <h2 className={text.heading}>{productNameOf(id)}</h2>
      <p>
        {formatNominalHashrate(language, product.hashrateThs)} ·{' '}
        {formatNominalPower(language, product.powerKw)} ·{' '}
        {formatEuroPrice(language, fresh?.priceCents ?? product.priceCents)} {t('inclVat')}
      </p>
      {(fresh?.isLater ?? product.comingSoon) && <p className={styles.muted}>{t('comingSoon')}</p>}
    </section>
  )
}
