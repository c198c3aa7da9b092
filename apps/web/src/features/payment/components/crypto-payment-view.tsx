import type { PaymentIntent } from '@shipminer/contract/shop/payments'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatEuro } from '../../../lib/format/format.ts'
import { formatCoin, formatRate } from '../../../lib/format/format-coin.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import text from '../../../ui/text.module.css'
import { paymentView } from '../lib/payment-view.ts'
import { ObservedPayments } from './observed-payments.tsx'
import { PayBox } from './pay-box.tsx'
import styles from './payment.module.css'
import { PaymentNotices } from './payment-notices.tsx'
import { RefreshFailed } from './refresh-failed.tsx'
import { StageMarks } from './stage-marks.tsx'

/** One crypto payment in its present state: what to do, its stage, what was seen. What is needed to pay comes first. Makes no calls itself. */
export function CryptoPaymentView({
  intent,
  error,
  seenAt,
  isBusy,
  onRefresh,
  onRenew,
}: {
  intent: PaymentIntent
  /** What the last look failed with; what is shown is then the last known state. */
  error: unknown
  seenAt: number
  isBusy: boolean
  onRefresh: () => void
  /** Null where no new payment may be opened. */
  onRenew: (() => void) | null
}) {
  const { t } = useTranslation('payment')
  const language = useLanguage()
  const view = paymentView(intent)
  const coin = (amount: string) => formatCoin(language, amount, intent.asset)
  const isDone = view.stage === 'confirmed' || view.stage === 'completed'
  return (
    <div className={layout.column}>
      {view.isPayable && <PayBox intent={intent} />}
      {Boolean(error) && (
        <RefreshFailed error={error} seenAt={seenAt} isBusy={isBusy} onRefresh={onRefresh} />
      )}
      <StageMarks reached={view.reached} isOver={view.isOver} />
      <div className={styles.stage} data-tone={isDone ? 'good' : view.isOver ? 'bad' : 'plain'}>
        <h3 className={styles.stageTitle}>
          {t(`stage.${view.stage}.title`, {
            seen: intent.confirmations.seen,
            required: intent.confirmations.required,
          })}
        </h3>
        <p>
          {view.isHeld
            ? t(view.isOver ? 'heldOver' : 'held')
            : t(`stage.${view.stage}.text`, {
                amount: coin(intent.amountRemaining),
                number: intent.orderNumber,
              })}
        </p>
      </div>
      <PaymentNotices intent={intent} notices={view.notices} />
      <ObservedPayments intent={intent} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('due')}</dt>
          <dd>
            {coin(intent.amountDue)}{' '}
            <span className={text.quiet}>= {formatEuro(language, intent.amountEurCents)}</span>
          </dd>
        </div>
        <div>
          <dt>{t('received')}</dt>
          <dd>{coin(intent.amountReceived)}</dd>
        </div>
        <div>
          <dt>{t('rate')}</dt>
          <dd>
            {t('rateText', {
              rate: formatRate(language, Number(intent.rate)),
              asset: intent.asset,
              time: formatDateTime(language, Date.parse(intent.rateAt)),
            })}
          </dd>
        </div>
      </dl>
      <div className={layout.actions}>
        {!isDone && (
          <Button onClick={onRefresh} aria-disabled={isBusy || undefined}>
            {t('refresh')}
          </Button>
        )}
        {view.isOver && !view.isHeld && onRenew && (
          <Button kind="main" onClick={onRenew}>
            {t('renew')}
          </Button>
        )}
      </div>
      {intent.checkedAt && (
        <p className={text.small}>
          {t('checkedAt', { time: formatDateTime(language, Date.parse(intent.checkedAt)) })}
        </p>
      )}
    </div>
  )
}
