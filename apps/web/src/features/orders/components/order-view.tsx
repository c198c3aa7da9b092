import type { Order } from '@shipminer/contract/shop/orders'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import layout from '../../../ui/layout.module.css'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import type { OrderAccess } from '../api/orders.ts'
import { orderStanding } from '../lib/order-standing.ts'
import { OrderBoxes } from './order-boxes.tsx'
import { OrderChanges } from './order-changes.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { OrderNow } from './order-now.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import styles from './orders.module.css'
import { RefundSection } from './refund-section.tsx'
import { StandingBadge } from './standing-badge.tsx'
import { WithdrawalSection } from './withdrawal-section.tsx'

/** One order in its present state. `payment` is how it is paid. */
export function OrderView({
  order,
  access,
  payment,
  onChange,
  onNetwork,
}: {
  order: Order
  access: OrderAccess
  payment: ReactNode
  onChange: (order: Order) => void
  /** Where a coin is to be paid that was chosen just now. */
  onNetwork: (network: string) => void
}) {
  const { t } = useTranslation('order')
  const standing = orderStanding(order)
  const documents = order.documents ?? []
  return (
    <div className={`${layout.roomy} ${styles.page}`}>
      <div className={styles.head}>
        <h1 className={styles.title}>
          {t('axis.order')} <span className={styles.number}>{order.number}</span>
        </h1>
        <StandingBadge standing={standing} />
      </div>
      <OrderNow order={order} />
      <div className={styles.columns}>
        <div className={`${layout.roomy} ${styles.main}`}>
          <RefundSection order={order} access={access} onChange={onChange} />
          {payment && (
            <section className={layout.column} aria-labelledby="order-payment">
              <h2 id="order-payment" className={styles.heading}>
                {t('payment.title')}
              </h2>
              {payment}
            </section>
          )}
          {documents.length > 0 && (
            <section className={layout.column} aria-labelledby="order-documents">
              <h2 id="order-documents" className={styles.heading}>
                {t('documents')}
              </h2>
              <OrderDocuments access={access} documents={documents} />
            </section>
          )}
          <section className={layout.column} aria-labelledby="order-timeline">
            <h2 id="order-timeline" className={styles.heading}>
              {t('timeline')}
            </h2>
            <OrderTimeline events={order.events} />
          </section>
          <WithdrawalSection order={order} access={access} onChange={onChange} />
        </div>
        <div className={layout.roomy}>
          <OrderTotals order={order} />
          <OrderAxes order={order}>
            <OrderChanges order={order} access={access} onChange={onChange} onNetwork={onNetwork} />
          </OrderAxes>
          <OrderBoxes order={order} />
          <BuyerCard order={order} />
        </div>
      </div>
    </div>
  )
}

/** What was ordered, what it costs, and what of that was paid. */
function OrderTotals({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  return (
    <section className={`${layout.card} ${styles.card}`} aria-labelledby="order-totals">
      <h2 id="order-totals" className={styles.heading}>
        {t('totals')}
      </h2>
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <li key={line.productId}>
            <span>{t('line', { count: line.quantity, name: line.name })}</span>
            <span>{formatEuro(language, line.grossCents)}</span>
          </li>
        ))}
      </ul>
      <dl className={lists.rows}>
        <Row name={t('net')}>{formatEuro(language, order.totals.netCents)}</Row>
        <Row
          name={
            order.totals.reverseCharge ? t('reverseCharge') : t('vat', { percent: order.totals.vatPercent })
          }
        >
          {formatEuro(language, order.totals.vatCents)}
        </Row>
        <Row name={t('total')} isSum>
          {formatEuro(language, order.totals.grossCents)}
        </Row>
        {order.receivedCents > 0 && (
          <Row name={t('received')}>{formatEuro(language, order.receivedCents)}</Row>
        )}
        {order.receivedCents > 0 && order.remainingCents !== 0 && (
          <Row name={t(order.remainingCents > 0 ? 'remaining' : 'excess')}>
            {formatEuro(language, Math.abs(order.remainingCents))}
          </Row>
        )}
      </dl>
    </section>
  )
}

/** How far the order, its payment and its delivery are; below it what may be changed. */
function OrderAxes({ order, children }: { order: Order; children: ReactNode }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const date = (at: string) => formatDate(language, Date.parse(at))
  return (
    <section className={`${layout.card} ${styles.card}`} aria-labelledby="order-axes">
      <h2 id="order-axes" className={styles.heading}>
        {t('axes')}
      </h2>
      <dl className={lists.rows}>
        <Row name={t('axis.order')}>{t(`state.${order.state}`)}</Row>
        <Row name={t('axis.payment')}>{t(`paymentState.${order.payment}`)}</Row>
        <Row name={t('axis.method')}>{t(`method.${order.method}`)}</Row>
        <Row name={t('axis.fulfilment')}>
          {order.installationOn && order.fulfilment === 'scheduled'
            ? t('fulfilment.on', { date: date(order.installationOn) })
            : t(`fulfilment.${order.fulfilment}`)}
        </Row>
        <Row name={t('axis.placed')}>{date(order.placedAt)}</Row>
        {order.expiresAt && <Row name={t('axis.expires')}>{date(order.expiresAt)}</Row>}
      </dl>
      {children}
    </section>
  )
}

function Row({ name, isSum = false, children }: { name: string; isSum?: boolean; children: ReactNode }) {
  return (
    <div className={isSum ? styles.sum : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function BuyerCard({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const { buyer } = order
  return (
    <section className={`${layout.card} ${styles.card}`} aria-labelledby="order-buyer">
      <h2 id="order-buyer" className={styles.heading}>
        {t('buyer')}
      </h2>
      <p className={text.lines}>
        {[
          `${buyer.firstName} ${buyer.lastName}`,
          buyer.company,
          buyer.vatNumber && t('vatNumber', { number: buyer.vatNumber }),
          buyer.peppolId && `Peppol ${buyer.peppolId}`,
          buyer.reference && t('reference', { reference: buyer.reference }),
          buyer.street,
          `${buyer.postalCode} ${buyer.city}`,
          buyer.email,
          buyer.invoiceEmail && t('invoiceEmail', { email: buyer.invoiceEmail }),
          buyer.phone,
          buyer.shipName && t('ship', { name: buyer.shipName }),
        ]
          .filter(Boolean)
          .join('\n')}
      </p>
    </section>
  )
}
