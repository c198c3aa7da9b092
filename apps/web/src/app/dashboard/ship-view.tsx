import type { Miner } from '@shipminer/contract/mining'
import type { MiningShip } from '@shipminer/contract/power/environment'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../config/paths.ts'
import { BulkActions } from '../../features/control/components/bulk-actions.tsx'
import { Strangers } from '../../features/control/components/strangers.tsx'
import { CrewPlace } from '../../features/crew/components/crew-place.tsx'
import { CrewSettings } from '../../features/crew/components/crew-settings.tsx'
import { shipFleetQuery } from '../../features/fleet/api/mining-fleet.ts'
import { MemoryNotices } from '../../features/fleet/components/memory-notices.tsx'
import { rowState } from '../../features/fleet/lib/list/row-state.ts'
import { shownState, silentControllers } from '../../features/fleet/lib/shown-state.ts'
import { RowSign } from '../../features/fleet/list/row-sign.tsx'
import { miningShipMinersQuery, miningShipQuery } from '../../features/power/api/ship.ts'
import { CommissioningReports } from '../../features/power/components/commissioning-reports.tsx'
import { FuelSettings } from '../../features/power/components/fuel-settings.tsx'
import { PowerHistory } from '../../features/power/components/power-history.tsx'
import { PowerPanel } from '../../features/power/components/power-panel.tsx'
import { PowerSettings } from '../../features/power/components/power-settings.tsx'
import { RuleSettings } from '../../features/power/components/rule-settings.tsx'
import { WeeklyProof } from '../../features/power/components/weekly-proof.tsx'
import { ReportFaultLink } from '../../features/service/components/report-fault-link.tsx'
import { toApiError } from '../../lib/api/api-error.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Loading } from '../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../ui/signs/notice.tsx'
import { HashRate } from '../../ui/values/hash-rate.tsx'
import { Power } from '../../ui/values/power.tsx'
import { useFreshSession } from '../account/use-fresh-session.tsx'
import partStyles from './dashboard-part.module.css'
import styles from './ship-view.module.css'

const rowsAtFirst = 25
/** How often the miners are asked for: one page of them, or more. */
const smallMs = 15_000
const largeMs = 120_000

/** One ship: what mines on it, its power now and over time, and how its miners follow the generator. */
export function ShipView({ id }: { id: string }) {
  const ship = useQuery(miningShipQuery(id))
  const ids = useQuery(miningShipMinersQuery(id))
  const fleet = useQuery({
    ...shipFleetQuery(id),
    refetchInterval: ({ state }) => ((state.data?.part?.pages ?? 1) > 1 ? largeMs : smallMs),
  })
  const { withFreshSession, dialog } = useFreshSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = () => {
    void client.invalidateQueries({ queryKey: ['fleet'] })
    navigate(paths.dashboard)
  }
  const wanted = new Set(ids.data ?? [])
  const miners = (fleet.data?.miners ?? []).filter((miner) => wanted.has(miner.id))
  const retry = () => {
    if (ids.isError) void ids.refetch()
    if (fleet.isError) void fleet.refetch()
  }
  const silent = silentControllers(fleet.data?.controllers ?? [])
  if (!ship.data)
    return <ShipMissing error={ship.isError ? ship.error : null} onRetry={() => void ship.refetch()} />
  const { name, minerCount, controllers, shared } = ship.data
  const isOwn = shared === undefined
  const mayAct = shared?.role !== 'viewer'
  return (
    <>
      <div className={styles.head}>
        <h1 className={partStyles.heading}>{name}</h1>
        {isOwn && <ReportFaultLink about={{ ship: id }} />}
      </div>
      {shared && <CrewPlace shipId={id} ship={name} shared={shared} onLeft={leave} />}
      <ShipFacts ship={ship.data} />
      <MemoryNotices
        controllers={(fleet.data?.controllers ?? []).filter((one) =>
          controllers.some((controller) => controller.id === one.id),
        )}
      />
      <PowerPanel shipId={id} />
      <ShipMiners
        miners={ids.data && fleet.data ? miners : null}
        silent={silent}
        onRetry={ids.isLoadingError || fleet.isLoadingError ? retry : null}
      >
        {mayAct && minerCount > 0 && (
          <BulkActions scope={{ shipId: id }} minerCount={minerCount} withProof={withFreshSession} />
        )}
      </ShipMiners>
      <Strangers shipId={id} mayAct={mayAct} />
      <PowerHistory shipId={id} />
      {isOwn && <WeeklyProof shipId={id} />}
      {mayAct && (
        <>
          <PowerSettings
            shipId={id}
            capacityKw={ship.data.generatorCapacityKw}
            miners={miners.map((miner) => ({ id: miner.id, name: miner.name }))}
          />
          <RuleSettings shipId={id} />
        </>
      )}
      {isOwn && <FuelSettings shipId={id} />}
      {isOwn && <CrewSettings shipId={id} withProof={withFreshSession} />}
      <CommissioningReports shipId={id} />
      {dialog}
    </>
  )
}

