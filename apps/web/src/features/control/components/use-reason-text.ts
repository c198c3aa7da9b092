import { useTranslation } from 'react-i18next'

/** Why something cannot be or was not done: our words for a known reason, else what the device said. */
export function useReasonText(): (reason: string) => string {
  const { t } = useTranslation('control')
  return (reason) =>
    /^[a-z-]{1,40}$/.test(reason) ? t(`reason.${reason}` as 'reason.login', { defaultValue: reason }) : reason
}
