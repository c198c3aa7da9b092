import type { EnvironmentSample } from '@shipminer/contract/environment'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { agePart, formatDateTime, formatPower, joinQuantity } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { timeSeries } from '../../../lib/time-series.ts'
import { GeneratorBar } from '../../../ui/generator-bar.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { EmptyState, ErrorState, Notice } from '../../../ui/notice.tsx'
import { TimeChart } from '../../../ui/time-chart.tsx'
import { Power } from '../../../ui/values/power.tsx'
import { powerNowQuery } from '../api/environment.ts'
import { addLive, liveMinutes, type PowerNow, powerNow } from '../lib/power-now.ts'
import styles from './power.module.css'
import { usePowerLines } from './use-power-lines.ts'

/** The power budget of a ship as it is now: the generator bar, the state in words, what gives way, and the last minutes. */
export function PowerPanel({ shipId }: { shipId: string }) {
  const { t } = useTranslation('power')
  const { data, isError, refetch } = useQuery(powerNowQuery(shipId))
  const now = data ? powerNow(data.now, data.serverTime) : null
  const live = useLive(now?.sample ?? null)
  return (
    <section className={styles.section} aria-labelledby="power-title">
      <h2 id="power-title" className={styles.title}>
        {t('title')}
      </h2>
      {!data && isError && <ErrorState message={t('failed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading />}
      {data && !now && (
        <EmptyState title={t('none.title')}>
          <p>{t('none.text')}</p>
        </EmptyState>
      )}
      {now && <NowFigures now={now} />}
      {now && (
        <figure className={styles.figure}>
          <figcaption>
            <h3 className={styles.sub}>{t('live')}</h3>
          </figcaption>
          {live.length < 2 ? <p className={styles.quiet}>{t('live.wait')}</p> : <LiveChart samples={live} />}
        </figure>
      )}
    </section>
  )
}

function NowFigures({ now: { sample, ageMs, isOld, headroomWatts } }: { now: PowerNow }) {
  const { t } = useTranslation('power')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  const { unit, count } = agePart(ageMs)
  const age = unit === 'now' ? tCommon('age.now') : tCommon(`age.${unit}`, { count })
  const { capacityWatts, shipLoadWatts, miningLoadWatts, state } = sample
  return (
    <>
      <p className={styles.state} data-state={state} role="status">
        {t(`state.${state}`)}
        {state === 'master-stop' && <small>{t('masterStop')}</small>}
      </p>
      {isOld && <Notice tone="caution">{t('old', { time: formatDateTime(language, sample.at) })}</Notice>}
      {capacityWatts !== null && shipLoadWatts !== null && miningLoadWatts !== null ? (
        <GeneratorBar capacityWatts={capacityWatts} shipWatts={shipLoadWatts} boxWatts={miningLoadWatts} />
      ) : (
        <p className={styles.quiet}>{t('unknown')}</p>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{t('capacity')}</dt>
          <dd>
            <Power powerWatts={capacityWatts} />
          </dd>
        </div>
        <div>
          <dt>{t('generatorLoad')}</dt>
          <dd>
            <Power powerWatts={sample.generatorLoadWatts} />
          </dd>
        </div>
        <div>
          <dt>{t('ship')}</dt>
          <dd>
            <Power powerWatts={shipLoadWatts} />
          </dd>
        </div>
        <div>
          <dt>{t('mining')}</dt>
          <dd>
            <Power powerWatts={miningLoadWatts} />
          </dd>
        </div>
        <div>
          <dt>{t('headroom')}</dt>
          <dd>
            <Power powerWatts={headroomWatts} />
          </dd>
        </div>
        <div>
          <dt>{t('allowed')}</dt>
          <dd>
            <Power powerWatts={sample.allowedMiningWatts} />
          </dd>
        </div>
        <div>
          <dt>{t('curtailed')}</dt>
          <dd>
            {t('curtailedDevices', { count: sample.curtailedDevices })}
            {sample.curtailedWatts !== null &&
              sample.curtailedDevices > 0 &&
              `, ${joinQuantity(formatPower(language, sample.curtailedWatts))}`}
          </dd>
        </div>
      </dl>
      {sample.disobedientDevices > 0 && (
        <Notice tone="error">{t('disobedient', { count: sample.disobedientDevices })}</Notice>
      )}
      <p className={styles.quiet}>{t('asOf', { age })}</p>
    </>
  )
}

function LiveChart({ samples }: { samples: readonly EnvironmentSample[] }) {
  const language = useLanguage()
  const lines = usePowerLines()
  const step = Math.max(5, samples.at(-1)?.periodSeconds ?? 5)
  const series = useMemo(() => timeSeries(samples, step * 2, picks), [samples, step])
  const to = Math.round((samples.at(-1)?.at ?? 0) / 1000)
  return (
    <TimeChart
      series={series}
      lines={lines}
      from={Math.max(to - liveMinutes * 60, Math.min(series.at[0] ?? to, to - 60))}
      to={to}
      format={(watts) => joinQuantity(formatPower(language, watts))}
    />
  )
}

const picks = [
  (sample: EnvironmentSample) => sample.generatorLoadWatts,
  (sample: EnvironmentSample) => sample.shipLoadWatts,
  (sample: EnvironmentSample) => sample.miningLoadWatts,
  (sample: EnvironmentSample) => sample.allowedMiningWatts,
]

/** The samples of the last minutes, gathered while the page is open. */
function useLive(sample: EnvironmentSample | null): readonly EnvironmentSample[] {
  const [samples, setSamples] = useState<readonly EnvironmentSample[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sample is known by its moment
  useEffect(() => {
    if (sample) setSamples((known) => addLive(known, sample))
  }, [sample?.at])
  return samples
}
