import {
  type LiveAge,
  type LivePower,
  type LiveToClient,
  type MinerChange,
  type PowerChange,
  withChange,
} from '@shipminer/contract/live'
import type { Controller, Earnings, MinerLive, OverviewSummary } from '@shipminer/contract/mining'
import { fleetTotals } from '@shipminer/domain/fleet/fleet-totals'
import { wholeFleetUpTo } from '@shipminer/domain/fleet/miner-list'
import { agedState } from '@shipminer/domain/fleet/miner-state'
import type { OpenAlerts } from '../alerts/alerts.port.ts'
import { presentOverview } from '../fleet/fleet.port.ts'
import { ageNews, ageOf, minerNews, powerNews } from './live-news.policy.ts'

/** How often the age of what a follower reports is sent when nothing else is, ms: well before a page calls it old. */
const powerAgeEveryMs = 15_000

/** A miner as the feed holds it: the live values and what its status depends on. */
export type FeedMiner = MinerLive & { controllerId: string }

/** What the live module needs of the fleet module. */
export type FleetReader = {
  controllers(userId: string): Promise<Controller[]>
  /** Live values of one controller's miners, all or only those received at or after a time (ms). */
  liveMiners(controllerId: string, receivedSince: number | null): Promise<FeedMiner[]>
  alerts(userId: string): Promise<OpenAlerts>
  earnings(userId: string): Promise<{ today: Earnings | null; month: Earnings | null }>
}

/** What the live module needs of the power module: what the followers of these controllers reported last. */
export type PowerReader = { latest(controllerIds: readonly string[]): Promise<LivePower[]> }

/** Of a controller's miners, and when what its follower reports was received; null while there is none. */
type SentUpTo = { at: number | null; power: number | null }

/** One owner's fleet in memory while it is being watched: values as they were sent, each with the time of its newest sample. */
export type FeedState = {
  controllers: Map<string, Controller>
  miners: Map<string, FeedMiner>
  power: Map<string, LivePower>
  /** By controller: up to which moment pages know its values to be fresh. */
  sentUpTo: Map<string, SentUpTo>
  alerts: OpenAlerts
  earnings: { today: Earnings | null; month: Earnings | null }
}

/** Totals of a feed at a moment: fresh values only, with how many knew each figure. */
export function feedSummary(feed: FeedState, now: number, offlineAfterMs: number): OverviewSummary {
  const totals = fleetTotals(
    [...feed.miners.values()].map((miner) => {
      const controller = feed.controllers.get(miner.controllerId)
      return {
        state: agedState(miner.minerState, {
          sampledAt: miner.sampledAt,
          now,
          pollIntervalMs: controller?.pollIntervalMs ?? 30_000,
          offlineAfterMs,
          isControllerSilent: controller?.status === 'silent',
        }),
        hashrateGhs: miner.hashrateThs === null ? null : Math.round(miner.hashrateThs * 1000),
        powerWatts: miner.powerWatts,
        temperatureDeciC: miner.temperatureC === null ? null : Math.round(miner.temperatureC * 10),
      }
    }),
  )
  return presentOverview(totals, feed.earnings, feed.alerts.count)
}

/** Merges fresh rows; returns what is news of them, ready to send. */
export function mergeMiners(feed: FeedState, rows: readonly FeedMiner[], width = 1): MinerChange[] {
  const changed: MinerChange[] = []
  for (const row of rows) {
    const { controllerId, sampledAt, receivedAt, uptimeSeconds } = row
    const before = feed.miners.get(row.id)
    if (!before) {
      feed.miners.set(row.id, row)
      changed.push(toLive(row))
      continue
    }
    // One that had stayed away is in no message about ages.
    const isBack =
      sampledAt !== before.sampledAt && (before.sampledAt ?? 0) < (feed.sentUpTo.get(controllerId)?.at ?? 0)
    const change = minerNews(before, row, width) ?? (isBack ? { id: row.id, sampledAt, receivedAt } : null)
    const sent = { ...before, sampledAt, receivedAt, uptimeSeconds }
    feed.miners.set(row.id, change ? withChange(sent, change) : sent)
    if (change) changed.push(change)
  }
  return changed
}

