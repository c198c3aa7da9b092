import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { shownPrice } from '../../../lib/format/shown-price.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ByAvailability } from '../../../ui/company/by-availability.tsx'
import { ByOrders } from '../../../ui/company/by-orders.tsx'
import type { ProductView } from '../lib/product-view.ts'
import styles from './buy-bar.module.css'

/** Whether an element has scrolled out of sight; false before scripts run. */
export function useOutOfSight() {
  const ref = useRef<HTMLDivElement>(null)
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    const { current } = ref
    if (!current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setOut(!entry.isIntersecting && entry.boundingClientRect.top < innerHeight / 2)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const watch = (buttons: ReactNode) => <div ref={ref}>{buttons}</div>
  return { isOut, watch }
}

/**
 * Name, price and the way to order at the lower edge: from the start on a phone, elsewhere while the buttons above are out of sight (`isOut`).
 * Its room is kept free from the first paint on, so that nothing that has the focus is covered when it comes up.
 */
export function BuyBar({ product, isOut }: { product: ProductView; isOut: boolean }) {
  const { t } = useTranslation('product')
  const language = useLanguage()
  return (
    <section className={isOut ? `${styles.bar} ${styles.out}` : styles.bar} aria-label={t('buyBar')}>
      <div className={`wrap ${styles.row}`}>
        <span className={styles.name}>{product.name}</span>
        <span className={styles.price}>
          {shownPrice(language, product.id, 'PRICE', product.priceCents)}
          <small>
            <ByAvailability
              id={product.id}
              isLater={product.status === 'coming-soon'}
              later={t('comingSoon')}
              now={t('price.vat', { percent: `${product.vatPercent}\u00a0%` })}
            />
          </small>
        </span>
        <ByAvailability
          id={product.id}
          isLater={product.status === 'coming-soon'}
          later={<ButtonLink to={paths.contactAbout('notify-me', product.id)}>{t('notifyMe')}</ButtonLink>}
          now={
            <ButtonLink to={paths.buyProduct(product.id)} kind="main">
              <ByOrders open={t('buyShort')} closed={t('waitShort')} />
            </ButtonLink>
          }
        />
      </div>
    </section>
  )
}
