import { useTranslation } from 'react-i18next'
import { Value } from '../../../ui/values/value.tsx'
import { useFleet } from '../components/fleet-context.tsx'
import styles from './miner-facts.module.css'

/** What a miner is and where it is. */
export function MinerFacts({ id }: { id: string }) {
  const { t } = useTranslation('fleet')
  const miner = useFleet(({ miners }) => miners.get(id))
  if (!miner) return null
  const address =
    miner.ipAddress === null
      ? null
      : miner.port === null
        ? miner.ipAddress
        : `${miner.ipAddress}:${miner.port}`
  const facts = [
    { label: 'field.manufacturer', text: miner.manufacturer, mono: false },
    { label: 'field.model', text: miner.model, mono: false },
    { label: 'field.firmware', text: miner.firmware, mono: false },
    { label: 'field.driver', text: miner.driver, mono: false },
    { label: 'field.ipAddress', text: address, mono: true },
    { label: 'field.macAddress', text: miner.macAddress, mono: true },
    { label: 'field.pool', text: miner.poolUrl, mono: true },
    { label: 'field.worker', text: miner.worker, mono: true },
    { label: 'field.controller', text: miner.controllerName, mono: false },
    { label: 'field.location', text: miner.location, mono: false },
    { label: 'field.notes', text: miner.notes, mono: false },
  ] as const
  return (
    <section aria-labelledby="facts-title">
      <h2 id="facts-title" className={styles.title}>
        {t('miner.facts')}
      </h2>
      <dl className={styles.facts}>
        {facts.map(({ label, text, mono }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd className={mono && text !== null ? styles.mono : undefined}>
              {text === null ? <Value of={null}>{() => null}</Value> : text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
