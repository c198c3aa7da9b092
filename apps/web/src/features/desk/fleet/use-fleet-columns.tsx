import type { DeskMiner } from '@shipminer/contract/desk/fleet'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDay, formatPercent } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { Age } from '../../../ui/values/age.tsx'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Temperature } from '../../../ui/values/temperature.tsx'
import type { Column } from '../table/column.ts'
import table from '../table/table.module.css'
import { Unbroken } from '../table/unbroken.tsx'
import own from './fleet.module.css'
import { HealthBadge } from './health-badge.tsx'

const oldHealths = ['stale', 'offline']
const isOld = ({ health }: DeskMiner) => oldHealths.includes(health)

/** What the list of miners shows of each. Old values are grey and show their age. What no index of so many miners is in the order of sorts nothing. */
export function useFleetColumns(clockOffsetMs: number, isSortable: boolean): Column<DeskMiner>[] {
  const { t } = useTranslation('desk-fleet')
  const language = useLanguage()
  return [
    {
      key: 'miner',
      title: t('orders.column.miner'),
      cell: (miner) => <MinerName miner={miner} />,
    },
    {
      key: 'hashrate',
      title: t('totals.hashrate'),
      isEnd: true,
      cell: (miner) => <MinerRate miner={miner} />,
    },
    {
      key: 'box',
      title: t('orders.column.box'),
      cell: ({ controllerId, controllerName, ship, owner }) => (
        <>
          <Link to={`${paths.deskFleet}?controller=${encodeURIComponent(controllerId)}`} data-row>
            <Unbroken>{controllerName}</Unbroken>
          </Link>
          <span className={table.second}>
            {ship ?? t('shipNone')} · {owner ?? t('ownerNone')}
          </span>
        </>
      ),
    },
    {
      key: 'health',
      title: t('filter.health'),
      cell: (miner) => (
        <div className={own.state}>
          <HealthBadge health={miner.health} />
          <span className={isOld(miner) ? own.old : text.small}>
            <Age at={miner.sampledAt} clockOffsetMs={clockOffsetMs} />
          </span>
          {miner.alerts.length > 0 && (
            <span className={text.late}>{miner.alerts.map((alert) => t(`alert.${alert}`)).join(', ')}</span>
          )}
        </div>
      ),
    },
    {
      key: 'temperature',
      title: t('temperature'),
      isEnd: true,
      isWideOnly: true,
      cell: (miner) => (
        <span className={isOld(miner) ? own.old : undefined}>
          <Temperature temperatureC={miner.temperatureC} />
        </span>
      ),
    },
    {
      key: 'firmware',
      title: t('filter.firmware'),
      isWideOnly: true,
      cell: ({ firmware }) => (firmware === null ? t('firmwareUnknown') : <Unbroken>{firmware}</Unbroken>),
    },
    {
      key: 'knownSince',
      title: t('knownSince'),
      isSortable,
      isEnd: true,
      isWideOnly: true,
      isWidestOnly: true,
      cell: ({ knownSince }) => formatDay(language, knownSince),
    },
  ]
}

function MinerName({ miner: { name, make, model } }: { miner: DeskMiner }) {
  const { t } = useTranslation('desk-fleet')
  return (
    <>
      <strong>
        <Unbroken>{name}</Unbroken>
      </strong>
      <span className={table.second}>
        {[make, model].filter((part) => part !== null).join(' ') || t('kindUnknown')}
      </span>
    </>
  )
}

/** What a miner does, and of what it should do. */
function MinerRate({ miner }: { miner: DeskMiner }) {
  const { t } = useTranslation('desk-fleet')
  const language = useLanguage()
  const { hashrateThs, expectedHashrateThs } = miner
  return (
    <div className={isOld(miner) ? own.old : undefined}>
      {isOld(miner) && <span className={text.small}>{t('lastKnown')} </span>}
      <HashRate hashrateThs={hashrateThs} />
      {hashrateThs !== null && expectedHashrateThs !== null && expectedHashrateThs > 0 && (
        <span className={table.second}>
          {t('ofExpected', { share: formatPercent(language, hashrateThs / expectedHashrateThs) })}
        </span>
      )}
    </div>
  )
}
