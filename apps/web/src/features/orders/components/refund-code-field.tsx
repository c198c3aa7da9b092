import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import text from '../../../ui/text.module.css'
import { type OrderAccess, sendRefundCode } from '../api/orders.ts'
import { OrderFailure } from './order-failure.tsx'
import { useOrderAction } from './use-order-action.ts'

/** The code from the mailbox of the order, and the button that has it sent. */
export function RefundCodeField({
  access,
  value,
  onChange,
  error,
}: {
  access: OrderAccess
  value: string
  onChange: (code: string) => void
  error: string | undefined
}) {
  const { t } = useTranslation('order')
  const { isBusy, error: failure, run } = useOrderAction()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = () =>
    run(async () => {
      const email = await sendRefundCode(access)
      setSentTo(email)
      announce(t('refund.codeSent', { email }))
    })
  return (
    <>
      <p className={text.small}>
        {sentTo === null ? t('refund.codeText') : t('refund.codeSent', { email: sentTo })}
      </p>
      <OrderFailure error={failure} />
      <div>
        <Button aria-disabled={isBusy || undefined} onClick={() => void send()}>
          {t('refund.codeSend')}
        </Button>
      </div>
      <TextField
        name="code"
        label={t('refund.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        mono
        maxLength={12}
        value={value}
        onChange={onChange}
        error={error}
      />
    </>
  )
}
