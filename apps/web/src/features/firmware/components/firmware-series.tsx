import type { FirmwareSeries } from '@shipminer/contract/control/firmware-calls'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatPercent } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import tones from '../../../ui/tones.module.css'
import { cancelFirmware } from '../api/firmware.ts'
import { isSeriesOpen, toneOf } from '../lib/series-view.ts'
import styles from './firmware.module.css'

/** The last series, newest first: where each stands, miner by miner, with the way back where there is one. */
export function FirmwareSeriesList({
  series,
  onChanged,
  onWayBack,
}: {
  series: readonly FirmwareSeries[]
  onChanged: () => void
  onWayBack: (sha256: string, minerId: string) => void
}) {
  const { t } = useTranslation('firmware')
  if (series.length === 0) return null
  return (
    <section className={layout.section} aria-labelledby="firmware-series">
      <h2 id="firmware-series" className={textStyles.title}>
        {t('series')}
      </h2>
      <ul className={styles.list}>
        {series.map((one) => (
          <OneSeries key={one.id} series={one} onChanged={onChanged} onWayBack={onWayBack} />
        ))}
      </ul>
    </section>
  )
}

function OneSeries({
  series,
  onChanged,
  onWayBack,
}: {
  series: FirmwareSeries
  onChanged: () => void
  onWayBack: (sha256: string, minerId: string) => void
}) {
  const { t } = useTranslation('firmware')
  const language = useLanguage()
  const { isBusy, message, run } = useTask()
  const { id, file, state, reason, fetchedPercent, issuedAt, isCancelled, miners } = series
  const isOpen = isSeriesOpen(state)
  const cancel = () =>
    run(async () => {
      await cancelFirmware(id)
      onChanged()
      return t('series.cancelSent')
    })
  return (
    <li className={styles.one}>
      <div className={styles.head}>
        <strong>
          {file.model} · {file.version}
        </strong>
        <span className={textStyles.small}>{formatDateTime(language, issuedAt)}</span>
      </div>
      <p role="status">
        {t(`series.state.${state}`)}
        {state === 'fetching' && fetchedPercent !== null && (
          <>
            {' '}
            <progress
              className={styles.bar}
              value={fetchedPercent}
              max={100}
              aria-label={t('series.fetched')}
            />{' '}
            {formatPercent(language, fetchedPercent / 100)}
          </>
        )}
        {reason !== null && <> {t(`reason.${reason}`)}</>}
      </p>
      <ul className={styles.miners}>
        {miners.map(({ id: minerId, name, state: now, reason: why, version, versionBefore, wayBack }) => (
          <li key={minerId ?? name} className={styles.miner}>
            <span className={textStyles.strong}>{name}</span>
            <span className={tones[toneOf(now)]}>{t(`miner.${now}`)}</span>
            {why !== null && <span>{t(`reason.${why}`)}</span>}
            {version !== null && versionBefore !== null && version !== versionBefore && (
              <span className={textStyles.small}>
                {versionBefore} → {version}
              </span>
            )}
            {!isOpen && wayBack !== null && minerId !== null && (
              <Button kind="quiet" onClick={() => onWayBack(wayBack, minerId)}>
                {t('series.wayBack', { version: versionBefore ?? '' })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {isOpen && (
        <div className={layout.actions}>
          <Button kind="quiet" onClick={cancel} disabled={isBusy || isCancelled}>
            {t(isCancelled ? 'series.cancelled' : 'series.cancel')}
          </Button>
        </div>
      )}
    </li>
  )
}
