import type { Miner } from '@shipminer/contract/mining'
import type { Language } from '@shipminer/i18n/languages'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { useSaver } from '../../../lib/files/saver.ts'
import {
  formatEuro,
  formatHashrate,
  formatNumber,
  formatSat,
  formatSigned,
  joinQuantity,
} from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { TrendLine } from '../../../ui/charts/trend-line.tsx'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { useFleet } from '../components/fleet-context.tsx'
import { minerRatios } from '../lib/list/miner-ratios.ts'
import type { RowState } from '../lib/list/row-state.ts'
import styles from './miner-rows.module.css'
import { RowShape, RowSign, useRowReason, useRowWords } from './row-sign.tsx'

type RowProps = {
  id: string
  state: RowState
  share: number
  severalShips: boolean
  isChosen: boolean
  onToggle: (id: string) => void
}

/** A share below what is expected from which it is named, of one. */
const notable = 0.1

/** How far a miner is from what is expected of it, as a share; null where either is unknown. */
export function deviationOf({
  hashrateThs,
  expectedHashrateThs,
}: Pick<Miner, 'hashrateThs' | 'expectedHashrateThs'>): number | null {
  if (hashrateThs === null || expectedHashrateThs === null || expectedHashrateThs <= 0) return null
  return hashrateThs / expectedHashrateThs - 1
}

/** The owner's part of what a miner earned today, in words; null is unknown. */
export function useEarningsWords() {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  return ({ solo, earningsToday }: Pick<Miner, 'solo' | 'earningsToday'>, share: number): string | null => {
    if (solo === true) return t('money.soloShort')
    if (earningsToday === null) return null
    return earningsToday.cents === null
      ? joinQuantity(formatSat(language, Math.floor(earningsToday.sat * share)))
      : formatEuro(language, Math.floor(earningsToday.cents * share))
  }
}

const bare = (language: Language, hashrateThs: number) => formatHashrate(language, hashrateThs)

/** States are made anew with every value; a row renders again only when its own says something else. */
function isSameRow<Props extends { state: RowState }>(a: Props, b: Props): boolean {
  return (Object.keys(a) as (keyof Props)[]).every((key) =>
    key === 'state' ? isSameState(a.state, b.state) : a[key] === b[key],
  )
}

function isSameState(a: RowState, b: RowState): boolean {
  const minute = (at: number | null) => (at === null ? null : Math.floor(at / 60_000))
  return (
    a.word === b.word && a.reason === b.reason && a.alert === b.alert && minute(a.since) === minute(b.since)
  )
}

