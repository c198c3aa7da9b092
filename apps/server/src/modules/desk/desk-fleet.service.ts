import type { DeskMiner, deskFleetEndpoints, MinerHealth } from '@shipminer/contract/desk-fleet'
import { AlertSchema } from '@shipminer/contract/mining'
import { minerName } from '@shipminer/domain/miner-name'
import type * as mini from 'zod/mini'
import {
  countDeskControllers,
  countOpenAlerts,
  type DeskMinerRow,
  defaultPollIntervalMs,
  listDeskMiners,
  listModels,
  sumDeskFleet,
} from '../fleet/fleet.port.ts'
import type { DeskDeps } from './desk.deps.ts'

type Totals = mini.input<typeof deskFleetEndpoints.deskFleet.data>
type Query = mini.output<typeof deskFleetEndpoints.deskFleetMiners.query & object>
type Deps = Pick<DeskDeps, 'store' | 'clock' | 'offlineAfterMs'>

const perPage = 50
/** Health states whose values are fresh; totals leave the others out. */
const freshHealths: readonly MinerHealth[] = ['mining', 'curtailed', 'idle', 'alert']
const knownKind = (kind: string) => AlertSchema.shape.kind.safeParse(kind).data ?? null

export async function readFleet({ store, clock, offlineAfterMs }: Deps): Promise<Totals> {
  const now = clock()
  const moment = { now, offlineAfterMs, pollIntervalMs: defaultPollIntervalMs }
  const [sums, controllers, models, kinds] = await Promise.all([
    sumDeskFleet(store.db, moment),
    countDeskControllers(store.db, moment),
    listModels(store.db),
    countOpenAlerts(store.db),
  ])
  const byHealth = { mining: 0, curtailed: 0, idle: 0, alert: 0, stale: 0, offline: 0, unknown: 0 }
  for (const { health, miners } of sums) byHealth[health] = miners
  const fresh = sums.filter(({ health }) => freshHealths.includes(health))
  const add = (of: (sum: (typeof sums)[number]) => number | string | null) =>
    fresh.reduce((total, sum) => total + Number(of(sum) ?? 0), 0)
  const [hashrateKnown, powerKnown] = [add((sum) => sum.hashrateKnown), add((sum) => sum.powerKnown)]
  return {
    serverTime: now,
    miners: sums.reduce((total, sum) => total + sum.miners, 0),
    byHealth,
    hashrateThs: hashrateKnown === 0 ? null : add((sum) => sum.hashrateGhs) / 1000,
    hashrateKnown,
    compared: {
      miners: add((sum) => sum.compared),
      hashrateThs: add((sum) => sum.comparedGhs) / 1000,
      expectedThs: add((sum) => sum.expectedGhs) / 1000,
    },
    powerWatts: powerKnown === 0 ? null : add((sum) => sum.powerWatts),
    powerKnown,
    controllers: {
      ...controllers,
      silent: controllers.all - controllers.online - controllers.neverSeen,
    },
    models,
    alertKinds: kinds.flatMap(({ kind, alerts }) => {
      const known = knownKind(kind)
      return known ? [{ kind: known, alerts }] : []
    }),
  }
}

export async function listFleetMiners({ store, clock, offlineAfterMs }: Deps, query: Query) {
  const now = clock()
  const moment = { now, offlineAfterMs, pollIntervalMs: defaultPollIntervalMs }
  const rows = await listDeskMiners(store.db, query, moment, perPage)
  const page = rows.slice(0, perPage)
  return {
    serverTime: now,
    miners: page.map(present),
    next: rows.length > perPage ? (page.at(-1)?.id ?? null) : null,
  }
}

/** Without its worker, which names the account at a pool, often a wallet. */
function present(row: DeskMinerRow): DeskMiner {
  const { id, make, model, firmware, controllerId, controllerName, ship, owner, health } = row
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
    health,
    sampledAt: row.sampledAt?.getTime() ?? null,
    hashrateThs: row.hashrateGhs === null ? null : row.hashrateGhs / 1000,
    expectedHashrateThs: row.expectedGhs === null ? null : Number(row.expectedGhs) / 1000,
    temperatureC: row.temperatureDc === null ? null : row.temperatureDc / 10,
    powerWatts: row.powerWatts,
    alerts: row.alerts.map(knownKind).filter((kind) => kind !== null),
  }
}
