import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LiveToClient, MinerChange } from '@shipminer/contract/live'
import type { Controller, OverviewSummary } from '@shipminer/contract/mining'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import type { Store } from '../../platform/db/store.ts'
import {
  ageNewsOf,
  extentOf,
  type FeedMiner,
  type FeedState,
  type FleetReader,
  feedSummary,
  mergeMiners,
  mergePower,
  type PowerReader,
  snapshotMessage,
  startPositions,
  valuesOf,
  withinView,
} from './live-feed.ts'
import { isControllerNews, summaryNews, summaryToSend } from './live-news.policy.ts'

/** Shortest time between two messages to a watcher: at most two a second. */
const flushEveryMs = 500
/** The same for one who saves data: a poll of the miners, and no more than keeps what a follower reports from being called old. */
const saverFlushEveryMs = 15_000
/** How many times wider the bands of miners are for one who saves data. */
const saverWidth = 2
/** How often ages are checked without a sample, so that totals reflect miners that fall silent. */
const ageEveryMs = 5_000
/** Earnings of the day grow with every share; a page that nobody touches need not hear of it more often. */
const earningsEveryMs = 60_000
export const heartbeatEveryMs = 15_000

/** The same for a large fleet, whose figures are those of many. */
const largeFlushEveryMs = 2_000

/** A page that watches. `send` gets a text that is encoded once for all watchers of the same small fleet. */
export type Watcher = { send(text: string): void }

/** What a watcher can do: look at other miners, or leave. */
export type Watching = { look(ids: readonly string[]): void; stop(): void }

export type LiveHub = {
  /** Adds a watcher of this owner's fleet; it gets a snapshot at once. */
  watch(userId: string, watcher: Watcher, saver?: boolean): Promise<Watching>
  watchers(): number
  close(): Promise<void>
}

export type LiveHubDeps = {
  store: Store
  fleet: FleetReader
  power: PowerReader
  clock: () => number
  logger: FastifyBaseLogger
  offlineAfterMs: number
}

type Feed = FeedState & {
  userId: string
  /** Its pages save data. */
  saver: boolean
  /** Each with the miners that it looks at. */
  watchers: Map<Watcher, ReadonlySet<string>>
  dirty: Map<string, number>
  alertsDirty: boolean
  /** Controllers whose alerts have changed. */
  alertsOf: Set<string>
  reload: boolean
  lastFlushAt: number
  lastEarningsAt: number
  /** When something went to all pages last. */
  spokeAt: number
  /** As it was sent. */
  summary: OverviewSummary
  timer: NodeJS.Timeout | null
  flushing: Promise<void>
}

const widthOf = ({ saver }: { saver: boolean }) => (saver ? saverWidth : 1)

const hasSameBoxes = ({ controllers }: Feed, fresh: readonly Controller[]) =>
  fresh.length === controllers.size && fresh.every(({ id }) => controllers.has(id))

const SignalSchema = z.object({ controllerId: z.string() })
const FleetSignalSchema = z.object({ userId: z.string() })

/**
 * Live values: signals that a controller's rows changed arrive through the database (so any server may have stored them); the hub reads the
 * changed rows once per owner and sends them to everyone who watches that owner's fleet.
 */
