import type { Order } from '@shipminer/contract/shop/orders'
import { isPrepaid } from '@shipminer/domain/orders/order'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import styles from './purchase-flow.module.css'

/** The last step: how it is paid, as long as it has to be, and what happens next. `children` is how it is paid. */
export function CompleteStep({ order, children }: { order: Order; children: ReactNode }) {
  const { t } = useTranslation('koop')
  const [line] = order.lines
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone; keyboard users continue from here.
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  }, [])
  const isPaid = order.payment === 'paid'
  return (
    <div className={layout.roomy}>
      <h2 ref={heading} className={styles.heading} tabIndex={-1}>
        {t(isPaid ? 'done.title' : isPrepaid(order.method) ? 'done.toPay' : 'done.placed')}
      </h2>
      <p className={styles.lead}>
        {t('done.text', { count: line?.quantity ?? 0, name: line?.name ?? '', number: order.number })}
      </p>
      <section className={layout.roomy} aria-label={t('done.payment')}>
        {children}
      </section>
      <ol className={styles.next}>
        <li>{t('done.mail', { email: order.buyer.email })}</li>
        {!isPaid && <li>{t(`done.${order.method}`)}</li>}
        <li>{t(order.isFitted === false ? 'done.sending' : 'done.installation')}</li>
      </ol>
      <div className={styles.actions}>
        <ButtonLink to={paths.order(order.id)}>{t('done.order')}</ButtonLink>
        <Link className={styles.plainLink} to={paths.buy}>
          {t('done.another')}
        </Link>
      </div>
      <p className={styles.note}>{t('done.link')}</p>
    </div>
  )
}
