import type { DeviceFault } from '@shipminer/contract/telemetry'
import { useTranslation } from 'react-i18next'
import { FaultList } from '../../../ui/signs/fault-list.tsx'
import styles from './miner-faults.module.css'

/** What the miner names as its own faults, in words, each with what to do. */
export function MinerFaults({ faults }: { faults: readonly DeviceFault[] }) {
  const { t } = useTranslation('faults')
  if (faults.length === 0) return null
  return (
    <section aria-labelledby="faults-title" className={styles.faults}>
      <h2 id="faults-title">{t('title')}</h2>
      <FaultList faults={faults} hasAdvice />
    </section>
  )
}