export async function createLiveHub(deps: LiveHubDeps): Promise<LiveHub> {
  const { store, fleet, clock, logger, offlineAfterMs } = deps
  const feeds = new Map<string, Promise<Feed>>()
  const ready = new Map<string, Feed>()

  function broadcast(feed: Feed, message: LiveToClient): void {
    feed.spokeAt = clock()
    if (extentOf(feed) === 'whole') {
      const text = JSON.stringify(message)
      for (const watcher of feed.watchers.keys()) watcher.send(text)
      return
    }
    for (const [watcher, view] of feed.watchers) watcher.send(JSON.stringify(withinView(message, view)))
  }

  function resendAll(feed: Feed): void {
    const message = (view?: ReadonlySet<string>) => snapshotMessage(feed, clock(), feed.summary, view)
    if (extentOf(feed) === 'whole') {
      broadcast(feed, message())
      return
    }
    feed.spokeAt = clock()
    for (const [watcher, view] of feed.watchers) watcher.send(JSON.stringify(message(view)))
  }

  function pauseMs(feed: Feed): number {
    const { saver, controllers } = feed
    if (!saver) return extentOf(feed) === 'part' ? largeFlushEveryMs : flushEveryMs
    return Math.min(
      saverFlushEveryMs,
      ...[...controllers.values()].map(({ pollIntervalMs }) => pollIntervalMs),
    )
  }

  function schedule(feed: Feed): void {
    if (feed.timer) return
    const delayMs = Math.max(0, feed.lastFlushAt + pauseMs(feed) - clock())
    feed.timer = setTimeout(() => {
      feed.timer = null
      feed.lastFlushAt = clock()
      feed.flushing = feed.flushing
        .then(() => flush(feed))
        .catch((error) => logger.error({ err: error }, 'live feed failed'))
    }, delayMs)
  }

  async function flush(feed: Feed): Promise<void> {
    if (feed.reload) {
      feed.reload = false
      Object.assign(feed, await load(feed.userId))
      feed.summary = feedSummary(feed, clock(), offlineAfterMs)
      resendAll(feed)
      return
    }
    const isAsked = feed.dirty.size > 0 || feed.alertsDirty
    const fresh = isAsked ? await fleet.controllers(feed.userId) : null
    // Anyone who has lost a box gets nothing more of it.
    if (fresh && !hasSameBoxes(feed, fresh)) {
      feed.reload = true
      return flush(feed)
    }
    const dirty = [...feed.dirty]
    feed.dirty.clear()
    const miners: MinerChange[] = []
    for (const [controllerId, since] of dirty)
      miners.push(...mergeMiners(feed, await fleet.liveMiners(controllerId, since), widthOf(feed)))
    let controllers: Controller[] = []
    if (fresh) {
      controllers = fresh.filter((controller) =>
        isControllerNews(feed.controllers.get(controller.id), controller),
      )
      feed.controllers = new Map(fresh.map((controller) => [controller.id, controller]))
    }
    const power = mergePower(feed, await deps.power.latest(dirty.map(([controllerId]) => controllerId)))
    const alertsChanged = feed.alertsDirty
    if (feed.alertsDirty) {
      feed.alertsDirty = false
      feed.alerts = await fleet.alerts(feed.userId)
      const touched = [...feed.alertsOf]
      feed.alertsOf.clear()
      for (const controllerId of touched)
        miners.push(...mergeMiners(feed, await fleet.liveMiners(controllerId, null), widthOf(feed)))
    }
    if (clock() - feed.lastEarningsAt > earningsEveryMs) {
      feed.lastEarningsAt = clock()
      feed.earnings = await fleet.earnings(feed.userId)
    }
    const now = clock()
    const ages = ageNewsOf(feed)
    if (Object.keys(ages).length > 0) broadcast(feed, { type: 'ages', serverTime: now, ages })
    // Both pass all miners of the fleet.
    if (extentOf(feed) === 'part') await nextTurn()
    const summary = summaryToSend(feed.summary, feedSummary(feed, now, offlineAfterMs))
    const totals = summaryNews(feed.summary, summary)
    feed.summary = summary
    const changes = {
      ...(totals ? { summary: totals } : {}),
      ...(controllers.length > 0 ? { controllers } : {}),
      ...(miners.length > 0 ? { miners } : {}),
      ...(power.length > 0 ? { power } : {}),
      ...(alertsChanged ? { alerts: feed.alerts.worst } : {}),
    }
    if (Object.keys(changes).length > 0) broadcast(feed, { type: 'changes', serverTime: now, ...changes })
  }

  async function load(userId: string): Promise<FeedState> {
    const controllers = await fleet.controllers(userId)
    const miners: FeedMiner[] = []
    // One box after another: a large fleet does not keep the database from others.
    for (const { id } of controllers) miners.push(...(await fleet.liveMiners(id, null)))
    const power = await deps.power.latest(controllers.map(({ id }) => id))
    const state = {
      controllers: new Map(controllers.map((controller) => [controller.id, controller])),
      miners: new Map(miners.map((miner) => [miner.id, miner])),
      power: new Map(power.map((one) => [one.controllerId, one])),
    }
    return {
      ...state,
      sentUpTo: startPositions(state),
      alerts: await fleet.alerts(userId),
      earnings: await fleet.earnings(userId),
    }
  }

  async function open(key: string, userId: string, saver: boolean): Promise<Feed> {
    const loadedAt = clock()
    const state = await load(userId)
    const feed: Feed = {
      ...state,
      userId,
      saver,
      watchers: new Map(),
      // Rows stored while loading are read again.
      dirty: new Map([...state.controllers.keys()].map((controllerId) => [controllerId, loadedAt - 2_000])),
      alertsDirty: false,
      alertsOf: new Set(),
      reload: false,
      lastFlushAt: 0,
      lastEarningsAt: clock(),
      spokeAt: clock(),
      summary: feedSummary(state, clock(), offlineAfterMs),
      timer: null,
      flushing: Promise.resolve(),
    }
    ready.set(key, feed)
    schedule(feed)
    return feed
  }

  function onSignal(payload: string): void {
    const { controllerId } = SignalSchema.parse(JSON.parse(payload))
    for (const feed of ready.values()) {
      if (!feed.controllers.has(controllerId)) continue
      // A little earlier than now: a row that another server stored carries that server's clock.
      if (!feed.dirty.has(controllerId))
        feed.dirty.set(controllerId, Math.min(feed.lastFlushAt || clock(), clock()) - 2_000)
      schedule(feed)
    }
  }

  const stops = await Promise.all([
    store.listen('live', onSignal, () => {
      for (const feed of ready.values()) {
        feed.reload = true
        schedule(feed)
      }
    }),
    store.listen('alerts', (payload) => {
      const { controllerId } = SignalSchema.parse(JSON.parse(payload))
      for (const feed of ready.values()) {
        if (!feed.controllers.has(controllerId)) continue
        feed.alertsDirty = true
        feed.alertsOf.add(controllerId)
        schedule(feed)
      }
    }),
    store.listen('fleet', (payload) => {
      const { userId } = FleetSignalSchema.parse(JSON.parse(payload))
      for (const feed of ready.values()) {
        if (feed.userId !== userId) continue
        feed.reload = true
        schedule(feed)
      }
    }),
  ])

  const ageTimer = setInterval(() => {
    for (const feed of ready.values()) schedule(feed)
  }, ageEveryMs)
  const heartbeatTimer = setInterval(() => {
    const now = clock()
    for (const feed of ready.values())
      if (now - feed.spokeAt >= heartbeatEveryMs / 2) broadcast(feed, { type: 'heartbeat', serverTime: now })
  }, heartbeatEveryMs)

  return {
    async watch(userId, watcher, saver = false) {
      const key = saver ? `${userId} saver` : userId
      let feed: Feed
      do {
        let opening = feeds.get(key)
        if (!opening) {
          opening = open(key, userId, saver)
          feeds.set(key, opening)
          opening.catch(() => feeds.delete(key))
        }
        feed = await opening
        // While this one waited the last other watcher may have left, and the feed with it.
      } while (ready.get(key) !== feed)
      feed.watchers.set(watcher, new Set())
      watcher.send(JSON.stringify(snapshotMessage(feed, clock(), feed.summary)))
      return {
        look(ids) {
          const before = feed.watchers.get(watcher)
          if (!before || extentOf(feed) === 'whole') return
          feed.watchers.set(watcher, new Set(ids))
          const miners = valuesOf(
            feed,
            ids.filter((id) => !before.has(id)),
          )
          if (miners.length > 0)
            watcher.send(
              JSON.stringify({ type: 'changes', serverTime: clock(), miners } satisfies LiveToClient),
            )
        },
        stop() {
          feed.watchers.delete(watcher)
          if (feed.watchers.size > 0 || ready.get(key) !== feed) return
          if (feed.timer) clearTimeout(feed.timer)
          ready.delete(key)
          feeds.delete(key)
        },
      }
    },
    watchers: () => [...ready.values()].reduce((count, feed) => count + feed.watchers.size, 0),
    async close() {
      clearInterval(ageTimer)
      clearInterval(heartbeatTimer)
      await Promise.all(stops.map((stop) => stop()))
      for (const feed of ready.values()) if (feed.timer) clearTimeout(feed.timer)
      await Promise.allSettled([...ready.values()].map((feed) => feed.flushing))
    },
  }
}
