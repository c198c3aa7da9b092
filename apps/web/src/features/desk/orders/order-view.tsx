import type { Order } from '@shipminer/contract/shop/orders'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate, formatDateTime, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { type OrderAnswer, orderQuery } from '../api/desk.ts'
import { AuditLines } from '../components/audit-lines.tsx'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { dayOf, statementOf } from '../lib/said-codes.ts'
import { ProposalNotice } from '../proposals/proposal-notice.tsx'
import { useProposals } from '../proposals/use-proposals.ts'
import { useMayOpen } from '../shell/desk-link.tsx'
import { OrderBoxes } from '../stock/order-boxes.tsx'
import { CorrectBuyer } from './correct-buyer.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { OrderVatCard } from './order-vat.tsx'
import { RefundGoal } from './refund-goal.tsx'
import { RefundStanding } from './refund-standing.tsx'
import { useRefundReason } from './use-refund-reason.ts'

/** One order with everything about it and what may be done now. */
export function OrderView({ id }: { id: string }) {
  const { t } = useTranslation('desk')
  const found = useQuery(orderQuery(id))
  const back = (
    <p>
      <Link to={paths.deskOrders}>{t('orders.back')}</Link>
    </p>
  )
  if (!found.data)
    return (
      <>
        {back}
        <NothingYet query={found} missing={t('orders.missing')} />
      </>
    )
  return (
    <>
      {back}
      <Found answer={found.data} />
    </>
  )
}

