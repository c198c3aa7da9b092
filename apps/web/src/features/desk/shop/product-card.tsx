import { type DeskProduct, deskCatalogueEndpoints } from '@shipminer/contract/desk/catalogue'
import { earlierPriceLimit } from '@shipminer/domain/catalogue/earlier-price'
import { splitVat } from '@shipminer/domain/vat'
import { formatEuroPrice } from '@shipminer/i18n/formats'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import styles from '../components/desk.module.css'
import { useMay } from '../shell/use-role.ts'
import shop from './desk-shop.module.css'
import { ProductEditor } from './product-editor.tsx'
import { ProductHistory } from './product-history.tsx'

/** One product: what holds, a form to change it for those who may, and its history. */
export function ProductCard({
  product,
  vatPercent,
  serverTime,
}: {
  product: DeskProduct
  vatPercent: number
  serverTime: number
}) {
  const { t } = useTranslation('desk-shop')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const may = useMay()
  const id = useId()
  const [part, setPart] = useState<'edit' | 'history' | null>(null)
  const { terms, version, changedAt, prices } = product
  const { priceCents, originalPriceCents, stock } = terms
  const limit = earlierPriceLimit(prices, { at: serverTime, priceCents })
  const began = prices[0]?.at
  const toggle = (name: 'edit' | 'history') => () => setPart(part === name ? null : name)
  return (
    <article className={styles.card} aria-labelledby={`${id}-name`}>
      <div className={styles.head}>
        <h2 id={`${id}-name`} className={text.sub}>
          {product.name}
        </h2>
        <span className={styles.mono}>{product.id}</span>
        <ul className={styles.tags}>
          <li>{t(stateOf(product))}</li>
          {product.devOnly && <li>{t('state.test')}</li>}
        </ul>
      </div>
      <dl className={lists.facts}>
        <Fact name={t('field.priceCents')}>
          <strong>{formatEuroPrice(language, priceCents)}</strong>
        </Fact>
        <Fact name={t('product.net')}>
          {formatEuroPrice(language, splitVat(priceCents, vatPercent).netCents)}
        </Fact>
        <Fact name={t('field.originalPriceCents')}>
          {originalPriceCents === null ? t('value.none') : formatEuroPrice(language, originalPriceCents)}
        </Fact>
        <Fact name={t('field.stock')}>
          {stock === null ? t('value.madeToOrder') : formatNumber(language, stock)}
        </Fact>
      </dl>
      {originalPriceCents !== null && !limit.isProven && began !== undefined && (
        <p className={text.late}>{t('product.unproven', { date: formatDate(language, began) })}</p>
      )}
      <p className={text.small}>
        {t('product.version', { version, date: formatDateTime(language, changedAt) })}
      </p>
      <div className={layout.actions}>
        {may(deskCatalogueEndpoints.deskProductChange) && (
          <Button
            aria-expanded={part === 'edit'}
            aria-controls={`${id}-edit`}
            aria-describedby={`${id}-name`}
            onClick={toggle('edit')}
          >
            {part === 'edit' ? common('close') : t('product.edit')}
          </Button>
        )}
        <Button
          kind="quiet"
          aria-expanded={part === 'history'}
          aria-controls={`${id}-history`}
          aria-describedby={`${id}-name`}
          onClick={toggle('history')}
        >
          {part === 'history' ? common('close') : t('product.history')}
        </Button>
        {!product.devOnly && !terms.hidden && (
          <Link to={product.route} className={shop.beside}>
            {t('product.open')}
          </Link>
        )}
      </div>
      <div id={`${id}-edit`} hidden={part !== 'edit'}>
        {part === 'edit' && (
          <ProductEditor
            product={product}
            vatPercent={vatPercent}
            serverTime={serverTime}
            onDone={() => setPart(null)}
          />
        )}
      </div>
      <div id={`${id}-history`} hidden={part !== 'history'}>
        {part === 'history' && <ProductHistory product={product} />}
      </div>
    </article>
  )
}

function stateOf({ terms, status }: DeskProduct) {
  if (terms.hidden) return 'state.hidden'
  if (terms.comingSoon) return 'state.soon'
  return status === 'out-of-stock' ? 'state.out' : 'state.sold'
}
