import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { FleetProvider, useFleet } from '../../features/fleet/components/fleet-context.tsx'
import headingStyles from '../../features/fleet/components/fleet-heading.module.css'
import { fleetStoreOf } from '../../features/fleet/lib/live/fleet-store-of.ts'
import { EventAnnouncer } from '../../features/fleet/live/event-announcer.tsx'
import { FleetClock } from '../../features/fleet/live/fleet-clock.tsx'
import { LiveBar } from '../../features/fleet/live/live-bar.tsx'
import { StaleNotice } from '../../features/fleet/live/stale-notice.tsx'
import { MinerFacts } from '../../features/fleet/miner/miner-facts.tsx'
import { MinerFaults } from '../../features/fleet/miner/miner-faults.tsx'
import { MinerHardware } from '../../features/fleet/miner/miner-hardware.tsx'
import { BackToDashboard, MinerHeader } from '../../features/fleet/miner/miner-header.tsx'
import { MinerHistory } from '../../features/fleet/miner/miner-history.tsx'
import { MinerNow } from '../../features/fleet/miner/miner-now.tsx'
import { SoloOddsPanel } from '../../features/fleet/miner/solo-odds.tsx'
import { useMinerFeed } from '../../features/fleet/miner/use-miner-feed.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Loading } from '../../ui/signs/loading.tsx'
import { ErrorState } from '../../ui/signs/notice.tsx'
import { accountPage } from '../account/account-providers.tsx'
import { MinerControl, MinerDetails } from '../dashboard/miner-control.tsx'
import { usePageParams } from '../use-page-params.ts'
import { useReach } from '../use-reach.ts'
import styles from './dashboard.module.css'

/** `/mining/miners/:id`: one miner with everything known of it. */
export const MinerPage = accountPage(MinerContent)

function MinerContent() {
  const { id = '' } = usePageParams(paths.minerPattern)
  const session = useSession()
  const store = fleetStoreOf(session.kind === 'signed-in' ? session.user.id : '')
  return (
    <FleetProvider store={store}>
      <FleetClock />
      {/* Anything else cannot be a miner's number, so the server is not queried. */}
      {/^[1-9]\d{0,9}$/.test(id) ? <MinerView key={id} id={id} /> : <MinerMissing />}
    </FleetProvider>
  )
}

function MinerView({ id }: { id: string }) {
  const { t } = useTranslation('fleet')
  const { t: tCommon } = useTranslation()
  const feed = useMinerFeed(id)
  const { isOwn } = useReach()
  const miner = useFleet(({ miners }) => miners.get(id))
  const detail = feed.stats?.detail ?? null
  if (feed.isMissing) return <MinerMissing />
  if (!miner) {
    return (
      <div className={`wrap ${styles.page}`}>
        <BackToDashboard />
        <h1 className={headingStyles.heading}>{tCommon('title.miner')}</h1>
        {feed.isFailed ? <ErrorState message={t('miner.failed')} onRetry={feed.retry} /> : <Loading />}
      </div>
    )
  }
  return (
    <div className={`wrap ${styles.page} ${styles.roomy}`}>
      <BackToDashboard />
      <div className={styles.head}>
        <MinerHeader id={id} />
        <LiveBar pollSeconds={feed.pollSeconds} />
      </div>
      <StaleNotice />
      <EventAnnouncer />
      {feed.isFailed && <ErrorState message={t('miner.failed')} onRetry={feed.retry} />}
      <MinerNow id={id} detail={detail} withEarnings={isOwn(miner.controllerId)} />
      {detail && <MinerFaults faults={detail.faults} />}
      {feed.stats?.odds && <SoloOddsPanel odds={feed.stats.odds} />}
      <MinerControl miner={miner} pools={detail?.pools ?? []} />
      <MinerHistory id={id} />
      {detail && <MinerHardware detail={detail} />}
      <MinerFacts id={id} />
      <MinerDetails miner={miner} />
    </div>
  )
}

function MinerMissing() {
  const { t } = useTranslation('fleet')
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={headingStyles.heading}>{t('miner.missingTitle')}</h1>
      <p>{t('miner.missingText')}</p>
      <p>
        <ButtonLink to={paths.dashboard}>{t('miner.back')}</ButtonLink>
      </p>
    </div>
  )
}