/** Merges what followers report; returns what is news of it. */
export function mergePower(feed: FeedState, reports: readonly LivePower[]): PowerChange[] {
  return reports.flatMap((report) => {
    const { controllerId, receivedAt } = report
    const sent = feed.power.get(controllerId)
    const news = powerNews(sent, report)
    feed.power.set(controllerId, sent && news === null ? { ...sent, receivedAt } : report)
    return news ?? []
  })
}

type Aged = Pick<FeedState, 'controllers' | 'miners' | 'power'>

function minersByController({ miners }: Aged): Map<string, FeedMiner[]> {
  return Map.groupBy(miners.values(), ({ controllerId }) => controllerId)
}

/** Up to which moments a page that has all values of a feed knows them to be fresh. */
export function startPositions(feed: Aged): Map<string, SentUpTo> {
  const own = minersByController(feed)
  return new Map(
    [...feed.controllers.values()].map(({ id, pollIntervalMs }) => [
      id,
      {
        at: ageOf(own.get(id) ?? [], pollIntervalMs)?.at ?? null,
        power: feed.power.get(id)?.receivedAt ?? null,
      },
    ]),
  )
}

/** What to send of ages since the last time, by controller; what is returned counts as sent. */
export function ageNewsOf(feed: FeedState): Record<string, LiveAge> {
  const own = minersByController(feed)
  const ages: Record<string, LiveAge> = {}
  for (const { id, pollIntervalMs } of feed.controllers.values()) {
    const sent = feed.sentUpTo.get(id) ?? { at: null, power: null }
    const news = ageNews(sent.at, own.get(id) ?? [], pollIntervalMs)
    const power = feed.power.get(id)?.receivedAt ?? null
    const isOld = power !== null && power - (sent.power ?? 0) >= powerAgeEveryMs
    if (news === null && !isOld) continue
    ages[id] = { ...news, ...(power === null ? {} : { power }) }
    feed.sentUpTo.set(id, { at: news?.at ?? sent.at, power: power ?? sent.power })
  }
  return ages
}

/** Whether pages get the whole fleet, or the miners alone that they look at. */
export function extentOf(feed: Pick<FeedState, 'miners'>): 'whole' | 'part' {
  return feed.miners.size > wholeFleetUpTo ? 'part' : 'whole'
}

/** The values of some miners as they were sent last. */
export function valuesOf(feed: Pick<FeedState, 'miners'>, ids: Iterable<string>): MinerLive[] {
  return [...ids].flatMap((id) => {
    const miner = feed.miners.get(id)
    return miner ? [toLive(miner)] : []
  })
}

/** What a page that looks at some miners gets of a message about all. */
export function withinView(message: LiveToClient, view: ReadonlySet<string>): LiveToClient {
  if (message.type === 'changes' && message.miners)
    return { ...message, miners: message.miners.filter(({ id }) => view.has(id)) }
  if (message.type !== 'ages') return message
  const ages = Object.entries(message.ages).map(([id, age]): [string, LiveAge] => [
    id,
    age.not ? { ...age, not: age.not.filter((miner) => view.has(miner)) } : age,
  ])
  return { ...message, ages: Object.fromEntries(ages) }
}

/** The feed as a first message: of a large fleet the miners that are looked at. */
export function snapshotMessage(
  feed: FeedState,
  now: number,
  summary: OverviewSummary,
  view: ReadonlySet<string> = new Set(),
): LiveToClient {
  const isPart = extentOf(feed) === 'part'
  return {
    type: 'snapshot',
    serverTime: now,
    summary,
    controllers: [...feed.controllers.values()],
    miners: isPart ? valuesOf(feed, view) : [...feed.miners.values()].map(toLive),
    ...(isPart ? { part: true } : {}),
    power: [...feed.power.values()],
    alerts: feed.alerts.worst,
  }
}

function toLive({ controllerId: _, ...live }: FeedMiner): MinerLive {
  return live
}
