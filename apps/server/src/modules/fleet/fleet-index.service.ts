import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Controller } from '@shipminer/contract/mining'
import type { FleetMember } from '@shipminer/domain/fleet/fleet-totals'
import type { MinerStatus } from '@shipminer/domain/fleet/freshness'
import { wholeFleetUpTo } from '@shipminer/domain/fleet/miner-list'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import type { MinerState } from '@shipminer/domain/fleet/miner-state'
import type { ShownState } from '@shipminer/domain/fleet/shown-state'
import { readCachedEarnings } from './earnings.service.ts'
import type { FleetIndex, FleetLine, FleetReads } from './fleet.deps.ts'
import { presentLive } from './fleet.presenter.ts'
import { batchesOfMiners, type FleetMinerRow } from './fleet.repository.ts'

/** How long an index is fresh enough: pages turn and words are typed within it, and the rows themselves are read anew. */
const indexMs = 5_000

/** Whether a page gets a part of the rows alone. */
export function isLargeFleet(controllers: readonly Pick<Controller, 'connectedMiners'>[]): boolean {
  return controllers.reduce((sum, { connectedMiners }) => sum + connectedMiners, 0) > wholeFleetUpTo
}

/** The index of somebody's fleet as it was some seconds ago at most; who asks while it is made waits for the same. */
export function readIndex(
  deps: FleetReads,
  userId: string,
  controllers: readonly Controller[],
): Promise<FleetIndex> {
  // Who may see another box, or one less, gets another index.
  const key = `${userId} ${controllers.map(({ id }) => id).join(' ')}`
  const known = deps.indexes.get(key)
  if (known && deps.clock() - known.at < indexMs) return known.value
  const value = makeIndex(deps, userId, controllers)
  // While it is made it is fresh, however long that takes.
  const entry = { at: Number.POSITIVE_INFINITY, value }
  deps.indexes.set(key, entry)
  // Nobody asks for the old ones any more.
  for (const [other, { at }] of deps.indexes) if (deps.clock() - at >= indexMs) deps.indexes.delete(other)
  value.then(
    () => {
      entry.at = deps.clock()
    },
    () => deps.indexes.delete(key),
  )
  return value
}

/** Somebody changed what their lists are made of: the next page is of after that. */
export async function forgetIndexes({ indexes }: Pick<FleetReads, 'indexes'>, userId: string): Promise<void> {
  for (const key of indexes.keys()) if (key.startsWith(`${userId} `)) indexes.delete(key)
}

async function makeIndex(
  deps: FleetReads,
  userId: string,
  controllers: readonly Controller[],
): Promise<FleetIndex> {
  const byId = new Map(controllers.map((controller) => [controller.id, controller]))
  const controllerIds = [...byId.keys()]
  const [earnings, describePool] = await Promise.all([
    readCachedEarnings(deps, userId, controllerIds),
    deps.describePools(userId),
  ])
  const now = deps.clock()
  const miners = new Map<string, FleetLine>()
  const states = new Map<string, ShownState>()
  const statuses = new Map<string, MinerStatus>()
  const named: { id: string; key: string }[] = []
  for await (const rows of batchesOfMiners(deps.store.db, { controllerIds, withDetail: 'pool', now }))
    for (const row of rows) {
      const controller = byId.get(row.controllerId)
      if (!controller) continue
      const line = lineOf(row, controller, { now, offlineAfterMs: deps.offlineAfterMs })
      line.earningsToday = earnings.get(row.id)?.today ?? null
      line.solo = row.poolUrl ? describePool(row.poolUrl).mode === 'solo' : null
      miners.set(line.id, line)
      states.set(line.id, { ...line.state, hasAlerts: line.alertCount > 0 })
      statuses.set(line.id, statusOf(line.state))
      named.push({ id: line.id, key: nameKey(line.name) })
    }
  await nextTurn()
  named.sort((a, b) => compare(a.key, b.key) || Number(a.id) - Number(b.id))
  await nextTurn()
  return {
    ids: [...miners.keys()],
    miners,
    states,
    statuses,
    earnings,
    names: { compare, rankOf: new Map(named.map(({ id }, rank) => [id, rank])) },
  }
}

function lineOf(
  row: FleetMinerRow,
  controller: Controller,
  at: { now: number; offlineAfterMs: number },
): FleetLine {
  const live = presentLive(row, at.now, at.offlineAfterMs)
  return {
    id: live.id,
    name: minerName(row),
    model: row.model,
    manufacturer: row.make,
    ipAddress: row.ipAddress,
    macAddress: row.macAddress,
    worker: row.worker,
    location: row.location ?? controller.location,
    group: row.groupName,
    controllerId: controller.id,
    controllerName: controller.name,
    hashrateThs: live.hashrateThs,
    powerWatts: live.powerWatts,
    temperatureC: live.temperatureC,
    uptimeSeconds: live.uptimeSeconds,
    acceptedShares: live.acceptedShares,
    alertCount: live.alertCount,
    sampledAt: live.sampledAt,
    expectedThs: row.expectedGhs === null ? null : row.expectedGhs / 1000,
    state: live.minerState,
    earningsToday: null,
    solo: null,
  }
}

/** The status by age is part of the state. */
function statusOf({ kind }: MinerState) {
  return kind === 'stale' || kind === 'offline' || kind === 'unreported' ? kind : 'online'
}

/** Words in the order of their letters, numbers in them by size; ten thousand are compared as plain texts. */
function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A miner as a total of the fleet sees it. */
export function memberOf({ state, hashrateThs, powerWatts, temperatureC }: FleetLine): FleetMember {
  return {
    state,
    hashrateGhs: hashrateThs === null ? null : Math.round(hashrateThs * 1000),
    powerWatts,
    temperatureDeciC: temperatureC === null ? null : Math.round(temperatureC * 10),
  }
}
