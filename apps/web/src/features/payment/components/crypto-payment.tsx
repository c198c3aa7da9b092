import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/signs/failure-text.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { paymentView } from '../lib/payment-view.ts'
import { CryptoPaymentView } from './crypto-payment-view.tsx'
import styles from './payment.module.css'
import { type PaymentSubject, useIntent } from './use-intent.ts'

/** A crypto payment from its opening to its end. `onMoved`: it came to another stage, so the order may have changed too. */
export function CryptoPayment({
  canRenew,
  onMoved,
  ...subject
}: PaymentSubject & { canRenew: boolean; onMoved: () => void }) {
  const { t } = useTranslation('payment')
  const { intent, error, seenAt, isBusy, refresh, renew } = useIntent(subject)
  const stage = intent ? paymentView(intent).stage : null
  const shown = useRef(stage)
  const moved = useRef(onMoved)
  moved.current = onMoved

  useEffect(() => {
    const before = shown.current
    shown.current = stage
    if (stage === null || stage === before || before === null) return
    announce(t(`stage.${stage}.title`))
    moved.current()
  }, [stage, t])

  if (intent) {
    return (
      <CryptoPaymentView
        key={intent.id}
        intent={intent}
        error={error}
        seenAt={seenAt}
        isBusy={isBusy}
        onRefresh={refresh}
        onRenew={canRenew ? renew : null}
      />
    )
  }
  if (error) {
    return (
      <Notice
        tone="error"
        title={t('error.title')}
        actions={<Button onClick={refresh}>{t('error.retry')}</Button>}
      >
        <FailureText error={error} />
      </Notice>
    )
  }
  return (
    <div className={styles.creating}>
      <Loading inline />
      <p>{t('stage.creating.title')}</p>
    </div>
  )
}
