import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FleetMatch, FleetPart, FleetQuery } from '@shipminer/contract/fleet'
import type { Controller, Miner } from '@shipminer/contract/mining'
import { addUp } from '@shipminer/domain/add-up'
import {
  countFilters,
  fleetPageLength,
  groupsOf,
  type ListQuery,
  listMiners,
} from '@shipminer/domain/fleet/miner-list'
import { isFreshState } from '@shipminer/domain/fleet/miner-state'
import { needsLook } from '@shipminer/domain/fleet/shown-state'
import type { FleetIndex, FleetLine, FleetReads } from './fleet.deps.ts'
import { presentMiner } from './fleet.presenter.ts'
import { listControllerIds, listMiners as readMiners } from './fleet.repository.ts'
import { isLargeFleet, readIndex } from './fleet-index.service.ts'
import { listOwnControllers, listOwnMiners } from './miners.service.ts'

/** How many of the worst are sent along, for the sentence above the page. */
const worstSent = 5

type FleetPage = { miners: Miner[]; controllers: Controller[]; part: FleetPart | null }

/** All miners of a small fleet; of a large one those of a page, and what all come to. */
export async function readFleetPage(deps: FleetReads, userId: string, query: FleetQuery): Promise<FleetPage> {
  const controllers = await listOwnControllers(deps, userId)
  if (!isLargeFleet(controllers)) return { ...(await listOwnMiners(deps, userId)), part: null }
  const index = await indexOfShip(deps, userId, controllers, query.shipId)
  // Each step passes all lines of the fleet; between two of them others are served.
  await nextTurn()
  const matched = findMatching(index, query)
  await nextTurn()
  const pages = Math.max(1, Math.ceil(matched.length / fleetPageLength))
  const page = Math.min(query.page, pages)
  const ids = matched.slice((page - 1) * fleetPageLength, page * fleetPageLength)
  const worst = worstOf(index)
  await nextTurn()
  const totals = totalsOf(index)
  await nextTurn()
  const sums = sumMatching(index, matched)
  const known = await presentMiners(deps, userId, controllers, index, [...new Set([...ids, ...worst])])
  const minersOf = (some: readonly string[]) => some.flatMap((id) => known.get(id) ?? [])
  return {
    controllers,
    miners: minersOf(ids),
    part: { ...totals, page, pages, ...sums, worst: minersOf(worst) },
  }
}

/** Ids of the miners of somebody that match, by id, with the names of all. */
export async function matchFleet(
  deps: FleetReads,
  userId: string,
  match: FleetMatch,
): Promise<{ id: number; name: string }[]> {
  const controllers = await listOwnControllers(deps, userId)
  const index = await indexOfShip(deps, userId, controllers, match.shipId)
  return findMatching(index, { ...match, sort: 'name', direction: 'ascending' })
    .map((id) => ({ id: Number(id), name: index.miners.get(id)?.name ?? id }))
    .sort((a, b) => a.id - b.id)
}

/** The index, or the part of it on one ship. */
async function indexOfShip(
  deps: FleetReads,
  userId: string,
  controllers: readonly Controller[],
  shipId: string | undefined,
): Promise<FleetIndex> {
  const index = await readIndex(deps, userId, controllers)
  if (shipId === undefined) return index
  const own = new Set(await listControllerIds(deps.store.db, userId, 'read', shipId))
  const isOn = (id: string) => own.has(index.miners.get(id)?.controllerId ?? '')
  const part = <Value>(all: ReadonlyMap<string, Value>) => new Map([...all].filter(([id]) => isOn(id)))
  return {
    ...index,
    ids: index.ids.filter(isOn),
    miners: part(index.miners),
    states: part(index.states),
    statuses: part(index.statuses),
  }
}

const findMatching = (index: FleetIndex, query: ListQuery) => listMiners(index, query, index.names)

function worstOf(index: FleetIndex): string[] {
  const query = { search: '', filter: 'attention', sort: 'status', direction: 'ascending' } as const
  return findMatching(index, query).slice(0, worstSent)
}

function linesOf({ miners }: FleetIndex, ids: Iterable<string>): FleetLine[] {
  return [...ids].flatMap((id) => miners.get(id) ?? [])
}

function sumMatching(index: FleetIndex, matched: readonly string[]) {
  return { matched: matched.length, sums: addUp(linesOf(index, matched), 1) }
}

function totalsOf(index: FleetIndex): Omit<FleetPart, 'page' | 'pages' | 'matched' | 'sums' | 'worst'> {
  const lines = [...index.miners.values()]
  const fresh = lines.filter(({ state }) => isFreshState(state))
  const expected = fresh.flatMap(({ expectedThs }) => expectedThs ?? [])
  const hottest = fresh.reduce<FleetLine | null>(
    (found, line) =>
      (line.temperatureC ?? Number.NEGATIVE_INFINITY) > (found?.temperatureC ?? Number.NEGATIVE_INFINITY)
        ? line
        : found,
    null,
  )
  const sums = addUp(fresh, 1)
  return {
    counts: countFilters(index),
    groups: groupsOf(lines, index.names.compare),
    fresh: {
      ...sums,
      count: fresh.length,
      expectedThs:
        fresh.length === 0 || expected.length < fresh.length
          ? null
          : expected.reduce((sum, ths) => sum + ths, 0),
      hottestName: hottest?.name ?? null,
    },
    solo: lines.filter(({ solo }) => solo === true).length,
    running: lines.filter(isRunning).length,
    yielding: lines.filter(({ state }) => state.reason === 'ship').length,
    stopped: lines.filter(({ state }) => state.kind === 'asleep' && state.reason !== 'ship').length,
    boxes: [...Map.groupBy(lines, ({ controllerId }) => controllerId)].map(([id, own]) =>
      boxOf(index, id, own),
    ),
  }
}

const isRunning = ({ state: { kind, reason } }: FleetLine) =>
  kind === 'starting' || (kind === 'mining' && reason !== 'stopping' && reason !== 'against-stop')

function boxOf(index: FleetIndex, id: string, own: readonly FleetLine[]): FleetPart['boxes'][number] {
  const fresh = own.filter(({ state }) => isFreshState(state))
  const { hashrateThs, powerWatts } = addUp(fresh, 1)
  return {
    id,
    miners: own.length,
    online: fresh.length,
    attention: own.filter((line) => {
      const state = index.states.get(line.id)
      return state !== undefined && needsLook(state)
    }).length,
    yielding: own.filter(({ state }) => state.reason === 'ship').length,
    hashrateThs,
    powerWatts,
  }
}

/** Some miners with everything that a row shows. */
async function presentMiners(
  deps: FleetReads,
  userId: string,
  controllers: readonly Controller[],
  index: FleetIndex,
  ids: readonly string[],
): Promise<Map<string, Miner>> {
  const byId = new Map(controllers.map((controller) => [controller.id, controller]))
  const now = deps.clock()
  const [rows, describePool] = await Promise.all([
    readMiners(deps.store.db, {
      controllerIds: [...byId.keys()],
      minerIds: ids.map(Number),
      withDetail: true,
      now,
    }),
    deps.describePools(userId),
  ])
  return new Map(
    rows.flatMap((row) => {
      const controller = byId.get(row.controllerId)
      if (!controller) return []
      const earnings = index.earnings.get(row.id) ?? null
      const { offlineAfterMs } = deps
      return [
        [
          String(row.id),
          presentMiner(row, { now, describePool, offlineAfterMs, controller, earnings, trend: null }),
        ] as const,
      ]
    }),
  )
}
