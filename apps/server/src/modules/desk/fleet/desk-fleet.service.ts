import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeskMiner, deskFleetEndpoints, MinerHealth } from '@shipminer/contract/desk/fleet'
import { AlertSchema } from '@shipminer/contract/mining'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import type * as mini from 'zod/mini'
import { readKeyPage } from '../../../platform/db/pages/key-pages.ts'
import {
  addUpFleets,
  countDeskControllers,
  countFirmwares,
  countOpenAlerts,
  countVersions,
  type DeskMinerRow,
  defaultPollIntervalMs,
  type FleetPart,
  type FleetStateRow,
  hasMoreMiners,
  healthOf,
  listDeskMiners,
  listFleetStates,
  listModels,
} from '../../fleet/fleet.port.ts'
import type { DeskDeps } from '../desk.deps.ts'

type Totals = Omit<mini.input<typeof deskFleetEndpoints.deskFleet.data>, 'serverTime'>
type Query = mini.output<typeof deskFleetEndpoints.deskFleetMiners.query & object>
type Filter = Omit<Query, 'after' | 'before' | 'direction'>
type Deps = Pick<DeskDeps, 'store' | 'clock' | 'offlineAfterMs'>

const perPage = 50
/** Most miners read at once. */
const rowsAtOnce = 500
/** Health states whose values are fresh; totals leave the others out. */
const freshHealths: readonly MinerHealth[] = ['mining', 'curtailed', 'idle', 'alert']
const knownKind = (kind: string) => AlertSchema.shape.kind.safeParse(kind).data ?? null

/** Of a larger fleet a page gets what was added up last, and the next sum is made beside it. */
const addedUpAtOnce = 2_000
const freshMs = 10_000
/** While nobody looks. */
const lookMs = 5 * 60_000

export type FleetTotals = {
  /** The totals, with when they were added up. Nobody waits for those of a large fleet once `begin` is done. */
  read: () => Promise<Totals & { serverTime: number }>
  /** Adds up a large fleet before anybody asks, and again from time to time, so that the first who looks meets something recent. */
  begin: () => Promise<void>
  end: () => Promise<void>
}

export function createFleetTotals(
  deps: Deps & Pick<DeskDeps, 'logger'>,
  { atOnce = addedUpAtOnce } = {},
): FleetTotals {
  let kept: Totals | null = null
  let adding: Promise<Totals> | null = null
  let timer: NodeJS.Timeout | undefined
  const addUp = () => {
    adding ??= readFleet(deps)
      .then((totals) => {
        kept = totals
        return totals
      })
      .finally(() => {
        adding = null
      })
    return adding
  }
  const warn = (error: unknown) => deps.logger.warn({ err: error }, 'the fleets could not be added up')
  const addUpLarge = async () => {
    if (await hasMoreMiners(deps.store.db, atOnce)) await addUp()
  }
  return {
    async read() {
      const now = deps.clock()
      if (kept === null || kept.miners <= atOnce) return { ...(await addUp()), serverTime: now }
      if (now - kept.at > freshMs) addUp().catch(warn)
      return { ...kept, serverTime: now }
    },
    async begin() {
      await addUpLarge().catch(warn)
      timer = setInterval(() => void addUpLarge().catch(warn), lookMs).unref()
    },
    async end() {
      clearInterval(timer)
      await adding?.catch(warn)
    },
  }
}

/** All of it, added up now. */
export async function readFleet({ store, clock, offlineAfterMs }: Deps): Promise<Totals> {
  const now = clock()
  const [totals, controllers, firmwares, versions, models, kinds] = await Promise.all([
    addUpAll({ store, clock, offlineAfterMs }),
    countDeskControllers(store.db, { now, pollIntervalMs: defaultPollIntervalMs }),
    countFirmwares(store.db),
    countVersions(store.db),
    listModels(store.db),
    countOpenAlerts(store.db),
  ])
  return {
    at: now,
    ...totals,
    controllers: {
      ...controllers,
      silent: controllers.all - controllers.online - controllers.neverSeen,
    },
    firmwares,
    versions,
    models,
    alertKinds: kinds.flatMap(({ kind, alerts }) => {
      const known = knownKind(kind)
      return known ? [{ kind: known, alerts }] : []
    }),
  }
}

/** Of all miners: the database adds up those whose health is sure; the others are read and assessed, some at a time. */
async function addUpAll({ store, clock, offlineAfterMs }: Deps) {
  const now = clock()
  const parts = await addUpFleets(store.db, { now, offlineAfterMs })
  const doubtful = parts.flatMap(({ health, id }) => (health === null && id !== null ? [id] : []))
  for (let from = 0; from < doubtful.length; from += rowsAtOnce) {
    const rows = await listFleetStates(store.db, doubtful.slice(from, from + rowsAtOnce))
    parts.push(
      ...rows.map((row) => ({ ...partOf(row), id: null, health: healthOf(row, now, offlineAfterMs) })),
    )
    // The calls of others get their turn.
    await nextTurn()
  }
  const byHealth = { mining: 0, curtailed: 0, idle: 0, alert: 0, stale: 0, offline: 0, unknown: 0 }
  const sum = { ...nothing }
  for (const { health, ...part } of parts) {
    if (health === null) continue
    byHealth[health] += part.miners
    sum.miners += part.miners
    if (!freshHealths.includes(health)) continue
    for (const key of valuesOfPart) sum[key] += part[key]
  }
  return {
    miners: sum.miners,
    byHealth,
    hashrateThs: sum.hashrateKnown === 0 ? null : sum.hashrateGhs / 1000,
    hashrateKnown: sum.hashrateKnown,
    compared: {
      miners: sum.compared,
      hashrateThs: sum.comparedGhs / 1000,
      expectedThs: sum.expectedGhs / 1000,
    },
    powerWatts: sum.powerKnown === 0 ? null : sum.powerWatts,
    powerKnown: sum.powerKnown,
  }
}

