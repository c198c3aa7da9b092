import { deskEndpoints, type IntentForStaff } from '@shipminer/contract/desk'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import lists from '../../../ui/lists.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { type Decision, decidePayment } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { useMay } from '../shell/use-role.ts'

/** One coin payment with what is known of it, and the two ways to decide for those who may. `isWanted`: it was pressed in the list, and is gone to. */
export function PaymentCard({ intent, isWanted }: { intent: IntentForStaff; isWanted: boolean }) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const may = useMay()
  const [open, setOpen] = useState<Decision | null>(null)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) card.current?.focus()
  }, [isWanted])
  const coin = (amount: string) => `${amount} ${intent.asset}`
  const isExcess = intent.amountRemaining.startsWith('-')
  return (
    <article
      ref={card}
      tabIndex={-1}
      className={`${styles.card} ${styles.bad}`}
      aria-label={intent.orderNumber}
    >
      <div className={styles.head}>
        <h3>
          <Link to={paths.deskOrder(intent.orderId)} data-row>
            {intent.orderNumber}
          </Link>
        </h3>
        <span>{t(`status.${intent.status}`)}</span>
        <span className={textStyles.small}>{formatDateTime(language, Date.parse(intent.createdAt))}</span>
      </div>
      {intent.exceptions.length > 0 && (
        <ul className={styles.tags}>
          {intent.exceptions.map((exception) => (
            <li key={exception}>{t(`exception.${exception}`)}</li>
          ))}
        </ul>
      )}
      {intent.unbooked !== null && (
        <Notice tone="caution">{t('payments.unbooked', { reason: t(`unbooked.${intent.unbooked}`) })}</Notice>
      )}
      {!intent.watcherFresh && <Notice tone="caution">{t('payments.stale')}</Notice>}
      <dl className={lists.facts}>
        <Fact name={t('payments.due')}>{coin(intent.amountDue)}</Fact>
        <Fact name={t('payments.received')}>{coin(intent.amountReceived)}</Fact>
        <Fact name={t('payments.confirmed')}>{coin(intent.amountConfirmed)}</Fact>
        <Fact name={t(isExcess ? 'payments.excess' : 'payments.remaining')}>
          {coin(intent.amountRemaining.replace(/^-/, ''))}
        </Fact>
        <Fact name={t('payments.value')}>{formatEuro(language, intent.amountEurCents)}</Fact>
        <Fact name={t('payments.network')}>{intent.network.name}</Fact>
      </dl>
      <dl>
        <Fact name={t('payments.address')}>
          <Value of={intent.address}>{(address) => <span className={styles.mono}>{address}</span>}</Value>
        </Fact>
      </dl>
      <div>
        <h4 className={textStyles.strong}>{t('payments.transactions')}</h4>
        {intent.payments.length === 0 && <p className={textStyles.quiet}>{t('payments.transactionsNone')}</p>}
        <ul className={styles.stack}>
          {intent.payments.map((payment) => (
            <li key={`${payment.txId} ${payment.index}`}>
              {payment.amount} {payment.asset} · {t(`seen.${payment.status}`)} ·{' '}
              {t('payments.confirmations', { count: payment.confirmations })} · {payment.network.name}
              <div className={`${textStyles.small} ${styles.mono}`}>
                {payment.explorerUrl === null ? (
                  payment.txId
                ) : (
                  <a href={payment.explorerUrl} rel="noreferrer" target="_blank">
                    {payment.txId}
                  </a>
                )}
                {payment.replacedBy && <div>{t('payments.replaced', { txId: payment.replacedBy })}</div>}
              </div>
            </li>
          ))}
        </ul>
      </div>
      {may(deskEndpoints.deskPaymentDecide) && (
        <div className={layout.actions}>
          <Button aria-haspopup="dialog" onClick={() => setOpen('completed')}>
            {t('payments.accept')}
          </Button>
          <Button kind="danger" aria-haspopup="dialog" onClick={() => setOpen('failed')}>
            {t('payments.fail')}
          </Button>
        </div>
      )}
      {open && (
        <ReasonDialog
          title={`${t(open === 'completed' ? 'payments.accept' : 'payments.fail')}: ${intent.orderNumber}`}
          text={t(open === 'completed' ? 'payments.acceptText' : 'payments.failText')}
          confirm={t(open === 'completed' ? 'payments.accept' : 'payments.fail')}
          isDanger
          act={(reason) => decidePayment(intent.id, open, reason)}
          onClose={() => setOpen(null)}
        />
      )}
    </article>
  )
}
