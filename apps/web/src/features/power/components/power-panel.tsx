import type { EnvironmentSample } from '@shipminer/contract/power/environment'
import type { OtherMeter } from '@shipminer/domain/generator/load/meter-identity'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  agePart,
  formatDateTime,
  formatEnergyPrice,
  formatPower,
  joinQuantity,
} from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { timeSeries } from '../../../lib/time-series.ts'
import { useWidth } from '../../../lib/use-width.ts'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import layout from '../../../ui/layout.module.css'
import { Loading } from '../../../ui/signs/loading.tsx'
import { EmptyState, ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { Power } from '../../../ui/values/power.tsx'
import { powerNowQuery } from '../api/environment.ts'
import { addLive, knownMinimum, liveMinutes, type PowerNow, powerNow } from '../lib/power-now.ts'
import { powerShares } from '../lib/power-picture.ts'
import styles from './power.module.css'
import { PowerBar } from './power-bar.tsx'
import { ShareFigures } from './power-picture.tsx'
import { usePowerLines } from './use-power-lines.ts'

/** The power budget of a ship as it is now: the generator bar, the state in words, what gives way, and the last minutes. */
export function PowerPanel({ shipId }: { shipId: string }) {
  const { t } = useTranslation('power')
  const { data, isError, refetch } = useQuery(powerNowQuery(shipId))
  const now = data ? powerNow(data.now, data.serverTime) : null
  const live = useLive(now?.sample ?? null)
  return (
    <section className={layout.section} aria-labelledby="power-title">
      <h2 id="power-title" className={text.title}>
        {t('title')}
      </h2>
      {!data && isError && <ErrorState message={t('failed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading />}
      {data?.unreadable.map((file) => (
        <Notice key={file} tone="error">
          {t(`unreadable.${file}`)}
        </Notice>
      ))}
      {data && !now && (
        <EmptyState title={t('none.title')}>
          <p>
            {t('none.text')} {t('none.prepare')}
          </p>
        </EmptyState>
      )}
      {data && now && (
        <NowFigures now={now} settings={data.effective ?? data.settings} otherMeter={data.otherMeter} />
      )}
      {live.length > 1 && (
        <figure className={layout.figure}>
          <figcaption>
            <h3 className={text.sub}>{t('live')}</h3>
          </figcaption>
          <LiveChart samples={live} />
        </figure>
      )}
    </section>
  )
}

/** From this age on the figures of the market are worth a word, s. */
const oldMarketSeconds = 86_400

/** State in words, the bar with its three figures, and what the bar does not say. */
function NowFigures({
  now: { sample, ageMs, isOld, heldBackBy, rests },
  settings,
  otherMeter,
}: {
  now: PowerNow
  settings: { limitPercent: number; reserveKw: number } | null
  otherMeter: OtherMeter | null
}) {
  const { t } = useTranslation('power')
  const { t: tCommon } = useTranslation()
  const { t: tFleet } = useTranslation('fleet')
  const language = useLanguage()
  const [holder, width] = useWidth<HTMLDivElement>()
  const ageText = (ms: number) => {
    const { unit, count } = agePart(ms)
    return unit === 'now' ? tCommon('age.now') : tCommon(`age.${unit}`, { count })
  }
  const shares = powerShares(sample, settings)
  const { state, curtailedDevices, curtailedWatts, disobedientDevices } = sample
  return (
    <>
      <div className={styles.state} data-state={state}>
        <p role="status">
          {t(`state.${state}`)}
          {state === 'master-stop' && <small>{t('masterStop')}</small>}
        </p>
        <dl>
          <div>
            <dt>{t('allowed')}</dt>
            <dd>
              <Power powerWatts={sample.allowedMiningWatts} />
            </dd>
          </div>
          <div>
            <dt>{t('curtailed')}</dt>
            <dd>
              {t('curtailedDevices', { count: curtailedDevices })}
              {curtailedWatts !== null &&
                curtailedDevices > 0 &&
                `, ${joinQuantity(formatPower(language, curtailedWatts))}`}
            </dd>
          </div>
          {sample.meanLoadPercent !== null && (
            <div>
              <dt>{t('meanLoad')}</dt>
              <dd>
                {sample.meanLimitPercent === null
                  ? t('meanLoad.of', { percent: sample.meanLoadPercent })
                  : t('meanLoad.ofLimit', {
                      percent: sample.meanLoadPercent,
                      limit: sample.meanLimitPercent,
                    })}
              </dd>
            </div>
          )}
          <WorthFigures sample={sample} />
        </dl>
      </div>
      {isOld && <Notice tone="caution">{t('old', { time: formatDateTime(language, sample.at) })}</Notice>}
      {heldBackBy !== null && (
        <Notice tone="caution">
          {heldBackBy === 'meter-doubted' && otherMeter !== null
            ? `${tFleet(`otherMeter.${otherMeter.part}`, otherMeter)} ${t('heldBack.other-meter')}`
            : t(`heldBack.${heldBackBy}`)}
        </Notice>
      )}
      {rests !== null && <Notice tone="caution">{t(`worth.${rests}`)}</Notice>}
      {sample.marketAgeSeconds !== null && sample.marketAgeSeconds > oldMarketSeconds && (
        <p className={text.note}>{t('worth.age', { age: ageText(sample.marketAgeSeconds * 1_000) })}</p>
      )}
      {disobedientDevices > 0 && (
        <Notice tone="error">{t('disobedient', { count: disobedientDevices })}</Notice>
      )}
      {shares ? (
        <div ref={holder}>
          {width > 0 && <PowerBar shares={shares} miners={[]} width={width} isStale={isOld} />}
          <ShareFigures shares={shares} isStale={isOld} />
        </div>
      ) : (
        <p className={text.note}>{t('unknown')}</p>
      )}
      <p className={text.note}>{t('asOf', { age: ageText(ageMs) })}</p>
    </>
  )
}

/** Fuel against earnings, and whether the set has its least load; nothing where neither was entered. */
function WorthFigures({ sample }: { sample: EnvironmentSample }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const { costMillicentsPerKwh, earnsMillicentsPerKwh } = sample
  const minimum = knownMinimum(sample)
  const euros = (millicents: number) => formatEnergyPrice(language, millicents)
  return (
    <>
      {costMillicentsPerKwh !== null && (
        <div>
          <dt>{t('worth.figures')}</dt>
          <dd>
            {earnsMillicentsPerKwh === null
              ? t('worth.costOnly', { cost: euros(costMillicentsPerKwh) })
              : t('worth.of', { cost: euros(costMillicentsPerKwh), earns: euros(earnsMillicentsPerKwh) })}
          </dd>
        </div>
      )}
      {minimum !== null && (
        <div>
          <dt>{t('minimum')}</dt>
          <dd>{t(`minimum.${minimum}`)}</dd>
        </div>
      )}
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
