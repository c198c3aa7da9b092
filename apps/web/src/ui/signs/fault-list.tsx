import type { DeviceFault } from '@shipminer/contract/telemetry'
import { faultParts, faultSentence } from '@shipminer/domain/fleet/device-fault'
import { useTranslation } from 'react-i18next'
import styles from './fault-list.module.css'

/** What a device reports of itself in the reader's language, and what to do about each. Nothing where there is nothing. */
export function FaultList({ faults, hasAdvice }: { faults: readonly DeviceFault[]; hasAdvice: boolean }) {
  const { t } = useTranslation('faults')
  if (faults.length === 0) return null
  const text = (key: string, values: Record<string, string>) =>
    t(key as 'coded', values as { said: string; code: string })
  return (
    <ul className={styles.list}>
      {faults.map((fault) => (
        <li key={JSON.stringify(fault)}>
          <strong>{faultSentence(fault, text)}.</strong>
          {hasAdvice && ` ${t(`do.${faultParts[fault.meaning]}`)}`}
        </li>
      ))}
    </ul>
  )
}
