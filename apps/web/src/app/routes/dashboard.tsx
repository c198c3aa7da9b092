import type { FleetMatch } from '@shipminer/contract/fleet'
import type { Miner } from '@shipminer/contract/mining'
import type { MiningShip } from '@shipminer/contract/power/environment'
import { addUp } from '@shipminer/domain/add-up'
import type { ListQuery } from '@shipminer/domain/fleet/miner-list'
import { revenueSplit } from '@shipminer/domain/revenue/split'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { workerFacts } from '../../features/control/lib/worker-facts.ts'
import type { FleetAsk } from '../../features/fleet/api/mining-fleet.ts'
import { DashboardSkeleton } from '../../features/fleet/components/dashboard-skeleton.tsx'
import { EmptyFleet } from '../../features/fleet/components/empty-fleet.tsx'
import { FleetProvider, useFleet, useFleetStore } from '../../features/fleet/components/fleet-context.tsx'
import { MemoryNotices } from '../../features/fleet/components/memory-notices.tsx'
import { TrendsStrip } from '../../features/fleet/components/trends-strip.tsx'
import { VerdictBar } from '../../features/fleet/components/verdict-bar.tsx'
import { parseListQuery, writeListQuery } from '../../features/fleet/lib/list/list-query.ts'
import { fleetStoreOf } from '../../features/fleet/lib/live/fleet-store-of.ts'
import { figuresOf, figuresOfPart } from '../../features/fleet/lib/trend-figures.ts'
import { judgeFleet, rowStates, totalsOf } from '../../features/fleet/lib/verdict.ts'
import type { Selection } from '../../features/fleet/list/miner-rows.tsx'
import { MinersSection } from '../../features/fleet/list/miners-section.tsx'
import { SavedFilters } from '../../features/fleet/list/saved-filters.tsx'
import { useGroups } from '../../features/fleet/list/use-groups.ts'
import { EventAnnouncer } from '../../features/fleet/live/event-announcer.tsx'
import { FleetClock } from '../../features/fleet/live/fleet-clock.tsx'
import { StaleNotice } from '../../features/fleet/live/stale-notice.tsx'
import { useFleetFeed } from '../../features/fleet/live/use-fleet-feed.ts'
import { revenueQuery } from '../../features/revenue/api/revenue.ts'
import { MoneyStrip } from '../../features/revenue/components/money-strip.tsx'
import { countSolo } from '../../features/revenue/lib/money-view.ts'
import { lazyChunk } from '../../lib/chunks/chunk-loader.ts'
import { formatHashrate, formatPower, formatTime, joinQuantity } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { useSearchParams } from '../../lib/use-search-params.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/signs/notice.tsx'
import { accountPage } from '../account/account-providers.tsx'
import { useFreshSession } from '../account/use-fresh-session.tsx'
import styles from '../dashboard/dashboard.module.css'
import { DashboardVerdict } from '../dashboard/dashboard-verdict.tsx'
import { FleetManagement } from '../dashboard/fleet-management.tsx'
import { PageFoot } from '../dashboard/page-foot.tsx'
import { PowerSection } from '../dashboard/power-section.tsx'
import { ShipsSection } from '../dashboard/ships-section.tsx'
import { useShipPower } from '../dashboard/use-power.ts'
import { useScope } from '../dashboard/use-scope.ts'
import { dropFirstValues, FirstPlace } from '../first-values/first-place.tsx'
// The bar around it comes with it.
import '../frame/work-tools.tsx'
import { useReach } from '../use-reach.ts'

// What is opened or chosen first comes then: the first screen is for a bad line.
const ClaimWithProof = lazyChunk(() =>
  import('../account/claim-with-proof.tsx').then((module) => module.ClaimWithProof),
)
const GroupDialog = lazyChunk(() =>
  import('../../features/control/components/group-dialog.tsx').then((module) => module.GroupDialog),
)
const MatchingBar = lazyChunk(() =>
  import('../../features/control/components/matching-bar.tsx').then((module) => module.MatchingBar),
)
const SelectionBar = lazyChunk(() =>
  import('../../features/control/components/selection-bar.tsx').then((module) => module.SelectionBar),
)

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
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const search = params.toString()
  const feed = useFleetFeed(useMemo(() => askOf(new URLSearchParams(search)), [search]))
  useEffect(() => {
    if (feed.status !== 'loading') dropFirstValues()
  }, [feed.status])
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
        <FirstPlace>
          <VerdictBar tone="idle" title={tCommon('title.dashboard')} />
          <DashboardSkeleton />
        </FirstPlace>
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
        <FleetView params={params} setParams={setParams} isTurning={feed.isTurning} onClaim={openClaim} />
      )}
      {claiming && (
        <Suspense fallback={null}>
          <ClaimWithProof
            initialKey={linkedKey}
            onClaimed={() => queryClient.invalidateQueries({ queryKey: ['fleet'] })}
            onClose={closeClaim}
          />
        </Suspense>
      )}
    </div>
  )
}

