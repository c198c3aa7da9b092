import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertList } from '../../features/alerts/components/alert-list.tsx'
import { ControllerStrip } from '../../features/fleet/components/controller-strip.tsx'
import { DashboardSkeleton } from '../../features/fleet/components/dashboard-skeleton.tsx'
import { EmptyFleet } from '../../features/fleet/components/empty-fleet.tsx'
import { EventAnnouncer } from '../../features/fleet/components/event-announcer.tsx'
import { FleetClock } from '../../features/fleet/components/fleet-clock.tsx'
import { FleetProvider, useFleet } from '../../features/fleet/components/fleet-context.tsx'
import { FleetHeading } from '../../features/fleet/components/fleet-heading.tsx'
import { HealthLine } from '../../features/fleet/components/health-line.tsx'
import { LiveBar } from '../../features/fleet/components/live-bar.tsx'
import { MinersSection } from '../../features/fleet/components/miners-section.tsx'
import { SavedFilters } from '../../features/fleet/components/saved-filters.tsx'
import { StaleNotice } from '../../features/fleet/components/stale-notice.tsx'
import { Totals } from '../../features/fleet/components/totals.tsx'
import { useFleetFeed } from '../../features/fleet/components/use-fleet-feed.ts'
import { fleetStoreOf } from '../../features/fleet/lib/fleet-store-of.ts'
import { type ListQuery, parseListQuery, writeListQuery } from '../../features/fleet/lib/list-query.ts'
import { MoneyPanel } from '../../features/revenue/components/money-panel.tsx'
import { countSolo } from '../../features/revenue/lib/money-view.ts'
import { formatTime } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { useSearchParams } from '../../lib/use-search-params.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/notice.tsx'
import { accountPage } from '../account-providers.tsx'
import { ClaimWithProof } from '../claim-with-proof.tsx'
import { DashboardNav } from '../dashboard-nav.tsx'
import { FleetManagement, FleetShips } from '../fleet-management.tsx'
import styles from './dashboard.module.css'

/** `/dashboard`: is everything fine, money, totals, controllers, miners with problems first. */
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
  const feed = useFleetFeed()
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const linkedKey = params.get('claim')
  const [claiming, setClaiming] = useState(linkedKey !== null)
  const empty = useFleet((state) => state.controllers.length === 0 && state.ids.length === 0)
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
    <div className={`wrap ${styles.page}`}>
      <div className={styles.nav}>
        <DashboardNav />
      </div>
      <div className={styles.head}>
        <FleetHeading />
        {feed.status !== 'failed' && !(feed.status === 'ready' && empty) && (
          <>
            <LiveBar pollSeconds={feed.pollSeconds} />
            <div className={styles.claim}>
              <Button onClick={openClaim}>{t('claimNew')}</Button>
            </div>
          </>
        )}
      </div>
      {feed.status === 'loading' && <DashboardSkeleton />}
      {feed.status === 'failed' && (
        <ErrorState message={t(feed.isInvalid ? 'invalid' : 'failed')} onRetry={feed.retry} />
      )}
      {feed.status === 'ready' &&
        (empty ? (
          <EmptyFleet
            action={
              <Button kind="main" onClick={openClaim}>
                {t('claimNew')}
              </Button>
            }
          />
        ) : (
          <FleetView params={params} setParams={setParams} />
        ))}
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

function FleetView({ params, setParams }: { params: URLSearchParams; setParams: SetParams }) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const session = useSession()
  const userId = session.kind === 'signed-in' ? session.user.id : ''
  const alerts = useFleet((state) => state.alerts)
  const summary = useFleet((state) => state.summary)
  const network = useFleet((state) => state.network)
  const nowMinute = useFleet((state) => Math.floor(state.now / 60_000) * 60_000)
  const soloCount = useFleet((state) => countSolo(state.miners.values()))
  const total = useFleet((state) => state.ids.length)
  const severalShips = useFleet((state) => state.controllers.length > 1)
  const downSince = useFleet((state) => (state.link === 'down' ? state.summaryAt : null))
  const search = params.toString()
  const query = useMemo(() => parseListQuery(new URLSearchParams(search)), [search])
  const change = useCallback(
    (part: Partial<ListQuery>) =>
      setParams((known) => writeListQuery(known, { ...parseListQuery(known), ...part }), { replace: true }),
    [setParams],
  )
  const miners = useRef<HTMLDivElement>(null)
  const pick = (part: Partial<ListQuery>) => {
    change(part)
    miners.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <EventAnnouncer />
      <StaleNotice />
      <HealthLine />
      {alerts?.some(({ status }) => status !== 'resolved') && (
        <AlertList alerts={alerts} nowMinute={nowMinute} severalShips={severalShips} />
      )}
      {total > 0 && (
        <MoneyPanel
          summary={summary}
          network={network}
          soloCount={soloCount}
          allSolo={soloCount === total}
          staleAt={downSince === null ? null : t('link.asOf', { time: formatTime(language, downSince) })}
          nowMinute={nowMinute}
        />
      )}
      {total > 0 && <Totals onPick={pick} />}
      <FleetShips />
      <ControllerStrip />
      <div ref={miners} className={styles.miners}>
        <MinersSection query={query} onChange={change} />
        {total > 0 && <SavedFilters key={userId} userId={userId} query={query} onPick={change} />}
      </div>
      <FleetManagement />
    </>
  )
}
