import type { Coin, RevenueRow } from '@shipminer/contract/revenue'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { formatNumber, joinQuantity } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { timeSeries } from '../../../lib/time-series.ts'
import { Button } from '../../../ui/button.tsx'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import tableStyles from '../../../ui/data-table.module.css'
import pills from '../../../ui/forms/pills.module.css'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { Value } from '../../../ui/values/value.tsx'
import {
  type RevenueBy,
  type RevenuePeriod,
  revenueAnalysisQuery,
  revenuePeriods,
  revenueSplits,
} from '../api/revenue.ts'
import { periodWords } from '../lib/period-words.ts'
import { coinsOf, type RevenueStep, revenueCsv, revenueSteps, revenueSums } from '../lib/revenue-rows.ts'
import { CoinAmount, formatCoin } from './coin-amount.tsx'
import { InEuro } from './in-euro.tsx'
import styles from './revenue.module.css'
import { RevenueInputs } from './revenue-inputs.tsx'

const rowStep = 60
const daySeconds = 86_400

/** Revenue day by day, or by ship or miner: chart, table, file, and what it is based on. */
export function RevenueAnalysis({ ships }: { ships: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation('revenue')
  const [period, setPeriod] = useState<RevenuePeriod>('30d')
  const [by, setBy] = useState<RevenueBy>('total')
  const [shipId, setShipId] = useState('')
  const [wanted, setCoin] = useState<Coin>('BTC')
  const { data, isError, refetch, isPlaceholderData } = useQuery(
    revenueAnalysisQuery({ period, by, shipId: shipId || null }),
  )
  const coins = data ? coinsOf(data.rows) : ['BTC' as const]
  const coin = coins.find((known) => known === wanted) ?? 'BTC'
  const rows = useMemo(() => (data?.rows ?? []).filter((row) => row.coin === coin), [data, coin])
  return (
    <section className={layout.section} aria-labelledby="analysis-title">
      <div className={styles.head}>
        <h2 id="analysis-title" className={text.title}>
          {t('analysis')}
        </h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a row of switches, nothing is submitted */}
        <div className={pills.pills} role="group" aria-label={t('period')}>
          {revenuePeriods.map((one) => (
            <button key={one} type="button" aria-pressed={one === period} onClick={() => setPeriod(one)}>
              {t(`period.${one}`)}
            </button>
          ))}
        </div>
      </div>
      <div className={styles.choices}>
        <SelectField
          label={t('by')}
          value={by}
          onChange={setBy}
          options={revenueSplits.map((value) => ({ value, label: t(`by.${value}`) }))}
        />
        {ships.length > 0 && (
          <SelectField
            label={t('ship')}
            value={shipId}
            onChange={setShipId}
            options={[
              { value: '', label: t('ship.all') },
              ...ships.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        {coins.length > 1 && (
          <SelectField
            label={t('coin')}
            value={coin}
            onChange={setCoin}
            options={coins.map((value) => ({ value, label: value }))}
          />
        )}
      </div>
      {!data && isError && <ErrorState message={t('failed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading />}
      {data && (
        <div className={layout.section} aria-busy={isPlaceholderData}>
          <Chart rows={rows} coin={coin} stepDays={data.stepDays} />
          <Rows
            key={`${period}${by}${shipId}${coin}`}
            rows={rows}
            coin={coin}
            isSplit={by !== 'total'}
            centsPerBtc={data.network.centsPerBtc}
          />
          {rows.length > 0 && (
            <div>
              <Button
                onClick={() =>
                  saveFile(`revenue-${period}-${by}.csv`, 'text/csv;charset=utf-8', revenueCsv(data.rows))
                }
              >
                {t('csv')}
              </Button>
            </div>
          )}
          <RevenueInputs inputs={data.inputs} network={data.network} />
        </div>
      )}
    </section>
  )
}

const picks = [(step: RevenueStep) => step.estimatedSat, (step: RevenueStep) => step.receivedSat]

function Chart({
  rows,
  coin,
  stepDays,
}: {
  rows: readonly RevenueRow[]
  coin: Coin
  stepDays: number | null
}) {
  const { t } = useTranslation('revenue')
  const language = useLanguage()
  const steps = useMemo(() => revenueSteps(rows, coin), [rows, coin])
  const stepSeconds = (stepDays ?? 31) * daySeconds
  const series = useMemo(() => timeSeries(steps, stepSeconds, picks), [steps, stepSeconds])
  const lines = useMemo(
    () => [
      { label: t('estimated'), token: '--lamp', dash: [8, 4] },
      { label: t('received'), token: '--starboard', dash: [] },
    ],
    [t],
  )
  const sums = revenueSums(rows, coin)
  const write = (sat: number | null, none: string) =>
    sat === null ? none : joinQuantity(formatCoin(language, sat, coin))
  const first = series.at[0]
  const last = series.at.at(-1)
  const hasLine = steps.some(({ estimatedSat, receivedSat }) => estimatedSat !== null || receivedSat !== null)
  return (
    <figure className={layout.figure}>
      <figcaption className={text.note}>
        {t('chart.summary', {
          estimated: write(sums.estimatedSat, t('unknown')),
          received: write(sums.receivedSat, t('balance.none')),
        })}
      </figcaption>
      {hasLine && first !== undefined && last !== undefined && (
        <TimeChart
          series={series}
          lines={lines}
          from={first - stepSeconds / 2}
          to={last + stepSeconds / 2}
          format={(sat) => joinQuantity(formatCoin(language, sat, coin))}
        />
      )}
    </figure>
  )
}

function Rows({
  rows,
  coin,
  isSplit,
  centsPerBtc,
}: {
  rows: readonly RevenueRow[]
  coin: Coin
  isSplit: boolean
  centsPerBtc: number | null
}) {
  const { t } = useTranslation('revenue')
  const language = useLanguage()
  const [shown, setShown] = useState(rowStep)
  if (rows.length === 0) return <p>{t('rows.none')}</p>
  const newest = [...rows].reverse().slice(0, shown)
  return (
    <>
      <ScrollRegion label={t('table')} className={`${tableStyles.scroller} ${tableStyles.tall}`}>
        <table className={`${tableStyles.table} ${styles.table}`}>
          <caption className="visually-hidden">{t('table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('col.period')}</th>
              {isSplit && (
                <th scope="col" className={styles.name}>
                  {t('col.name')}
                </th>
              )}
              <th scope="col" className={styles.wide}>
                {t('col.estimated')}
              </th>
              <th scope="col">{t('col.owner')}</th>
              <th scope="col">{t('col.received')}</th>
              <th scope="col" className={styles.wide}>
                {t('col.energy')}
              </th>
            </tr>
          </thead>
          <tbody>
            {newest.map((row) => (
              <tr key={`${row.period} ${row.shipId} ${row.minerId}`}>
                <th scope="row">{periodWords(language, row.period)}</th>
                {isSplit && <td className={styles.name}>{row.name ?? '—'}</td>}
                <td className={styles.wide}>
                  <CoinAmount sat={row.estimated?.sat ?? null} coin={coin} dense />
                </td>
                <td>
                  <CoinAmount sat={row.estimatedOwnerSat} coin={coin} dense />
                </td>
                <td>
                  <CoinAmount sat={row.receivedSat} coin={coin} dense />
                  {coin === 'BTC' && <InEuro sat={row.receivedSat} centsPerBtc={centsPerBtc} />}
                </td>
                <td className={styles.wide}>
                  <Value of={row.energyWh} dense>
                    {(wattHours) => `${formatNumber(language, wattHours / 1000, 1)}\u00a0kWh`}
                  </Value>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {rows.length > shown && (
        <div>
          <Button kind="quiet" onClick={() => setShown(shown + 300)}>
            {t('rows.more')}
          </Button>
        </div>
      )}
    </>
  )
}
