import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { formatDay, formatEuro } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { fetchDocument } from '../api/desk.ts'
import { TaskNotice } from '../components/task-notice.tsx'
import { PaymentSign } from '../money/payment-sign.tsx'
import { OrderScale } from '../orders/order-scale.tsx'
import styles from './customer.module.css'
import type { Customer } from './customer-queries.ts'
import { Panel } from './panel.tsx'
import { warrantyDaysLeft } from './timeline.ts'

/** Boxes that are on board, each with what is left of its warranty. */
export function BoxesPanel({ customer: { boxes, serverTime } }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const { t: tOrder } = useTranslation('order')
  const language = useLanguage()
  if (boxes.length === 0) return null
  const day = (on: string) => formatDay(language, Date.parse(`${on}T12:00`))
  return (
    <Panel id="customer-boxes" title={t('boxes')}>
      <ul className={styles.rows}>
        {boxes.map((box) => {
          const left = box.warrantyUntil === null ? null : warrantyDaysLeft(box.warrantyUntil, serverTime)
          return (
            <li key={`${box.orderId} ${box.name} ${box.serial ?? ''}`} className={styles.row}>
              <b>
                {tOrder('line', { count: box.quantity, name: box.name })}
                {box.serial && <small> {box.serial}</small>}
              </b>
              <span>
                {t('installedOn', { day: day(box.installedOn) })}
                <small>
                  <Link to={paths.deskOrder(box.orderId)}>{box.orderNumber}</Link>
                </small>
              </span>
              <span className={left !== null && left > 0 && left <= 30 ? styles.attention : undefined}>
                {box.warrantyUntil === null || left === null
                  ? t('warrantyNone')
                  : left > 0
                    ? t('warranty', { count: left, day: day(box.warrantyUntil) })
                    : t('warrantyOver', { day: day(box.warrantyUntil) })}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

/** Orders with their invoices and how they are paid. */
export function OrdersPanel({ customer: { orders } }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const { t: tOrder } = useTranslation('order')
  const language = useLanguage()
  const { message, run } = useTask()
  const save = (id: string, number: string) =>
    run(async () => {
      const { filename, pdfBase64 } = await fetchDocument(id, number)
      savePdf(filename, pdfBase64)
      return null
    })
  return (
    <Panel id="customer-orders" title={t('orders')}>
      <TaskNotice message={message} />
      {orders.length === 0 && <p className={styles.quiet}>{t('ordersNone')}</p>}
      <ul className={styles.rows}>
        {orders.map((order) => (
          <li key={order.id} className={`${styles.row} ${styles.order}`}>
            <span>
              <Link to={paths.deskOrder(order.id)} data-row>
                {order.number}
              </Link>
              <small>
                {order.lines
                  .map(({ quantity, name }) => tOrder('line', { count: quantity, name }))
                  .join(', ')}
              </small>
            </span>
            <OrderScale state={order.state} word={tOrder(`state.${order.state}`)} />
            <PaymentSign order={order} />
            <span className={styles.documents}>
              {order.documents.map(({ number }) => (
                <button key={number} type="button" onClick={() => void save(order.id, number)}>
                  {number}
                </button>
              ))}
            </span>
            <span className={styles.end}>
              {formatEuro(language, order.totals.grossCents)}
              <small>{formatDay(language, Date.parse(order.placedAt))}</small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