function Found({ answer }: { answer: OrderAnswer }) {
  const { order } = answer
  const { t } = useTranslation('desk')
  const { t: tOrder } = useTranslation('order')
  const language = useLanguage()
  const reasonWords = useRefundReason()
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.heading}>{order.number}</h1>
        <span>
          {tOrder(`state.${order.state}`)} · {tOrder(`paymentState.${order.payment}`)}
        </span>
      </div>
      <div className={styles.columns}>
        <div className={styles.page}>
          <OrderActions answer={answer} />
          {answer.refunds.length > 0 && (
            <section className={styles.section} aria-labelledby="desk-refunds">
              <h2 id="desk-refunds" className={styles.heading}>
                {t('order.refunds')}
              </h2>
              <ul className={styles.list}>
                {answer.refunds.map((refund) => (
                  <li key={refund.id} className={styles.row}>
                    <strong>{formatEuro(language, refund.amountCents)}</strong>
                    <div>
                      {reasonWords(refund.reason)}
                      <RefundGoal claim={refund.claim} isPaid={refund.paidAt !== null} />
                    </div>
                    <OrderRefundStanding refund={refund} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <OrderBoxes order={order} />
          <Timeline order={order} />
          {answer.audit.length > 0 && (
            <section className={styles.section} aria-labelledby="desk-audit">
              <h2 id="desk-audit" className={styles.heading}>
                {t('order.audit')}
              </h2>
              <AuditLines entries={answer.audit} />
            </section>
          )}
        </div>
        <div className={styles.stack}>
          <Money order={order} />
          <OrderVatCard answer={answer} />
          <OrderDocuments answer={answer} />
          <Axes order={order} />
          <Buyer answer={answer} />
        </div>
      </div>
    </>
  )
}

function Timeline({ order }: { order: Order }) {
  const { t } = useTranslation('desk')
  const { t: tOrder } = useTranslation('order')
  const { t: tAudit } = useTranslation('desk-audit')
  const language = useLanguage()
  /** What the product wrote, in words; somebody's own words as they are. */
  const noteWords = (note: string): string => {
    const from = statementOf(note)
    const day = dayOf(note)
    if (from)
      return tAudit(from.isTakenBack ? 'value.takenBack' : 'value.statement', { statement: from.statement })
    return day === null ? note : formatDate(language, day)
  }
  return (
    <section className={styles.section} aria-labelledby="desk-timeline">
      <h2 id="desk-timeline" className={styles.heading}>
        {tOrder('timeline')}
      </h2>
      {order.events.length === 0 && <p className={text.quiet}>{tOrder('timelineNone')}</p>}
      <ol className={lists.timeline}>
        {order.events
          .map((event, index) => ({ ...event, index }))
          .toReversed()
          .map(({ index, at, kind, actor, note }) => (
            <li key={index}>
              <span className={text.strong}>
                {tOrder(`event.${kind}` as 'event.other', { defaultValue: tOrder('event.other') })}
              </span>
              <span className={text.small}>
                {formatDateTime(language, Date.parse(at))} · {t(`actor.${actor}`)}
              </span>
              {note && <span className={text.quiet}>{noteWords(note)}</span>}
            </li>
          ))}
      </ol>
    </section>
  )
}

function Money({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const { t: tDesk } = useTranslation('desk')
  const language = useLanguage()
  const { totals } = order
  const euro = (cents: number) => formatEuro(language, cents)
  return (
    <section className={styles.card} aria-labelledby="desk-totals">
      <h2 id="desk-totals" className={styles.heading}>
        {t('totals')}
      </h2>
      <dl className={lists.rows}>
        {order.lines.map((line) => (
          <Fact key={line.productId} name={t('line', { count: line.quantity, name: line.name })}>
            {euro(line.grossCents)}
          </Fact>
        ))}
        <Fact name={t('net')}>{euro(totals.netCents)}</Fact>
        <Fact name={totals.reverseCharge ? t('reverseCharge') : t('vat', { percent: totals.vatPercent })}>
          {euro(totals.vatCents)}
        </Fact>
        <Fact name={t('total')}>
          <strong>{euro(totals.grossCents)}</strong>
        </Fact>
        <Fact name={t('received')}>{euro(order.receivedCents)}</Fact>
        {order.remainingCents !== 0 && (
          <Fact name={t(order.remainingCents > 0 ? 'remaining' : 'excess')}>
            {euro(Math.abs(order.remainingCents))}
          </Fact>
        )}
        {order.invoiceNumber !== null && <Fact name={tDesk('order.invoice')}>{order.invoiceNumber}</Fact>}
      </dl>
    </section>
  )
}

function Axes({ order }: { order: Order }) {
  const { t } = useTranslation('desk')
  const seesPayments = useMayOpen(paths.deskPayments)
  const { t: tOrder } = useTranslation('order')
  const language = useLanguage()
  const date = (at: string) => formatDate(language, Date.parse(at))
  return (
    <section className={styles.card} aria-labelledby="desk-axes">
      <h2 id="desk-axes" className={styles.heading}>
        {tOrder('axes')}
      </h2>
      <dl className={lists.rows}>
        <Fact name={tOrder('axis.order')}>{tOrder(`state.${order.state}`)}</Fact>
        <Fact name={tOrder('axis.payment')}>{tOrder(`paymentState.${order.payment}`)}</Fact>
        <Fact name={tOrder('axis.method')}>{tOrder(`method.${order.method}`)}</Fact>
        <Fact name={tOrder('axis.fulfilment')}>
          {order.installationOn && order.fulfilment === 'scheduled'
            ? tOrder('fulfilment.on', { date: date(order.installationOn) })
            : tOrder(`fulfilment.${order.fulfilment}`)}
        </Fact>
        <Fact name={tOrder('axis.placed')}>{date(order.placedAt)}</Fact>
        {order.expiresAt && <Fact name={tOrder('axis.expires')}>{date(order.expiresAt)}</Fact>}
        {order.bank && (
          <Fact name={t('order.expected')}>
            <span className={styles.mono}>{order.bank.reference}</span>
          </Fact>
        )}
      </dl>
      {order.paymentIntentId !== null && seesPayments && (
        <p>
          <Link to={paths.deskPayments}>{t('order.toPayment')}</Link>
        </p>
      )}
    </section>
  )
}

function Buyer({ answer }: { answer: OrderAnswer }) {
  const { buyer } = answer.order
  const { t } = useTranslation('desk')
  const { t: tOrder } = useTranslation('order')
  const lines = [
    `${buyer.firstName} ${buyer.lastName}`,
    buyer.company,
    buyer.vatNumber && `${buyer.vatNumber} · ${t(`order.vatCheck.${buyer.vatNumberCheck}`)}`,
    buyer.peppolId && `Peppol ${buyer.peppolId}`,
    buyer.reference && tOrder('reference', { reference: buyer.reference }),
    buyer.street,
    `${buyer.postalCode} ${buyer.city} ${buyer.country}`,
    buyer.shipName && tOrder('ship', { name: buyer.shipName }),
    buyer.delivery && `${t('order.delivery')}:`,
    buyer.delivery?.name,
    buyer.delivery?.street,
    buyer.delivery && `${buyer.delivery.postalCode} ${buyer.delivery.city} ${buyer.delivery.country}`,
  ]
  return (
    <section className={styles.card} aria-labelledby="desk-buyer">
      <h2 id="desk-buyer" className={styles.heading}>
        {t('order.buyer')}
      </h2>
      <p className={text.lines}>{lines.filter(Boolean).join('\n')}</p>
      <p>
        <a href={`mailto:${buyer.email}`}>{buyer.email}</a>
        <br />
        <a href={`tel:${buyer.phone.replaceAll(/[^+\d]/g, '')}`}>{buyer.phone}</a>
        {buyer.invoiceEmail && (
          <>
            <br />
            {tOrder('invoiceEmail', { email: '' })}
            <a href={`mailto:${buyer.invoiceEmail}`}>{buyer.invoiceEmail}</a>
          </>
        )}
      </p>
      {buyer.notes && (
        <div>
          <h3>{t('order.notes')}</h3>
          <p className={text.lines}>{buyer.notes}</p>
        </div>
      )}
      <CorrectBuyer answer={answer} />
    </section>
  )
}

/** What waits for a second operator is confirmed where refunds are paid. */
function OrderRefundStanding({ refund }: { refund: OrderAnswer['refunds'][number] }) {
  const { t } = useTranslation('desk-proposals')
  const seesPayments = useMayOpen(paths.deskPayments)
  const proposal = useProposals('refund').find(({ id }) => id === refund.id)
  if (!proposal) return <RefundStanding refund={refund} />
  return (
    <ProposalNotice proposal={proposal}>
      {seesPayments && <Link to={paths.deskPayments}>{t('confirm')}</Link>}
    </ProposalNotice>
  )
}
