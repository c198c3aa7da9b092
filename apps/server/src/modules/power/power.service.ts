import {
  type EnvironmentSample,
  EnvironmentSampleSchema,
  type MiningShip,
  type PowerSettings,
  PowerSettingsSchema,
} from '@shipminer/contract/environment'
import { minerName } from '@shipminer/domain/miner-name'
import { controllerStatus } from '@shipminer/domain/silence'
import type { Store } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { utcDay } from '../../platform/time.ts'
import type { PowerPort } from './power.port.ts'
import * as repository from './power.repository.ts'
import { bucketsOf, coarseMs, fineMs, type PowerBucket } from './power-sums.ts'
import { previewSettings } from './preview.ts'

export type ShipValues = {
  minerIds: string[]
  online: number
  hashrateThs: number | null
  powerWatts: number | null
}

export type PowerDeps = {
  store: Store
  clock: () => number
  /** Latest values of the miners on some controllers. */
  shipValues(ownerId: string, controllerIds: readonly string[]): Promise<ShipValues>
  /** Expected earnings of some controllers in a span, satoshi; null is unknown. */
  earnedSat(controllerIds: readonly string[], from: number, to: number): Promise<number | null>
  logChange(controllerIds: readonly string[], actorId: string, event: string): Promise<void>
}

const defaultPollIntervalMs = 10_000
const eventsShown = 200
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Fine buckets are kept 13 months, like those of miners. */
const fineKeptMs = 400 * dayMs

export type Power = ReturnType<typeof createPower>

