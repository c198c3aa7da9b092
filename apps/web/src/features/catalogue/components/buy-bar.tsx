import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { formatPrice } from '../../../lib/shown-price.ts'
import { ButtonLink } from '../../../ui/button.tsx'
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

/** Name, price and the way to order at the lower edge, while the buttons above are out of sight. */
export function BuyBar({ product, isShown }: { product: ProductView; isShown: boolean }) {
  const { t } = useTranslation('product')
  const language = useLanguage()
  if (!isShown) return null
  const isLater = product.status === 'coming-soon'
  return (
    <section className={styles.bar} aria-label={t('buyBar')}>
      <div className={`wrap ${styles.row}`}>
        <span className={styles.name}>{product.name}</span>
        <span className={styles.price}>
          {formatPrice(language, product.priceCents)}
          <small>
            {isLater ? t('comingSoon') : t('price.vat', { percent: `${product.vatPercent}\u00a0%` })}
          </small>
        </span>
        {isLater ? (
          <ButtonLink to={paths.contactAbout('notify-me', product.id)}>{t('notifyMe')}</ButtonLink>
        ) : (
          <ButtonLink to={paths.buyProduct(product.id)} kind="main">
            {t('buyShort')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
