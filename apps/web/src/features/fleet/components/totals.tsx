import type { Miner } from '@shipminer/contract/mining'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Euro, Sat } from '../../../ui/values/money.tsx'
import { Power } from '../../../ui/values/power.tsx'
import type { ListQuery } from '../lib/list-query.ts'
import { countFilters } from '../lib/miner-list.ts'
import { useFleet } from './fleet-context.tsx'
import styles from './totals.module.css'

/** Total hash rate, power, daily earnings and active alerts, each saying over how many miners; a tile sorts or filters the list. */
export function Totals({ onPick }: { onPick: (change: Partial<ListQuery>) => void }) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const summary = useFleet((state) => state.summary)
  const summaryAt = useFleet((state) => state.summaryAt)
  const down = useFleet((state) => state.link === 'down')
  const statuses = useFleet((state) => state.statuses)
  const states = useFleet((state) => state.states)
  const problems = useMemo(() => countFilters({ statuses, states }).attention, [statuses, states])
  const asOf = down && summary !== null ? t('link.asOf', { time: formatTime(language, summaryAt) }) : null
  const fresh =
    summary && asOf === null
      ? t('totals.fresh', { fresh: summary.onlineDevices, total: summary.totalDevices })
      : asOf
  const today = summary?.totalEarningsToday
  const allSolo = useFleet((state) => isAllSolo(state.miners))
  const powerGap = summary !== null && summary.powerKnown < summary.onlineDevices
  return (
    <section aria-labelledby="totals-title">
      <h2 id="totals-title" className="visually-hidden">
        {t('totals.title')}
      </h2>
      <ul className={styles.tiles} data-stale={down}>
        <Tile
          label={t('totals.hashrate')}
          note={fresh}
          action={t('totals.sortBy')}
          onClick={() => onPick({ sort: 'hashrate', direction: 'descending', filter: 'all' })}
        >
          <HashRate hashrateThs={summary ? summary.totalHashRate : undefined} />
        </Tile>
        <Tile
          label={t('totals.power')}
          note={
            powerGap && asOf === null
              ? t('totals.knownPower', { known: summary.powerKnown, total: summary.totalDevices })
              : fresh
          }
          action={t('totals.sortBy')}
          onClick={() => onPick({ sort: 'power', direction: 'descending', filter: 'all' })}
        >
          <Power powerWatts={summary ? summary.totalPowerConsumption : undefined} />
        </Tile>
        <Tile
          label={t('totals.earnings')}
          note={asOf ?? t(allSolo ? 'money.soloMiner' : 'totals.expected')}
          action={t('totals.sortBy')}
          onClick={() => onPick({ sort: 'earnings', direction: 'descending', filter: 'all' })}
        >
          {today && today.cents === null ? (
            <Sat sat={today.sat} />
          ) : (
            <Euro cents={summary ? (today?.cents ?? null) : undefined} />
          )}
        </Tile>
        <Tile
          label={t('totals.alerts')}
          note={asOf ?? (problems > 0 ? t('totals.problems', { count: problems }) : t('totals.noProblems'))}
          action={t('totals.filterBy')}
          onClick={() => onPick({ filter: 'attention', sort: 'status', direction: 'ascending' })}
        >
          {summary ? summary.alertsCount : <HashRate hashrateThs={undefined} />}
        </Tile>
      </ul>
    </section>
  )
}

function Tile({
  label,
  note,
  action,
  onClick,
  children,
}: {
  label: string
  note: string | null
  action: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <li className={styles.tile}>
      <button type="button" className={styles.button} onClick={onClick} title={action}>
        <span className={styles.label}>{label}</span>
        <span className={styles.figure}>{children}</span>
        <span className={styles.note}>{note}</span>
        <span className="visually-hidden">. {action}</span>
      </button>
    </li>
  )
}

function isAllSolo(miners: ReadonlyMap<string, Pick<Miner, 'solo'>>): boolean {
  for (const miner of miners.values()) if (miner.solo !== true) return false
  return miners.size > 0
}