export const MinerRow = memo(function MinerRow({
  id,
  rowIndex,
  state,
  share,
  severalShips,
  isChosen,
  onToggle,
}: RowProps & { rowIndex: number }) {
  const { t } = useTranslation('overview')
  const { t: tFleet } = useTranslation('fleet')
  const language = useLanguage()
  const reason = useRowReason()
  const earningsWords = useEarningsWords()
  const miner = useFleet(({ miners }) => miners.get(id))
  const isFresh = useFleet(({ statuses }) => statuses.get(id) === 'online')
  const saves = useSaver()
  if (!miner) return null
  const { hashrateThs, powerWatts, temperatureC, trend, expectedHashrateThs } = miner
  const { efficiencyJoulesPerTh } = minerRatios(miner)
  return (
    <tr aria-rowindex={rowIndex} data-fresh={isFresh} data-chosen={isChosen}>
      <td className={styles.pick}>
        <label className={styles.tick}>
          <input type="checkbox" checked={isChosen} onChange={() => onToggle(id)} />
          <span className="visually-hidden">{t('select.one', { name: miner.name })}</span>
        </label>
      </td>
      <td>
        <RowSign state={state} />
        <span className={styles.sub}>
          {reason(state, { solo: miner.solo === true, unreachable: miner.unreachable })}
        </span>
      </td>
      <th scope="row">
        <Link to={paths.miner(id)} className={styles.name}>
          {miner.name}
        </Link>
        <span className={styles.sub}>
          {[severalShips ? miner.controllerName : null, miner.model]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </th>
      <td className={styles.figure}>
        <span className={styles.value}>
          {hashrateThs === null ? <Nothing /> : <Unitless {...bare(language, hashrateThs)} />}
        </span>
        <Deviation miner={miner} state={state} />
      </td>
      <td className={styles.figure}>
        {powerWatts === null ? <Nothing /> : formatNumber(language, powerWatts / 1000, 1)}
      </td>
      <td className={styles.figure}>
        {temperatureC === null ? <Nothing /> : formatNumber(language, temperatureC)}
      </td>
      <td className={styles.figure}>
        {efficiencyJoulesPerTh === null ? <Nothing /> : formatNumber(language, efficiencyJoulesPerTh, 1)}
      </td>
      <td className={styles.figure}>{earningsWords(miner, share) ?? <Nothing />}</td>
      <td className={styles.wide}>
        {trend && !saves && (
          <div className={styles.trend}>
            <TrendLine
              values={trend}
              expected={expectedHashrateThs}
              label={tFleet('field.trend')}
              format={(ths) => joinQuantity(formatHashrate(language, ths))}
            />
          </div>
        )}
      </td>
    </tr>
  )
}, isSameRow)

/** The same miner on a phone: a line for the name, one for its figures. The whole row opens it, or chooses it. */
export const MinerLine = memo(function MinerLine({
  id,
  state,
  share,
  isSelecting,
  isChosen,
  onToggle,
}: Omit<RowProps, 'severalShips'> & { isSelecting: boolean }) {
  const { t } = useTranslation('overview')
  const { t: tFleet } = useTranslation('fleet')
  const language = useLanguage()
  const words = useRowWords()
  const reason = useRowReason()
  const earningsWords = useEarningsWords()
  const miner = useFleet(({ miners }) => miners.get(id))
  const isFresh = useFleet(({ statuses }) => statuses.get(id) === 'online')
  const saves = useSaver()
  if (!miner) return null
  const { hashrateThs, powerWatts, temperatureC, trend, expectedHashrateThs } = miner
  const figures = [
    powerWatts === null ? null : `${formatNumber(language, powerWatts / 1000, 1)} kW`,
    temperatureC === null ? null : `${formatNumber(language, temperatureC)} °C`,
    earningsWords(miner, share),
  ]
  const why = reason(state, { solo: false, unreachable: miner.unreachable })
  return (
    <li className={styles.line} data-fresh={isFresh} data-chosen={isChosen}>
      {isSelecting ? (
        <label className={styles.choose}>
          <input type="checkbox" checked={isChosen} onChange={() => onToggle(id)} />
          <span className="visually-hidden">{t('select.one', { name: miner.name })}</span>
        </label>
      ) : (
        <span>
          <RowShape word={state.word} />
          <span className="visually-hidden">{words(state)}</span>
        </span>
      )}
      <span className={styles.lineText}>
        <Link to={paths.miner(id)} className={isSelecting ? styles.name : `${styles.name} ${styles.whole}`}>
          {miner.name}
        </Link>
        <span className={styles.lineSub}>
          {state.word === 'running'
            ? figures.filter((part) => part !== null).join(' · ')
            : [words(state), why].filter(Boolean).join(', ')}
        </span>
      </span>
      <span className={styles.lineTrend}>
        {trend && !saves && (
          <TrendLine
            values={trend}
            expected={expectedHashrateThs}
            label={tFleet('field.trend')}
            format={(ths) => joinQuantity(formatHashrate(language, ths))}
          />
        )}
      </span>
      <span className={styles.lineValue}>
        <span className={styles.value}>
          {hashrateThs === null ? (
            <Nothing />
          ) : (
            <>
              {formatHashrate(language, hashrateThs).text}{' '}
              <small>{formatHashrate(language, hashrateThs).unit}</small>
            </>
          )}
        </span>
        <Deviation miner={miner} state={state} />
      </span>
    </li>
  )
}, isSameRow)

function Deviation({ miner, state: { word, reason } }: { miner: Miner; state: RowState }) {
  const { t } = useTranslation('overview')
  const language = useLanguage()
  const deviation = deviationOf(miner)
  if (reason === 'ship') return <span className={styles.sub}>{t('gaveWay')}</span>
  if (deviation === null || word === 'stopped') return null
  const standsStill = deviation <= -0.995
  // One that starts up has nothing yet, and one that reports nothing is not known to stand still.
  if (standsStill && (word === 'starting' || word === 'unknown')) return null
  const isBad = deviation < -notable && word !== 'yielding' && word !== 'starting' && word !== 'unknown'
  return (
    <span className={isBad ? `${styles.sub} ${text.late}` : styles.sub}>
      {standsStill ? t('standsStill') : formatSigned(language, deviation)}
    </span>
  )
}

/** A column names TH/s; any other unit is written. */
function Unitless({ text, unit }: { text: string; unit: string }) {
  return unit === 'TH/s' ? text : `${text}\u00a0${unit}`
}

export function Nothing() {
  const { t } = useTranslation()
  return (
    <span className={styles.nothing}>
      <span aria-hidden="true">{t('noDataShort')}</span>
      <span className="visually-hidden">{t('noData')}</span>
    </span>
  )
}
