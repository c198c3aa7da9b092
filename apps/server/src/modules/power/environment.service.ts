import type { LivePower } from '@shipminer/contract/live'
import { type PowerSettings, PowerSettingsSchema } from '@shipminer/contract/power/environment'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import { safeTotal, safeWhole } from '@shipminer/domain/safe-whole'
import { utcDay } from '../../platform/time.ts'
import { findShip } from './own-ships.service.ts'
import type { PowerDeps } from './power.deps.ts'
import * as repository from './power.repository.ts'
import { nameOrder } from './power-settings.service.ts'
import type { PowerBucket } from './power-sums.ts'
import { previewSettings } from './preview.ts'
import { otherMeterOn, unreadableOn } from './unreadable.ts'

const eventsShown = 200
/** Steps before the one that was asked for that are reported again. */
const lateSteps = 2
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** @throws AppError `ship-not-found` */
export async function readEnvironment(
  deps: PowerDeps,
  ownerId: string,
  shipId: string,
  { hours, since = 0 }: { hours: number; since?: number | undefined },
) {
  const ship = await findShip(deps, ownerId, 'read', shipId)
  const controllers = await repository.listShipControllers(deps.store.db, ownerId, 'read', ship.id)
  const controllerIds = controllers.map(({ id }) => id)
  const to = deps.clock()
  const from = to - hours * hourMs
  const stepSeconds = hours <= 24 ? 300 : hours <= 31 * 24 ? 3_600 : 86_400
  // What was stored late belongs to times before the newest that was seen.
  const newsFrom = Math.max(from, (Math.floor(since / 1000 / stepSeconds) - lateSteps) * stepSeconds * 1000)
  const [buckets, events, settings, summary] = await Promise.all([
    repository.readPower(deps.store.db, {
      controllerIds,
      from: new Date(newsFrom),
      to: new Date(to),
      stepSeconds,
    }),
    repository.listPowerEvents(deps.store.db, controllerIds, new Date(newsFrom), eventsShown),
    repository.findShipSettings(deps.store.db, ship.id),
    readReport(deps, controllerIds, from, to),
  ])
  // What cannot be read is not shown, and hides nothing of another box.
  const followers = controllers.flatMap(
    ({ effective }) => PowerSettingsSchema.safeParse(effective).data ?? [],
  )
  const [followed] = followers
  return {
    now: controllers.flatMap(({ id, sample, receivedAt }) =>
      sample && receivedAt ? [{ controllerId: id, receivedAt: receivedAt.getTime(), sample }] : [],
    ),
    stepSeconds,
    tellsFrom: newsFrom,
    points: buckets.map((bucket) => ({
      at: bucket.bucketAt,
      generatorLoadWatts: mean(bucket.generatorWs, bucket.generatorSeconds),
      shipLoadWatts: mean(bucket.shipWs, bucket.shipSeconds),
      miningLoadWatts: mean(bucket.miningWs, bucket.miningSeconds),
      allowedMiningWatts: mean(bucket.allowedWs, bucket.allowedSeconds),
      curtailedSeconds: bucket.curtailedSeconds,
      coverage: Math.min(1, bucket.seconds / (stepSeconds * Math.max(1, controllerIds.length))),
    })),
    events: events.map((row) => ({
      at: row.at.getTime(),
      kind: row.kind as never,
      deviceKey: row.deviceKey,
      watts: row.watts,
      ...(row.tookMs === null ? {} : { tookMs: row.tookMs }),
      minerId: row.minerId === null ? null : String(row.minerId),
      minerName:
        row.minerId === null
          ? null
          : minerName({
              id: row.minerId,
              name: row.minerName,
              called: row.minerCalled,
              model: row.minerModel,
              make: row.minerMake,
              worker: null,
            }),
    })),
    settings: PowerSettingsSchema.safeParse(settings).data ?? null,
    unreadable: unreadableOn(controllers),
    otherMeter: otherMeterOn(controllers),
    followers: followers.length,
    effective: followed ? await nameOrder(deps, followed, controllerIds, 'ids') : null,
    // What giving way cost is its owner's to know.
    report: ship.shared === null ? summary : { ...summary, lostSat: null },
  }
}

