import type { Order } from '@shipminer/contract/shop/orders'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import layout from '../../../ui/layout.module.css'
import lists from '../../../ui/lists.module.css'
import styles from './orders.module.css'

/** The boxes that were chosen for an order, by serial number: where each is, and its warranty. */
export function OrderBoxes({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const boxes = order.boxes ?? []
  if (boxes.length === 0) return null
  const date = (on: string) => formatDate(language, Date.parse(on))
  return (
    <section className={`${layout.card} ${styles.card}`} aria-labelledby="order-boxes">
      <h2 id="order-boxes" className={styles.heading}>
        {t('boxes')}
      </h2>
      <dl className={lists.rows}>
        {boxes.map(({ serial, state, installedOn, warrantyUntil }) => (
          <div key={serial}>
            <dt>{serial}</dt>
            <dd>
              {t(`box.${state}`, { date: installedOn === null ? '' : date(installedOn) })}
              {state === 'installed' && warrantyUntil !== null && (
                <>
                  <br />
                  {t('box.warranty', { date: date(warrantyUntil) })}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