/** `error`: why it could not be read; null: it is on its way. */
function ShipMissing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('power')
  const { t: tCommon } = useTranslation()
  const { status } = toApiError(error)
  const isMissing = status === 404 || status === 400
  return (
    <>
      <h1 className={partStyles.heading}>{tCommon('title.ship')}</h1>
      {error !== null && isMissing && <Notice>{t('missing')}</Notice>}
      {error !== null && !isMissing && <ErrorState message={t('failed')} onRetry={onRetry} />}
      {error === null && <Loading />}
    </>
  )
}

/** How many of its miners work, at what rate, and what reads them. */
function ShipFacts({
  ship: { minerCount, onlineMiners, hashrateThs, controllers },
}: {
  ship: Pick<MiningShip, 'minerCount' | 'onlineMiners' | 'hashrateThs' | 'controllers'>
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('facts.miners')}</dt>
        <dd>
          {formatNumber(language, onlineMiners)} / {formatNumber(language, minerCount)}
        </dd>
      </div>
      <div>
        <dt>{t('facts.hashrate')}</dt>
        <dd>
          <HashRate hashrateThs={hashrateThs} />
        </dd>
      </div>
      <div>
        <dt>{t('facts.controllers')}</dt>
        <dd>{controllers.map((controller) => controller.name).join(', ') || '—'}</dd>
      </div>
    </dl>
  )
}

function ShipMiners({
  miners,
  silent,
  onRetry,
  children,
}: {
  /** Null while they are not known. */
  miners: readonly Miner[] | null
  /** Ids of the controllers that do not report. */
  silent: ReadonlySet<string>
  /** Loads again what failed; null while nothing did. */
  onRetry: (() => void) | null
  /** What can be done to all of them. */
  children: ReactNode
}) {
  const { t } = useTranslation('power')
  const [shown, setShown] = useState(rowsAtFirst)
  return (
    <section aria-labelledby="ship-miners-title">
      <div className={styles.head}>
        <h2 id="ship-miners-title" className={styles.title}>
          {t('miners')}
        </h2>
        {miners && children}
      </div>
      {!miners && onRetry && <ErrorState message={t('miners.failed')} onRetry={onRetry} />}
      {!miners && !onRetry && <Loading />}
      {miners?.length === 0 && <p>{t('miners.none')}</p>}
      <ul className={styles.miners}>
        {miners?.slice(0, shown).map((miner) => (
          <li key={miner.id}>
            <Link to={paths.miner(miner.id)}>{miner.name}</Link>
            <RowSign state={signOf(miner, silent.has(miner.controllerId))} />
            <span>
              <HashRate hashrateThs={miner.hashrateThs} dense />
            </span>
            <span>
              <Power powerWatts={miner.powerWatts} dense />
            </span>
          </li>
        ))}
      </ul>
      {miners && miners.length > shown && (
        <Button kind="quiet" onClick={() => setShown(shown + 200)}>
          {t('miners.more')}
        </Button>
      )}
    </section>
  )
}

/** The same state as on the first screen, of which this list has no alerts of its own. */
function signOf(miner: Miner, isBoxSilent: boolean) {
  const shown = shownState(miner, miner.status, isBoxSilent)
  return rowState(miner, shown, { alert: null, yieldingSince: null })
}