/** What the followers of some controllers reported last; the caller knows whose they are. */
export async function readLatest(deps: PowerDeps, controllerIds: readonly string[]): Promise<LivePower[]> {
  const rows = await repository.listLatest(deps.store.db, controllerIds)
  return rows.map(({ controllerId, sample, receivedAt }) => ({
    controllerId,
    receivedAt: receivedAt.getTime(),
    sample,
  }))
}

/** What the last week was, and what it would have been with other settings. @throws AppError `ship-not-found` */
export async function previewWeek(deps: PowerDeps, ownerId: string, shipId: string, settings: PowerSettings) {
  const ship = await findShip(deps, ownerId, 'act', shipId)
  const controllers = await repository.listShipControllers(deps.store.db, ownerId, 'act', ship.id)
  const controllerIds = controllers.map(({ id }) => id)
  const to = deps.clock()
  const from = to - 7 * dayMs
  const [buckets, present, miners, earnedSat, byKey] = await Promise.all([
    repository.readPower(deps.store.db, {
      controllerIds,
      from: new Date(from),
      to: new Date(to),
      stepSeconds: 300,
    }),
    readReport(deps, controllerIds, from, to),
    repository.listWeekMiners(deps.store.db, controllerIds, utcDay(from)),
    ship.shared === null ? deps.earnedSat(controllerIds, from, to) : null,
    nameOrder(deps, settings, controllerIds, 'keys'),
  ])
  const miningWs = buckets.reduce((sum, bucket) => sum + (bucket.miningWs ?? 0), 0)
  const { warnings, ...preview } = previewSettings({
    settings: byKey,
    buckets,
    miners,
    satPerWs: earnedSat === null || miningWs === 0 ? null : earnedSat / miningWs,
  })
  return {
    present: ship.shared === null ? present : { ...present, lostSat: null },
    preview: { from, to, ...preview },
    warnings,
  }
}

async function readReport(deps: PowerDeps, controllerIds: readonly string[], from: number, to: number) {
  const buckets = await repository.readPower(deps.store.db, {
    controllerIds,
    from: new Date(from),
    to: new Date(to),
    stepSeconds: 3600,
  })
  const [whole] = buckets.length === 0 ? [] : [sumAll(buckets)]
  const earned = whole ? await deps.earnedSat(controllerIds, from, to) : null
  return reportOf(from, to, whole ?? null, earned)
}

function mean(wattSeconds: number | null, seconds: number): number | null {
  return wattSeconds === null || seconds === 0 ? null : Math.round(wattSeconds / seconds)
}

export function sumAll(buckets: readonly PowerBucket[]) {
  const add = (pick: (bucket: PowerBucket) => number | null) => {
    const known = buckets.flatMap((bucket) => pick(bucket) ?? [])
    return known.length === 0 ? null : safeTotal(known)
  }
  return {
    allowedWs: add((bucket) => bucket.allowedWs),
    usedWs: add((bucket) => bucket.usedWs),
    miningWs: add((bucket) => bucket.miningWs),
    curtailedWs: add((bucket) => bucket.curtailedWs),
    overLimitMs: add((bucket) => bucket.overLimitMs),
    overCapacityMs: add((bucket) => bucket.overCapacityMs),
    curtailedSeconds: add((bucket) => bucket.curtailedSeconds) ?? 0,
  }
}

/** The cost of curtailing: the curtailed energy valued at what a watt second earned in the same span. */
export function reportOf(
  from: number,
  to: number,
  sums: ReturnType<typeof sumAll> | null,
  earnedSat: number | null,
) {
  const wattHours = (wattSeconds: number | null) =>
    wattSeconds === null ? null : Math.round(wattSeconds / 3600)
  const canTell = sums?.miningWs && sums.curtailedWs !== null && earnedSat !== null
  return {
    from,
    to,
    spareWh: wattHours(sums?.allowedWs ?? null),
    usedWh: wattHours(sums?.usedWs ?? null),
    curtailedSeconds: sums?.curtailedSeconds ?? 0,
    lostSat: canTell
      ? safeWhole(((earnedSat ?? 0) * (sums?.curtailedWs ?? 0)) / (sums?.miningWs ?? 1))
      : null,
  }
}
