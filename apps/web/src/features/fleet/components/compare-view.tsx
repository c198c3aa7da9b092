import type { Miner } from '@shipminer/contract/mining'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../../lib/api/api-error.ts'
import { formatHashrate, formatPower, formatTemperature, joinQuantity } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { alignSeries } from '../../../lib/time-series.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import pills from '../../../ui/forms/pills.module.css'
import layout from '../../../ui/layout.module.css'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { minerPerformanceQuery } from '../api/miner-performance.ts'
import { minerStatsQuery } from '../api/miner-stats.ts'
import { miningFleetQuery } from '../api/mining-fleet.ts'
import { type HistoryRange, historyRanges } from '../lib/history.ts'
import {
  type ComparedFigure,
  chosenIds,
  comparedFigures,
  findMiners,
  maxCompared,
} from '../lib/list/compare.ts'
import styles from './compare-view.module.css'

const looks = [
  { token: '--board', dash: [] },
  { token: '--lamp', dash: [8, 4] },
  { token: '--starboard', dash: [2, 3] },
  { token: '--caution', dash: [12, 3, 2, 3] },
  { token: '--foam', dash: [4, 4] },
  { token: '--idle', dash: [16, 6] },
] as const
const ranges = Object.keys(historyRanges) as HistoryRange[]

/** Up to six miners in one chart. The miners, the figure and the period are kept in the address. */
export function CompareView() {
  const { t } = useTranslation('fleet')
  const [params, setParams] = useSearchParams()
  const named = chosenIds(params.get('miners'))
  // Those compared are asked for, not the fleet they are of.
  const asked = useQueries({ queries: named.map((id) => ({ ...minerStatsQuery(id), retry: false })) })
  const [range, setRange] = useState<HistoryRange>('24h')
  const [figure, setFigure] = useState<ComparedFigure>('hashrateThs')
  const chosen = asked.flatMap(({ data }) => (data ? [data.miner] : []))
  const isMissing = asked.some(({ error, data }) => !data && error && toApiError(error).status !== 404)
  if (isMissing)
    return (
      <ErrorState
        message={t('failed')}
        onRetry={() => {
          for (const one of asked) void one.refetch()
        }}
      />
    )
  if (asked.some(({ isPending }) => isPending)) return <Loading />
  const choose = (ids: readonly string[]) =>
    setParams(
      (known) => {
        const next = new URLSearchParams(known)
        if (ids.length > 0) next.set('miners', ids.join(','))
        else next.delete('miners')
        return next
      },
      { replace: true },
    )
  const ids = chosen.map(({ id }) => id)
  return (
    <div className={layout.section}>
      <div className={styles.controls}>
        <Pills
          label={t('compare.figure')}
          options={comparedFigures.map((value) => ({ value, label: t(figureLabels[value]) }))}
          value={figure}
          onChange={setFigure}
        />
        <Pills
          label={t('history.range')}
          options={ranges.map((value) => ({ value, label: t(`history.range.${value}`) }))}
          value={range}
          onChange={setRange}
        />
      </div>
      {chosen.length === 0 && <p>{t('compare.none')}</p>}
      {chosen.length > 0 && <Chart key={ids.join()} miners={chosen} figure={figure} range={range} />}
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={t('compare.chosen')}>
          {chosen.map(({ id, name }) => (
            <li key={id}>
              <button type="button" onClick={() => choose(ids.filter((known) => known !== id))}>
                {t('compare.remove', { name })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length >= maxCompared ? (
        <p>{t('compare.full')}</p>
      ) : (
        <Finder chosen={ids} onAdd={(id) => choose([...ids, id])} />
      )}
    </div>
  )
}

const figureLabels = {
  hashrateThs: 'field.hashrate',
  powerWatts: 'field.power',
  temperatureMaxC: 'history.temperature',
} as const

function Pills<Option extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Option; label: string }[]
  value: Option
  onChange: (value: Option) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of switches, nothing is submitted
    <div className={pills.pills} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

function Chart({
  miners,
  figure,
  range,
}: {
  miners: readonly Pick<Miner, 'id' | 'name'>[]
  figure: ComparedFigure
  range: HistoryRange
}) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const answers = useQueries({ queries: miners.map(({ id }) => minerPerformanceQuery(id, range)) })
  const failed = answers.some(({ isError, data }) => isError && !data)
  const ready = answers.flatMap(({ data }) => (data && data.range === range ? [data] : []))
  const [first] = ready
  const stamp = answers.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  const write = (value: number) =>
    joinQuantity(
      figure === 'hashrateThs'
        ? formatHashrate(language, value)
        : figure === 'powerWatts'
          ? formatPower(language, value)
          : formatTemperature(language, value),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: answers change when one of them was fetched again
  const series = useMemo(
    () =>
      alignSeries(
        ready.map(({ points }) => points),
        first?.stepSeconds ?? 60,
        (point) => point[figure],
      ),
    [stamp, figure, ready.length, range],
  )
  const lines = useMemo(
    () => miners.map(({ name }, index) => ({ label: name, ...(looks[index] ?? looks[0]) })),
    [miners],
  )
  if (failed) return <ErrorState message={t('history.failed')} />
  if (!first || ready.length < miners.length) return <Loading />
  const to = Math.floor(first.serverTime / 1000)
  return (
    <figure className={layout.figure}>
      <TimeChart
        series={series}
        lines={lines}
        from={to - historyRanges[range] * 3600}
        to={to}
        format={write}
        startsAtZero={figure !== 'temperatureMaxC'}
      />
      <figcaption>
        <ul className={styles.words}>
          {miners.map(({ id, name }, index) => {
            const known = (series.figures[index] ?? []).filter((value) => value !== null)
            const last = known.at(-1)
            return (
              <li key={id}>
                {last === undefined
                  ? `${name}: ${t('history.none')}`
                  : t('compare.mean', {
                      name,
                      mean: write(known.reduce((sum, value) => sum + value, 0) / known.length),
                      last: write(last),
                    })}
              </li>
            )
          })}
        </ul>
      </figcaption>
    </figure>
  )
}

/** A change takes effect when typing pauses for this long, ms. */
const restMs = 300

/** Miners to add: all of a small fleet, of a large one those of the first page that fit the words. */
function Finder({ chosen, onAdd }: { chosen: readonly string[]; onAdd: (id: string) => void }) {
  const { t } = useTranslation('fleet')
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(search.trim()), restMs)
    return () => clearTimeout(timer)
  }, [search])
  const { data, isLoadingError, refetch } = useQuery(miningFleetQuery({ search: asked, sort: 'name' }))
  const found =
    data &&
    (data.part === null ? findMiners(data.miners, search, chosen) : findMiners(data.miners, '', chosen))
  return (
    <section className={layout.section} aria-labelledby="compare-add">
      <h2 id="compare-add" className={text.title}>
        {t('compare.add')}
      </h2>
      <input
        type="search"
        className={styles.search}
        aria-label={t('compare.search')}
        placeholder={t('compare.search')}
        value={search}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setSearch(event.target.value)}
      />
      {isLoadingError && <ErrorState message={t('failed')} onRetry={() => void refetch()} />}
      {!found && !isLoadingError && <Loading />}
      {found?.length === 0 && <p>{t('miners.none')}</p>}
      <ul className={styles.found}>
        {found?.map(({ id, name, controllerName }) => (
          <li key={id}>
            <button type="button" onClick={() => onAdd(id)}>
              <strong>{name}</strong> {controllerName}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
