import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import text from '../../../ui/text.module.css'
import { catalogueQuery } from '../api/desk-shop.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { OrdersSwitchCard } from '../orders/orders-switch.tsx'
import { ProductCard } from './product-card.tsx'

/** The prices of the products, how many are in stock, and whether anything can be ordered at all. */
export function CatalogueView() {
  const { t } = useTranslation('desk-shop')
  const { t: desk } = useTranslation('desk')
  const found = useQuery(catalogueQuery)
  const { data } = found
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{desk('nav.catalogue')}</h1>
        <p className={text.quiet}>{t('catalogue.lead')}</p>
      </div>
      {!data && <NothingYet query={found} />}
      {data && (
        <>
          <OrdersSwitchCard orders={data.orders} />
          <ul className={styles.stack}>
            {data.products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} vatPercent={data.vatPercent} serverTime={data.serverTime} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
