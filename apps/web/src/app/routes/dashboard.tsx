import type { MiningShip } from '@shipminer/contract/environment'
import { revenueSplit } from '@shipminer/domain/revenue/split'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectionBar } from '../../features/control/components/selection-bar.tsx'
import { workerFacts } from '../../features/control/lib/worker-facts.ts'
import { DashboardSkeleton } from '../../features/fleet/components/dashboard-skeleton.tsx'
import { EmptyFleet } from '../../features/fleet/components/empty-fleet.tsx'
import { EventAnnouncer } from '../../features/fleet/components/event-announcer.tsx'
import { FleetClock } from '../../features/fleet/components/fleet-clock.tsx'
import { FleetProvider, useFleet } from '../../features/fleet/components/fleet-context.tsx'
import type { Selection } from '../../features/fleet/components/miner-rows.tsx'
import { MinersSection } from '../../features/fleet/components/miners-section.tsx'
import { SavedFilters } from '../../features/fleet/components/saved-filters.tsx'
import { StaleNotice } from '../../features/fleet/components/stale-notice.tsx'
import { TrendsStrip } from '../../features/fleet/components/trends-strip.tsx'
import { useFleetFeed } from '../../features/fleet/components/use-fleet-feed.ts'
import { VerdictBar } from '../../features/fleet/components/verdict-bar.tsx'
import { addUp } from '../../features/fleet/lib/add-up.ts'
import { fleetStoreOf } from '../../features/fleet/lib/fleet-store-of.ts'
import { type ListQuery, parseListQuery, writeListQuery } from '../../features/fleet/lib/list-query.ts'
import { judgeFleet, rowStates } from '../../features/fleet/lib/verdict.ts'
import { revenueQuery } from '../../features/revenue/api/revenue.ts'
import { MoneyStrip } from '../../features/revenue/components/money-strip.tsx'
import { countSolo } from '../../features/revenue/lib/money-view.ts'
import { formatHashrate, formatPower, formatTime, joinQuantity } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { useSearchParams } from '../../lib/use-search-params.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/notice.tsx'
import { accountPage } from '../account-providers.tsx'
import { ClaimWithProof } from '../claim-with-proof.tsx'
import styles from '../dashboard/dashboard.module.css'
import { DashboardVerdict } from '../dashboard/dashboard-verdict.tsx'
import { PageFoot } from '../dashboard/page-foot.tsx'
import { PowerSection } from '../dashboard/power-section.tsx'
import { ShipsSection } from '../dashboard/ships-section.tsx'
import { useShipPower } from '../dashboard/use-power.ts'
import { useScope } from '../dashboard/use-scope.ts'
import { FleetManagement } from '../fleet-management.tsx'
import { useFreshSession } from '../use-fresh-session.tsx'
import { useReach } from '../use-reach.ts'

/** `/dashboard`: the verdict, the power picture, the owner's money, trends, and the miners with problems first. */
export const DashboardPage = accountPage(DashboardContent)

function DashboardContent() {
  const session = useSession()
  const store = fleetStoreOf(session.kind === 'signed-in' ? session.user.id : '')
  return (
    <FleetProvider store={store}>
      <FleetClock />
      <Dashboard />
    </FleetProvider>
  )
}

function Dashboard() {
  const { t } = useTranslation('fleet')
  const { t: tCommon } = useTranslation()
  const feed = useFleetFeed()
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const linkedKey = params.get('claim')
  const [claiming, setClaiming] = useState(linkedKey !== null)
  const isEmpty = useFleet((state) => state.controllers.length === 0 && state.ids.length === 0)
  const openClaim = () => setClaiming(true)
  const closeClaim = () => {
    setClaiming(false)
    setParams(
      (known) => {
        const next = new URLSearchParams(known)
        next.delete('claim')
        return next
      },
      { replace: true },
    )
  }
  return (
    <div className={`app ${styles.page}`}>
      {feed.status === 'loading' && (
        <>
          <VerdictBar tone="idle" title={tCommon('title.dashboard')} />
          <DashboardSkeleton />
        </>
      )}
      {feed.status === 'failed' && (
        <>
          <VerdictBar tone="idle" title={tCommon('title.dashboard')} />
          <ErrorState message={t(feed.isInvalid ? 'invalid' : 'failed')} onRetry={feed.retry} />
        </>
      )}
      {feed.status === 'ready' && isEmpty && (
        <EmptyFleet
          action={
            <Button kind="main" onClick={openClaim}>
              {t('claimNew')}
            </Button>
          }
        />
      )}
      {feed.status === 'ready' && !isEmpty && (
        <FleetView params={params} setParams={setParams} onClaim={openClaim} />
      )}
      {claiming && (
        <ClaimWithProof
          initialKey={linkedKey}
          onClaimed={() => queryClient.invalidateQueries({ queryKey: ['fleet'] })}
          onClose={closeClaim}
        />
      )}
    </div>
  )
}

type SetParams = ReturnType<typeof useSearchParams>[1]

