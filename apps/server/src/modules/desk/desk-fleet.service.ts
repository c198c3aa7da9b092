import type { DeskMiner, deskFleetEndpoints, MinerHealth } from '@shipminer/contract/desk-fleet'
import { AlertSchema } from '@shipminer/contract/mining'
import { minerName } from '@shipminer/domain/miner-name'
import type * as mini from 'zod/mini'
import {
  countDeskControllers,
  countOpenAlerts,
  type DeskMinerRow,
  defaultPollIntervalMs,
  type FleetStateRow,
  healthOf,
  listDeskMiners,
  listFleetStates,
  listModels,
} from '../fleet/fleet.port.ts'
import type { DeskDeps } from './desk.deps.ts'

type Totals = mini.input<typeof deskFleetEndpoints.deskFleet.data>
type Query = mini.output<typeof deskFleetEndpoints.deskFleetMiners.query & object>
type Deps = Pick<DeskDeps, 'store' | 'clock' | 'offlineAfterMs'>

const perPage = 50
/** Miners read at once while those of one health are looked for. */
const rowsAtOnce = 500
/** Health states whose values are fresh; totals leave the others out. */
const freshHealths: readonly MinerHealth[] = ['mining', 'curtailed', 'idle', 'alert']
const knownKind = (kind: string) => AlertSchema.shape.kind.safeParse(kind).data ?? null

export async function readFleet({ store, clock, offlineAfterMs }: Deps): Promise<Totals> {
  const now = clock()
  const [rows, controllers, models, kinds] = await Promise.all([
    listFleetStates(store.db),
    countDeskControllers(store.db, { now, pollIntervalMs: defaultPollIntervalMs }),
    listModels(store.db),
    countOpenAlerts(store.db),
  ])
  const byHealth = { mining: 0, curtailed: 0, idle: 0, alert: 0, stale: 0, offline: 0, unknown: 0 }
  const fresh: FleetStateRow[] = []
  for (const row of rows) {
    const health = healthOf(row, now, offlineAfterMs)
    byHealth[health] += 1
    if (freshHealths.includes(health)) fresh.push(row)
  }
  const known = fresh.flatMap(({ hashrateGhs }) => hashrateGhs ?? [])
  const powers = fresh.flatMap(({ powerWatts }) => powerWatts ?? [])
  const compared = fresh.filter(
    ({ hashrateGhs, expectedGhs }) => hashrateGhs !== null && expectedGhs !== null,
  )
  return {
    serverTime: now,
    miners: rows.length,
    byHealth,
    hashrateThs: known.length === 0 ? null : sum(known) / 1000,
    hashrateKnown: known.length,
    compared: {
      miners: compared.length,
      hashrateThs: sum(compared.map(({ hashrateGhs }) => hashrateGhs ?? 0)) / 1000,
      expectedThs: sum(compared.map(({ expectedGhs }) => expectedGhs ?? 0)) / 1000,
    },
    powerWatts: powers.length === 0 ? null : sum(powers),
    powerKnown: powers.length,
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
  const { health, ...filter } = query
  const limit = health === undefined ? perPage + 1 : rowsAtOnce
  const found: DeskMiner[] = []
  // By health only after reading: it follows from the one state of a miner, which no query knows.
  for (let after = filter.after ?? 0; ; ) {
    const rows = await listDeskMiners(store.db, { ...filter, after }, limit)
    for (const row of rows) {
      const seen = healthOf(row, now, offlineAfterMs)
      if (health === undefined || seen === health) found.push(present(row, seen))
    }
    after = rows.at(-1)?.id ?? after
    if (found.length > perPage || rows.length < limit) break
  }
  const miners = found.slice(0, perPage)
  return { serverTime: now, miners, next: found.length > perPage ? Number(miners.at(-1)?.id) : null }
}

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)

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
    health,
    sampledAt: row.sampledAt?.getTime() ?? null,
    hashrateThs: row.hashrateGhs === null ? null : row.hashrateGhs / 1000,
    expectedHashrateThs: row.expectedGhs === null ? null : row.expectedGhs / 1000,
    temperatureC: row.temperatureDc === null ? null : row.temperatureDc / 10,
    powerWatts: row.powerWatts,
    alerts: row.alerts.map(knownKind).filter((kind) => kind !== null),
  }
}
