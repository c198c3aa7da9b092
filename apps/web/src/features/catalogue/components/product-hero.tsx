import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatEfficiency, formatNumber, formatPercent, formatPower } from '../../../lib/format/format.ts'
import { shownPrice } from '../../../lib/format/shown-price.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { ByAvailability } from '../../../ui/company/by-availability.tsx'
import { Link } from '../../../ui/link.tsx'
import textStyles from '../../../ui/text.module.css'
import { QuantityText, Value } from '../../../ui/values/value.tsx'
import { type ProductId, productCopy } from '../lib/product-copy.ts'
import { efficiencyOf, type ProductView } from '../lib/product-view.ts'
import { BuyActions } from './buy-actions.tsx'
import { PictureCarousel } from './picture-carousel.tsx'
import styles from './product-hero.module.css'

/** Name, pictures, the figures that decide, and the price with what it holds. */
export function ProductHero({
  id,
  product,
  stock,
  actions,
}: {
  id: ProductId
  product: ProductView
  /** Boxes ready to go; null: built to order; undefined: not known yet. */
  stock: number | null | undefined
  /** The place of the buttons, for the bar that takes over when they are out of sight. */
  actions: (buttons: ReactNode) => ReactNode
}) {
  const { t } = useTranslation('product')
  const { t: nav } = useTranslation('navigation')
  const copy = productCopy[id]
  return (
    <div className={`wrap ${styles.hero}`} data-product={id}>
      <nav className={styles.crumbs} aria-label={t('breadcrumb')}>
        <ol className={styles.crumbList}>
          <li>
            <Link to={paths.home}>{nav('home')}</Link>
          </li>
          <li>
            <Link to={paths.boxes}>{nav('products')}</Link>
          </li>
          <li aria-current="page">{product.name}</li>
        </ol>
      </nav>
      <div className={styles.name}>
        <h1 className={styles.title}>{product.name}</h1>
        <p className={styles.subtitle}>{t(copy.subtitle)}</p>
      </div>
      <div className={styles.pictures}>
        <PictureCarousel
          label={t('pictures', { name: product.name })}
          slides={copy.pictures.map(({ name, alt }) => ({ name, alt: t(alt) }))}
          sizes="(min-width: 1240px) 640px, (min-width: 900px) 54vw, 100vw"
        />
      </div>
      <div className={styles.deal}>
        <Figures product={product} />
        <Price product={product} />
        <ByAvailability
          id={product.id}
          isLater={product.status === 'coming-soon'}
          later={<Status status="coming-soon" />}
          now={
            <Status
              status={product.status === 'coming-soon' ? 'made-to-order' : product.status}
              stock={stock ?? null}
            />
          }
        />
        {actions(<BuyActions product={product} />)}
      </div>
    </div>
  )
}

function Status({ status, stock = null }: { status: ProductView['status']; stock?: number | null }) {
  const { t } = useTranslation('product')
  return (
    <p className={styles.status} data-status={status}>
      {status === 'in-stock' && stock ? t('status.stock', { count: stock }) : t(`status.${status}`)}
    </p>
  )
}

function Figures({ product }: { product: ProductView }) {
  const { t } = useTranslation('product')
  const language = useLanguage()
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('hashrate')}</dt>
        <dd>
          <QuantityText
            text={formatNumber(language, product.hashrateThs, product.hashrateThs % 1 === 0 ? 0 : 1)}
            unit="TH/s"
          />
        </dd>
      </div>
      <div>
        <dt>{t('power')}</dt>
        <dd>
          <QuantityText {...formatPower(language, product.powerWatts, 0)} />
        </dd>
      </div>
      <div>
        <dt>{t('efficiency')}</dt>
        <dd>
          <Value of={efficiencyOf(product)} dense>
            {(joules) => <QuantityText {...formatEfficiency(language, joules)} />}
          </Value>
        </dd>
      </div>
    </dl>
  )
}

/** Price with VAT, without it, and the earlier price with the explanation that the law requires beside it. */
function Price({ product }: { product: ProductView }) {
  const { t } = useTranslation('product')
  const language = useLanguage()
  return (
    <div className={styles.priceBlock}>
      <p className={styles.price}>
        <span className="visually-hidden">{t('price')}: </span>
        {shownPrice(language, product.id, 'PRICE', product.priceCents)}
        {product.originalPriceCents !== null && (
          <s className={styles.before} data-before={product.id}>
            <span className="visually-hidden">{t('price.before')}: </span>
            {shownPrice(language, product.id, 'BEFORE', product.originalPriceCents)}
          </s>
        )}
      </p>
      <p className={textStyles.small}>
        {t('price.vat', { percent: formatPercent(language, product.vatPercent / 100) })}
        {' · '}
        {t('price.net', { price: shownPrice(language, product.id, 'NET', product.netPriceCents) })}
      </p>
      {product.originalPriceCents !== null && (
        <p className={textStyles.small} data-before={product.id}>
          {t('price.rule')}
        </p>
      )}
    </div>
  )
}