/** The power budget of ships: what followers on board told, and what owners set for them. */
export function createPower(deps: PowerDeps) {
  const { store, clock } = deps

  async function ownShip(ownerId: string, shipId: string): Promise<repository.ShipRow> {
    const [ship] = isUuid(shipId) ? await repository.listShips(store.db, ownerId, shipId) : []
    if (!ship) throw new AppError('ship-not-found')
    return ship
  }

  async function presentShip(
    ownerId: string,
    ship: repository.ShipRow,
    controllers: readonly repository.ShipControllerRow[],
  ): Promise<MiningShip> {
    const now = clock()
    const values = await deps.shipValues(
      ownerId,
      controllers.map(({ id }) => id),
    )
    const samples = controllers.flatMap(({ sample }) =>
      sample ? [EnvironmentSampleSchema.parse(sample)] : [],
    )
    return {
      ...ship,
      controllers: controllers.map(({ id, name, lastSeenAt, pollIntervalMs }) => ({
        id,
        name,
        status: controllerStatus({
          lastSeenAt: lastSeenAt?.getTime() ?? null,
          now,
          pollIntervalMs: pollIntervalMs ?? defaultPollIntervalMs,
        }),
      })),
      minerCount: values.minerIds.length,
      onlineMiners: values.online,
      hashrateThs: values.hashrateThs,
      powerWatts: values.powerWatts,
      follower: samples.find(({ state }) => state !== 'off')?.state ?? null,
    }
  }

  /** The order in which miners give way, by id as pages name them or by device key as the line does; what is not there is left out. */
  async function named(
    settings: PowerSettings,
    controllerIds: readonly string[],
    as: 'ids' | 'keys',
  ): Promise<PowerSettings> {
    if (settings.order.length === 0) return settings
    const miners = await repository.listDeviceKeys(store.db, controllerIds)
    const names = new Map(
      miners.map(({ id, deviceKey }) => (as === 'ids' ? [deviceKey, String(id)] : [String(id), deviceKey])),
    )
    return { ...settings, order: settings.order.flatMap((name) => names.get(name) ?? []) }
  }

  async function report(controllerIds: readonly string[], from: number, to: number) {
    const buckets = await repository.readPower(store.db, {
      controllerIds,
      from: new Date(from),
      to: new Date(to),
      stepSeconds: 3600,
    })
    const [whole] = buckets.length === 0 ? [] : [sumAll(buckets)]
    const earned = whole ? await deps.earnedSat(controllerIds, from, to) : null
    return reportOf(from, to, whole ?? null, earned)
  }

  return {
    async ships(ownerId: string): Promise<MiningShip[]> {
      const [ships, controllers] = await Promise.all([
        repository.listShips(store.db, ownerId),
        repository.listShipControllers(store.db, ownerId),
      ])
      return Promise.all(
        ships.map((ship) =>
          presentShip(
            ownerId,
            ship,
            controllers.filter(({ shipId }) => shipId === ship.id),
          ),
        ),
      )
    },

    async ship(ownerId: string, shipId: string): Promise<MiningShip> {
      const ship = await ownShip(ownerId, shipId)
      return presentShip(ownerId, ship, await repository.listShipControllers(store.db, ownerId, ship.id))
    },

    async shipMinerIds(ownerId: string, shipId: string): Promise<string[]> {
      const ship = await ownShip(ownerId, shipId)
      const controllers = await repository.listShipControllers(store.db, ownerId, ship.id)
      const { minerIds } = await deps.shipValues(
        ownerId,
        controllers.map(({ id }) => id),
      )
      return minerIds
    },

    /** @throws AppError `ship-not-found` */
    async environment(ownerId: string, shipId: string, hours: number) {
      const ship = await ownShip(ownerId, shipId)
      const controllers = await repository.listShipControllers(store.db, ownerId, ship.id)
      const controllerIds = controllers.map(({ id }) => id)
      const to = clock()
      const from = to - hours * hourMs
      const stepSeconds = hours <= 24 ? 300 : hours <= 31 * 24 ? 3_600 : 86_400
      const [buckets, events, settings, summary] = await Promise.all([
        repository.readPower(store.db, {
          controllerIds,
          from: new Date(from),
          to: new Date(to),
          stepSeconds,
        }),
        repository.listPowerEvents(store.db, controllerIds, new Date(from), eventsShown),
        repository.findShipSettings(store.db, ship.id),
        report(controllerIds, from, to),
      ])
      const [following] = controllers.filter(({ effective }) => effective !== null)
      return {
        now: controllers.flatMap(({ id, sample, receivedAt }) =>
          sample && receivedAt
            ? [
                {
                  controllerId: id,
                  receivedAt: receivedAt.getTime(),
                  sample: EnvironmentSampleSchema.parse(sample),
                },
              ]
            : [],
        ),
        stepSeconds,
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
          minerName:
            row.minerId === null
              ? null
              : minerName({
                  id: row.minerId,
                  name: row.minerName,
                  model: row.minerModel,
                  make: row.minerMake,
                  worker: null,
                }),
        })),
        settings: settings === null ? null : PowerSettingsSchema.parse(settings),
        effective: following
          ? await named(PowerSettingsSchema.parse(following.effective), controllerIds, 'ids')
          : null,
        report: summary,
      }
    },

    /** @throws AppError `ship-not-found` */
    async saveSettings(ownerId: string, shipId: string, settings: PowerSettings): Promise<PowerSettings> {
      const ship = await ownShip(ownerId, shipId)
      const controllers = await repository.listShipControllers(store.db, ownerId, ship.id)
      await store.db.transaction().execute(async (trx) => {
        await repository.saveSettings(trx, { shipId: ship.id, settings, by: ownerId, at: new Date(clock()) })
        for (const { id } of controllers) await store.notify('power_settings', id, trx)
      })
      await deps.logChange(
        controllers.map(({ id }) => id),
        ownerId,
        'power-settings-changed',
      )
      return settings
    },

    /** What the last week was, and what it would have been with other settings. @throws AppError `ship-not-found` */
    async preview(ownerId: string, shipId: string, settings: PowerSettings) {
      const ship = await ownShip(ownerId, shipId)
      const controllers = await repository.listShipControllers(store.db, ownerId, ship.id)
      const controllerIds = controllers.map(({ id }) => id)
      const to = clock()
      const from = to - 7 * dayMs
      const [buckets, present, miners, earnedSat, byKey] = await Promise.all([
        repository.readPower(store.db, {
          controllerIds,
          from: new Date(from),
          to: new Date(to),
          stepSeconds: 300,
        }),
        report(controllerIds, from, to),
        repository.listWeekMiners(store.db, controllerIds, utcDay(from)),
        deps.earnedSat(controllerIds, from, to),
        named(settings, controllerIds, 'keys'),
      ])
      const miningWs = buckets.reduce((sum, bucket) => sum + (bucket.miningWs ?? 0), 0)
      const { warnings, ...preview } = previewSettings({
        settings: byKey,
        buckets,
        miners,
        satPerWs: earnedSat === null || miningWs === 0 ? null : earnedSat / miningWs,
      })
      return { present, preview: { from, to, ...preview }, warnings }
    },

    /** Drops what is older than is kept. */
    async sweep(): Promise<void> {
      await repository.dropFine(store.db, new Date(clock() - fineKeptMs))
    },

    async settingsOf(db, controllerId) {
      const found = await repository.findSettings(db, controllerId)
      if (!found) return null
      const settings = PowerSettingsSchema.parse(found.settings)
      return { version: found.version, settings: await named(settings, [controllerId], 'keys') }
    },

    storeEffective: repository.keepEffective,

    async storeBatch(trx, { controllerId, batch, corrected, receivedAt }) {
      const samples = (batch.environment ?? []).map((sample) => ({ at: corrected(sample.at), sample }))
      if (samples.length > 0) {
        await repository.addBuckets(trx, 'power_5m', controllerId, bucketsOf(samples, fineMs))
        await repository.addBuckets(trx, 'power_1h', controllerId, bucketsOf(samples, coarseMs))
        const newest = samples.reduce((a, b) => (b.at >= a.at ? b : a))
        const sample: EnvironmentSample = { ...newest.sample, at: newest.at }
        await repository.keepNewest(trx, controllerId, {
          sample,
          at: new Date(newest.at),
          receivedAt: new Date(receivedAt),
        })
      }
      await repository.insertPowerEvents(
        trx,
        controllerId,
        (batch.powerEvents ?? []).map((event) => ({ ...event, at: new Date(corrected(event.at)) })),
      )
    },
  } satisfies PowerPort & Record<string, unknown>
}

function mean(wattSeconds: number | null, seconds: number): number | null {
  return wattSeconds === null || seconds === 0 ? null : Math.round(wattSeconds / seconds)
}

function sumAll(buckets: readonly PowerBucket[]) {
  const add = (pick: (bucket: PowerBucket) => number | null) =>
    buckets.reduce<number | null>((sum, bucket) => {
      const value = pick(bucket)
      return value === null ? sum : (sum ?? 0) + value
    }, null)
  return {
    allowedWs: add((bucket) => bucket.allowedWs),
    usedWs: add((bucket) => bucket.usedWs),
    miningWs: add((bucket) => bucket.miningWs),
    curtailedWs: add((bucket) => bucket.curtailedWs),
    curtailedSeconds: add((bucket) => bucket.curtailedSeconds) ?? 0,
  }
}

/** What giving way cost: the curtailed energy at what a watt second of the same span earned. */
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
      ? Math.round(((earnedSat ?? 0) * (sums?.curtailedWs ?? 0)) / (sums?.miningWs ?? 1))
      : null,
  }
}