function FleetView({
  params,
  setParams,
  onClaim,
}: {
  params: URLSearchParams
  setParams: SetParams
  onClaim: () => void
}) {
  const language = useLanguage()
  const session = useSession()
  const userId = session.kind === 'signed-in' ? session.user.id : ''
  const scope = useScope(params.get('ship'))
  const power = useShipPower(scope.ship)
  const { data: revenue } = useQuery(revenueQuery)
  const split = revenue?.split ?? revenueSplit
  const share = split.ownerNumerator / split.denominator
  const alerts = useFleet((state) => state.alerts)
  const summary = useFleet((state) => state.summary)
  const network = useFleet((state) => state.network)
  const shown = useFleet((state) => state.states)
  const nowMinute = useFleet((state) => Math.floor(state.now / 60_000) * 60_000)
  const downSince = useFleet((state) => (state.link === 'down' ? state.contactAt : null))
  const { miners, controllers } = scope
  const states = useMemo(
    () =>
      rowStates({
        miners,
        states: shown,
        alerts: alerts ?? [],
        yieldingSince: power.standing?.yieldingSince ?? new Map(),
      }),
    [miners, shown, alerts, power.standing],
  )
  const verdict = judgeFleet(
    {
      isLinked: downSince === null,
      contactAt: downSince ?? 0,
      controllers,
      miners,
      states: shown,
      alerts: alerts ?? [],
      power: power.standing,
    },
    states,
  )
  const staleAt = downSince ?? (power.isOld ? power.receivedAt : null)
  const lostAt = downSince ?? (verdict.kind === 'silent' ? verdict.since : null)
  const search = params.toString()
  const query = useMemo(() => parseListQuery(new URLSearchParams(search)), [search])
  const change = useCallback(
    (part: Partial<ListQuery>) =>
      setParams((known) => writeListQuery(known, { ...parseListQuery(known), ...part }), { replace: true }),
    [setParams],
  )
  const { selection, bar } = useSelection(scope.ships)
  const soloCount = countSolo(miners)
  const hasMiners = miners.length > 0
  const { isOwn } = useReach()
  const ownsSome = controllers.some(({ id }) => isOwn(id))
  return (
    <>
      <EventAnnouncer />
      <DashboardVerdict verdict={verdict} shipId={scope.ship?.id ?? null} network={network} share={share} />
      <StaleNotice />
      {hasMiners && scope.ship === null && scope.ships.length > 1 ? (
        <ShipsSection ships={scope.ships} miners={miners} states={states} />
      ) : (
        hasMiners && (
          <PowerSection
            shipId={scope.ship?.id ?? null}
            power={
              scope.ship === null
                ? { ...power, isLoading: scope.isLoading, hasFailed: scope.hasFailed, retry: scope.retry }
                : power
            }
            miners={miners}
            states={states}
            staleAt={staleAt}
          />
        )
      )}
      {hasMiners && (
        <>
          {ownsSome && (
            <MoneyStrip
              summary={summary}
              network={network}
              now={nowMinute}
              allSolo={soloCount === miners.length}
              staleTime={lostAt === null ? null : formatTime(language, lostAt)}
            />
          )}
          <TrendsStrip
            miners={miners}
            shipId={scope.within === null ? null : (scope.ship?.id ?? null)}
            isStale={lostAt !== null}
          />
        </>
      )}
      <MinersSection
        query={query}
        within={scope.within}
        states={states}
        share={share}
        selection={selection}
        onChange={change}
      />
      {bar}
      {miners.length > 12 && <SavedFilters key={userId} userId={userId} query={query} onPick={change} />}
      {hasMiners && (
        <PageFoot
          network={network}
          summary={summary}
          share={`${split.ownerNumerator}/${split.denominator}`}
          soloCount={soloCount}
          now={nowMinute}
        />
      )}
      <FleetManagement onClaim={onClaim} />
    </>
  )
}

/** What is chosen among the rows, and the bar with what can be done to it. */
function useSelection(ships: readonly MiningShip[]) {
  const language = useLanguage()
  const { withFreshSession, dialog } = useFreshSession()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const known = useFleet((state) => state.miners)
  const toggle = useCallback((id: string) => {
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const set = useCallback((ids: readonly string[]) => setChosen(new Set(ids)), [])
  const selection: Selection = { chosen, toggle, set }
  const reach = useReach()
  const miners = [...chosen].flatMap((id) => known.get(id) ?? [])
  const acted = miners.filter(({ controllerId }) => reach.mayAct(controllerId))
  const sums = addUp(acted, 1)
  const summary = [
    sums.powerWatts === null ? null : joinQuantity(formatPower(language, sums.powerWatts)),
    sums.hashrateThs === null ? null : joinQuantity(formatHashrate(language, sums.hashrateThs)),
  ]
  const bar = (
    <>
      <SelectionBar
        chosen={acted.map((miner) => ({
          id: miner.id,
          name: miner.name,
          facts: workerFacts(miner.name, miner, ships),
        }))}
        maySetPools={acted.every(({ controllerId }) => reach.isOwn(controllerId))}
        summary={summary.filter((part) => part !== null).join(', ')}
        withProof={withFreshSession}
        onClear={() => setChosen(new Set())}
      />
      {dialog}
    </>
  )
  return { selection, bar }
}
