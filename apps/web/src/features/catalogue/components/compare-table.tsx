import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../../../config/env.ts'
import { paths } from '../../../config/paths.ts'
import {
  formatEfficiency,
  formatNominalHashrate,
  formatPower,
  joinQuantity,
} from '../../../lib/format/format.ts'
import { shownPrice } from '../../../lib/format/shown-price.ts'
import { useFreshPrices } from '../../../lib/fresh-prices.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { efficiencyOf, type ProductView, shownProducts } from '../lib/product-view.ts'
import styles from './compare-table.module.css'

/** The four products by figures; the one of this page is highlighted. */
export function CompareTable({ current }: { current: ProductView }) {
  const { t } = useTranslation('product')
  const language = useLanguage()
  const prices = useFreshPrices()
  const products = shownProducts(productName)
  const row = (name: string, cell: (product: ProductView) => ReactNode) => (
    <tr>
      <th scope="row">{name}</th>
      {products.map((product) => (
        <td key={product.id} className={product.id === current.id ? styles.current : undefined}>
          {cell(product)}
        </td>
      ))}
    </tr>
  )
  return (
    <section className={`wrap ${layout.band}`}>
      <h2>{t('compare.title')}</h2>
      <ScrollRegion label={t('compare.caption')} className={styles.scroll}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t('compare.caption')}</caption>
          <thead>
            <tr>
              <td />
              {products.map((product) => (
                <th
                  key={product.id}
                  scope="col"
                  className={product.id === current.id ? `${styles.head} ${styles.current}` : styles.head}
                >
                  {product.id === current.id ? (
                    <>
                      {product.name} <small>{t('compare.this')}</small>
                    </>
                  ) : (
                    <Link to={paths.product(product.id)}>{product.name}</Link>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row(t('price'), ({ id, priceCents }) =>
              shownPrice(language, id, 'PRICE', prices?.get(id)?.priceCents ?? priceCents),
            )}
            {row(t('hashrate'), ({ hashrateThs }) => formatNominalHashrate(language, hashrateThs))}
            {row(t('power'), ({ powerWatts }) => joinQuantity(formatPower(language, powerWatts, 0)))}
            {row(t('efficiency'), (product) => (
              <Value of={efficiencyOf(product)} dense>
                {(joules) => joinQuantity(formatEfficiency(language, joules))}
              </Value>
            ))}
            {row(t('cooling'), ({ cooling }) => (
              <Value of={cooling} dense>
                {() => t('cooling.hydro')}
              </Value>
            ))}
            {row(t('generator'), ({ minGeneratorWatts }) =>
              minGeneratorWatts > 0
                ? t('generator.from', { power: joinQuantity(formatPower(language, minGeneratorWatts, 0)) })
                : t('generator.any'),
            )}
            {row(t('warranty'), ({ warrantyMonths }) =>
              warrantyMonths % 12 === 0
                ? t('warranty.years', { count: warrantyMonths / 12 })
                : t('warranty.months', { count: warrantyMonths }),
            )}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}
