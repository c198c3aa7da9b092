import type { AttachedController, AttachedData } from '@shipminer/contract/attached-data'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import lists from '../../../ui/lists.module.css'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { Power } from '../../../ui/values/power.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { OldAge } from './old-age.tsx'
import styles from './service.module.css'

/** The controllers as they were attached: their line, what they lost, and the power they follow. */
export function AttachedControllers({ data: { controllers, takenAt } }: { data: AttachedData }) {
  const { t } = useTranslation('service')
  return (
    <section className={styles.stack}>
      <h3 className={text.plainSub}>{t('data.controllers')}</h3>
      {controllers.length === 0 && <p className={text.quiet}>{t('data.controllersNone')}</p>}
      {controllers.map((controller) => (
        <ControllerFacts key={controller.id} controller={controller} takenAt={takenAt} />
      ))}
    </section>
  )
}

function ControllerFacts({ controller, takenAt }: { controller: AttachedController; takenAt: number }) {
  const { t } = useTranslation('service')
  const { t: tPower } = useTranslation('power')
  const language = useLanguage()
  const { power, away } = controller
  const time = (at: number) => formatDateTime(language, at)
  return (
    <dl className={lists.facts}>
      <Fact name={t('data.name')}>
        {controller.name} ({controller.id})
      </Fact>
      <Fact name={t('data.status')}>
        <StatusBadge status={controller.status} />
      </Fact>
      <Fact name={t('data.version')}>
        <Value of={controller.version} dense>
          {(version) => version}
        </Value>
      </Fact>
      <Fact name={t('data.seen')}>
        {controller.lastSeenAt === null ? (
          t('data.seenNever')
        ) : (
          <OldAge at={controller.lastSeenAt} takenAt={takenAt} />
        )}
      </Fact>
      <Fact name={t('data.dropped')}>
        <Value of={controller.droppedSamples} dense>
          {(count) => formatNumber(language, count)}
        </Value>
      </Fact>
      <Fact name={t('data.away')}>
        {away.length === 0
          ? t('data.awayNone')
          : away.map(({ from, to }) => (
              <span key={to} className={text.lines}>
                {t('data.awaySpan', { from: time(from), to: time(to) })}{' '}
              </span>
            ))}
      </Fact>
      {power && (
        <>
          <Fact name={t('data.generator')}>
            {tPower(`state.${power.state}`)} (<OldAge at={power.sampledAt} takenAt={takenAt} />)
          </Fact>
          <Fact name={t('data.generatorLoad')}>
            <Power powerWatts={power.generatorLoadWatts} dense />
          </Fact>
          <Fact name={t('data.shipLoad')}>
            <Power powerWatts={power.shipLoadWatts} dense />
          </Fact>
          <Fact name={t('data.allowed')}>
            <Power powerWatts={power.allowedMiningWatts} dense />
          </Fact>
          <Fact name={t('data.curtailed')}>{formatNumber(language, power.curtailedDevices)}</Fact>
        </>
      )}
    </dl>
  )
}
