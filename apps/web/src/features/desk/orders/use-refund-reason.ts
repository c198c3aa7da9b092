import { useTranslation } from 'react-i18next'

/** Why money goes back, in the reader's language; what is not known is shown as it is. */
export function useRefundReason(): (reason: string | null) => string | null {
  const { t } = useTranslation('desk-bank')
  return (reason) =>
    reason && t(`refunds.reason.${reason}` as 'refunds.reason.too-much', { defaultValue: reason })
}