const valuesOfPart = [
  ...(['hashrateKnown', 'powerKnown', 'compared'] as const),
  ...(['hashrateGhs', 'powerWatts', 'comparedGhs', 'expectedGhs'] as const),
] as const

type FleetSums = Omit<FleetPart, 'health' | 'id'>
const nothing: FleetSums = {
  ...{ miners: 0, hashrateKnown: 0, powerKnown: 0, compared: 0 },
  ...{ hashrateGhs: 0, powerWatts: 0, comparedGhs: 0, expectedGhs: 0 },
}

/** One miner as a part of the totals. */
function partOf({ hashrateGhs, powerWatts, expectedGhs }: FleetStateRow): FleetSums {
  const isCompared = hashrateGhs !== null && expectedGhs !== null
  return {
    miners: 1,
    hashrateKnown: hashrateGhs === null ? 0 : 1,
    powerKnown: powerWatts === null ? 0 : 1,
    compared: isCompared ? 1 : 0,
    hashrateGhs: hashrateGhs ?? 0,
    powerWatts: powerWatts ?? 0,
    comparedGhs: isCompared ? hashrateGhs : 0,
    expectedGhs: isCompared ? expectedGhs : 0,
  }
}

/** A page of miners, by when they became known. */
export async function listFleetMiners(deps: Deps, query: Query) {
  const now = deps.clock()
  const { after, before, direction, ...filter } = query
  const { rows, ...beside } = await readKeyPage(
    { after, before },
    perPage,
    ({ key, isBack, limit }) =>
      walkMiners(
        deps,
        now,
        { ...filter, after: key ?? undefined, isBack: (direction === 'descending') !== isBack },
        limit,
      ),
    ({ id }) => Number(id),
  )
  return { serverTime: now, miners: rows, ...beside }
}

/** The miners that fit the filters, oldest first, read some at a time so that the calls of others get their turn. */
export async function listAllMiners(deps: Deps, filter: Filter, limit: number): Promise<DeskMiner[]> {
  const now = deps.clock()
  const found: DeskMiner[] = []
  for (let isMore = true; isMore && found.length < limit; ) {
    const last = found.at(-1)
    const after = last && Number(last.id)
    const part = await walkMiners(deps, now, { ...filter, after, isBack: false }, rowsAtOnce)
    found.push(...part)
    isMore = part.length === rowsAtOnce
    await nextTurn()
  }
  return found.slice(0, limit)
}

type WalkQuery = Omit<Query, 'before' | 'direction'> & { isBack: boolean }

/** The first miners of a walk that have the health that is asked for; one more than a page at most is wanted. */
async function walkMiners(
  { store, offlineAfterMs }: Deps,
  now: number,
  { health, ...filter }: WalkQuery,
  wanted: number,
): Promise<DeskMiner[]> {
  let limit = wanted
  const found: DeskMiner[] = []
  // Which of those that can have a health do, only the one state of a miner says.
  const canHave = health && { health, now, offlineAfterMs }
  for (let { after } = filter; ; ) {
    const rows = await listDeskMiners(store.db, { ...filter, canHave, after }, limit)
    for (const row of rows) {
      const seen = healthOf(row, now, offlineAfterMs)
      if (health === undefined || seen === health) found.push(present(row, seen))
    }
    after = rows.at(-1)?.id ?? after
    if (found.length >= wanted || rows.length < limit) return found.slice(0, wanted)
    // Few of them are so: more are read the longer it takes.
    limit = Math.min(rowsAtOnce, limit * 2)
  }
}

/** Without its worker, which names the account at a pool, often a wallet. */
function present(row: DeskMinerRow, health: MinerHealth): DeskMiner {
  const { id, make, model, firmware, controllerId, controllerName, ship, owner } = row
  return {
    id: String(id),
    name: minerName({ ...row, worker: null }),
    make,
    model,
    firmware,
    controllerId,
    controllerName,
    ship,
    owner,
    knownSince: row.createdAt.getTime(),
    health,
    sampledAt: row.sampledAt?.getTime() ?? null,
    hashrateThs: row.hashrateGhs === null ? null : row.hashrateGhs / 1000,
    expectedHashrateThs: row.expectedGhs === null ? null : row.expectedGhs / 1000,
    temperatureC: row.temperatureDc === null ? null : row.temperatureDc / 10,
    powerWatts: row.powerWatts,
    alerts: row.alerts.map(knownKind).filter((kind) => kind !== null),
  }
}
