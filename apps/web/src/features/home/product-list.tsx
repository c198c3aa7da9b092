import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import { useTranslation } from 'react-i18next'
import { productName } from '../../config/env.ts'
import { paths } from '../../config/paths.ts'
import { productPictures } from '../../config/product-pictures.ts'
import { formatNumber, formatPower } from '../../lib/format/format.ts'
import { changedPrice, shownPrice } from '../../lib/format/shown-price.ts'
import { useFreshPrices } from '../../lib/fresh-prices.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { ByAvailability } from '../../ui/company/by-availability.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link.tsx'
import { Picture } from '../../ui/picture.tsx'
import { QuantityText } from '../../ui/values/value.tsx'
import styles from './product-list.module.css'

const cards = [
  { id: 'sm19', text: 'products.sm19' },
  { id: 'sm21', text: 'products.sm21' },
  { id: 'sm23', text: 'products.sm23' },
  { id: 'lottery', text: 'products.lottery' },
] as const

/** The products with the figures that matter to a generator and a purse. */
export function ProductList() {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const prices = useFreshPrices()
  return (
    <section className={`wrap ${layout.band}`} id="boxes">
      <h2>{t('products.title')}</h2>
      <ul className={styles.list}>
        {cards.map(({ id, text }) => {
          const product = seedProducts.find((seed) => seed.id === id)
          const picture = productPictures[id]
          if (!product || !picture) return null
          const changed = changedPrice(id)
          const { priceCents, isLater } = prices?.get(id) ?? {
            priceCents: changed?.priceCents ?? product.priceCents,
            isLater: changed?.isLater ?? product.comingSoon,
          }
          const watts = Math.round(product.powerKw * 1000)
          return (
            <li key={id} className={styles.card} data-product={id}>
              <Picture
                name={picture}
                alt=""
                failed=""
                most={800}
                sizes="(min-width: 1000px) 292px, (min-width: 620px) 50vw, 100vw"
                className={styles.picture}
              />
              <div className={styles.words}>
                <h3 className={styles.name}>
                  <Link to={paths.product(id)}>{withBrand(product.name, productName)}</Link>
                </h3>
                <p className={styles.text}>{t(text)}</p>
                <p className={styles.figures}>
                  <span>
                    <QuantityText
                      text={formatNumber(
                        language,
                        product.hashrateThs,
                        product.hashrateThs % 1 === 0 ? 0 : 1,
                      )}
                      unit="TH/s"
                    />
                  </span>
                  <span>
                    <QuantityText {...formatPower(language, watts, 0)} />
                  </span>
                </p>
                <p className={styles.price}>
                  {shownPrice(language, id, 'PRICE', priceCents)}
                  <ByAvailability
                    id={id}
                    isLater={isLater}
                    later={<small className={styles.later}>{t('products.later')}</small>}
                    now={null}
                  />
                </p>
              </div>
            </li>
          )
        })}
      </ul>
      <p className={styles.note}>
        {t('products.vat')} {t('products.custom')} <Link to={paths.custom}>{t('products.customLink')}</Link>.
      </p>
    </section>
  )
}