type SetParams = ReturnType<typeof useSearchParams>[1]

function FleetView({
  params,
  setParams,
  isTurning,
  onClaim,
}: {
  params: URLSearchParams
  setParams: SetParams
  isTurning: boolean
  onClaim: () => void
}) {
  const language = useLanguage()
  const session = useSession()
  const userId = session.kind === 'signed-in' ? session.user.id : ''
  const scope = useScope(params.get('ship'))
  const power = useShipPower(scope.ship)
  const shipId = scope.ship?.id ?? null
  const { data: revenue } = useQuery(revenueQuery)
  const split = revenue?.split ?? revenueSplit
  const share = split.ownerNumerator / split.denominator
  const alerts = useFleet((state) => state.alerts)
  const summary = useFleet((state) => state.summary)
  const network = useFleet((state) => state.network)
  const shown = useFleet((state) => state.states)
  const nowMinute = useFleet((state) => Math.floor(state.now / 60_000) * 60_000)
  const downSince = useFleet((state) => (state.link === 'down' ? state.contactAt : null))
  const part = useFleet((state) => state.part)
  // Of a large fleet the store has one page, and the worst.
  const { controllers, miners } = scope
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
      miners: part?.worst ?? miners,
      states: shown,
      alerts: alerts ?? [],
      power: power.standing,
      totals: part && totalsOf(part),
    },
    states,
  )
  const staleAt = downSince ?? (power.isOld ? power.receivedAt : null)
  const lostAt = downSince ?? (verdict.kind === 'silent' ? verdict.since : null)
  const { query, change, turn } = useListQuery(params, setParams)
  const { selection, bar } = useSelection(scope.ships, query, scope.within === null ? null : shipId)
  const soloCount = part?.solo ?? countSolo(miners)
  const total = part?.counts.all ?? miners.length
  const hasMiners = total > 0
  const statuses = useFleet((state) => state.statuses)
  const { isOwn, mayAct } = useReach()
  const [editedGroup, setEditedGroup] = useState<string | null>(null)
  const ownsSome = controllers.some(({ id }) => isOwn(id))
  return (
    <>
      <EventAnnouncer />
      <DashboardVerdict verdict={verdict} shipId={shipId} network={network} share={share} />
      <StaleNotice />
      <MemoryNotices controllers={controllers} />
      {hasMiners && scope.ship === null && scope.ships.length > 1 ? (
        <ShipsSection ships={scope.ships} miners={miners} states={states} />
      ) : (
        hasMiners && (
          <PowerSection
            shipId={shipId}
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
              allSolo={soloCount === total}
              staleTime={lostAt === null ? null : formatTime(language, lostAt)}
            />
          )}
          <TrendsStrip
            figures={
              part
                ? figuresOfPart(part, scope.within === null ? summary : null)
                : figuresOf(miners, statuses, lostAt !== null)
            }
            shipId={scope.within === null ? null : shipId}
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
        saved={total > 12 && <SavedFilters key={userId} userId={userId} query={query} onPick={change} />}
        isTurning={isTurning}
        onEditGroup={controllers.some(({ id }) => mayAct(id)) ? setEditedGroup : null}
        onChange={change}
        onTurn={turn}
      />
      {bar}
      {editedGroup !== null && (
        <Suspense fallback={null}>
          <GroupDialog
            name={editedGroup}
            onDone={(group) => {
              setEditedGroup(null)
              change({ group: group ?? undefined })
            }}
            onClose={() => setEditedGroup(null)}
          />
        </Suspense>
      )}
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

/** What the list of miners shows, which stands in the address. */
function useListQuery(params: URLSearchParams, setParams: SetParams) {
  const search = params.toString()
  const query = useMemo(() => parseListQuery(new URLSearchParams(search)), [search])
  const change = useCallback(
    (part: Partial<ListQuery>) =>
      // The press is answered at once; the list follows in slices that keep no hand waiting.
      startTransition(() =>
        setParams(
          (known) => {
            const next = writeListQuery(known, { ...parseListQuery(known), ...part })
            next.delete('page')
            return next
          },
          { replace: true },
        ),
      ),
    [setParams],
  )
  const turn = (page: number) =>
    startTransition(() =>
      setParams((known) => {
        const next = new URLSearchParams(known)
        if (page > 1) next.set('page', String(page))
        else next.delete('page')
        return next
      }),
    )
  return { query, change, turn }
}

/** What of a large fleet an address names; what is as at first is left out. */
function askOf(params: URLSearchParams): FleetAsk {
  const { search, filter, sort, direction, group } = parseListQuery(params)
  const page = Number(params.get('page'))
  const shipId = params.get('ship')
  return {
    ...(shipId !== null && isUuid(shipId) ? { shipId } : {}),
    ...(search === '' ? {} : { search }),
    ...(group === undefined ? {} : { group }),
    ...(filter === 'all' ? {} : { filter }),
    ...(sort === 'status' ? {} : { sort }),
    ...(direction === 'ascending' ? {} : { direction }),
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 ? { page } : {}),
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** What is chosen among the rows, also on pages that are gone by, and the bar with what can be done to it. */
function useSelection(ships: readonly MiningShip[], query: ListQuery, shipId: string | null) {
  const language = useLanguage()
  const { withFreshSession, dialog } = useFreshSession()
  const store = useFleetStore()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Miner>>(new Map())
  const known = useFleet((state) => state.miners)
  const matched = useFleet((state) => state.part?.matched ?? 0)
  const [matching, setMatching] = useState<FleetMatch | null>(null)
  const match = useMemo(
    () => ({
      filter: query.filter,
      search: query.search,
      ...(query.group === undefined ? {} : { group: query.group }),
      ...(shipId === null ? {} : { shipId }),
    }),
    [query.filter, query.search, query.group, shipId],
  )
  // Another filter is another choice.
  const isAllMatching = matching !== null && JSON.stringify(matching) === JSON.stringify(match)
  const toggle = useCallback(
    (id: string) => {
      setMatching(null)
      setChosen((before) => {
        const next = new Map(before)
        const miner = store.current().miners.get(id)
        if (!next.delete(id) && miner) next.set(id, miner)
        return next
      })
    },
    [store],
  )
  const set = useCallback(
    (ids: readonly string[]) => {
      setMatching(null)
      const { miners } = store.current()
      setChosen(new Map(ids.flatMap((id) => (miners.has(id) ? [[id, miners.get(id) as Miner]] : []))))
    },
    [store],
  )
  const selection: Selection = {
    chosen: new Set(chosen.keys()),
    toggle,
    set,
    isAllMatching,
    chooseMatching: () => setMatching(match),
  }
  const reach = useReach()
  const miners = [...chosen].map(([id, miner]) => known.get(id) ?? miner)
  const acted = miners.filter(({ controllerId }) => reach.mayAct(controllerId))
  const sums = addUp(acted, 1)
  const summary = [
    sums.powerWatts === null ? null : joinQuantity(formatPower(language, sums.powerWatts)),
    sums.hashrateThs === null ? null : joinQuantity(formatHashrate(language, sums.hashrateThs)),
  ]
  const clear = () => {
    setMatching(null)
    setChosen(new Map())
  }
  const groups = useGroups().map(({ name }) => name)
  const [wasChosen, setWasChosen] = useState(false)
  if (!wasChosen && (chosen.size > 0 || isAllMatching)) setWasChosen(true)
  const bar = wasChosen && (
    <Suspense fallback={null}>
      {isAllMatching ? (
        <MatchingBar
          match={match}
          count={matched}
          groups={groups}
          withProof={withFreshSession}
          onClear={clear}
        />
      ) : (
        <SelectionBar
          chosen={acted.map((miner) => ({
            id: miner.id,
            name: miner.name,
            facts: workerFacts(miner.name, miner, ships),
          }))}
          maySetPools={acted.every(({ controllerId }) => reach.isOwn(controllerId))}
          summary={summary.filter((part) => part !== null).join(', ')}
          groups={groups}
          withProof={withFreshSession}
          onClear={clear}
        />
      )}
      {dialog}
    </Suspense>
  )
  return { selection, bar }
}
