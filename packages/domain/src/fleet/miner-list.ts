import { efficiencyOf } from '../add-up.ts'
import type { MinerStatus } from './freshness.ts'
import { needsLook, rankOf, type ShownState } from './shown-state.ts'

/** Miners up to which a page gets all of a fleet; beyond them it gets pages of so many. */
export const wholeFleetUpTo = 60
export const fleetPageLength = 50

/** What a list of miners can be narrowed to, and ordered by. */
export const minerFilters = [
  'all',
  'attention',
  'online',
  'stale',
  'offline',
  'unreported',
  'paused',
] as const
export type MinerFilter = (typeof minerFilters)[number]

export const minerSorts = [
  'status',
  'name',
  'updated',
  'hashrate',
  'temperature',
  'power',
  'efficiency',
  'earnings',
  'uptime',
  'shares',
  'alerts',
  'controller',
  'model',
  'address',
] as const
export type MinerSort = (typeof minerSorts)[number]
export type SortDirection = 'ascending' | 'descending'

export type ListQuery = {
  search: string
  filter: MinerFilter
  sort: MinerSort
  direction: SortDirection
  /** Only those of a group. */
  group?: string | undefined
}

/** A miner as a list needs it. */
export type ListedMiner = {
  id: string
  name: string
  model: string | null
  manufacturer: string | null
  ipAddress: string | null
  macAddress: string | null
  worker: string | null
  location: string | null
  group: string | null
  controllerId: string
  controllerName: string
  hashrateThs: number | null
  powerWatts: number | null
  temperatureC: number | null
  uptimeSeconds: number | null
  acceptedShares: number | null
  alertCount: number
  sampledAt: number | null
  earningsToday: { sat: number } | null
}

/** A fleet as a list needs it. */
export type ListedFleet = {
  ids: readonly string[]
  miners: ReadonlyMap<string, ListedMiner>
  statuses: ReadonlyMap<string, MinerStatus>
  states: ReadonlyMap<string, ShownState>
}

/** How many miners each filter shows, and how many mine. `attention` and `paused` overlap with the four statuses. */
export type FilterCounts = Record<MinerFilter, number> & { mining: number }

/** Counts a fleet for the filter buttons. */
export function countFilters(fleet: Pick<ListedFleet, 'statuses' | 'states'>): FilterCounts {
  const counts = {
    all: 0,
    attention: 0,
    online: 0,
    stale: 0,
    offline: 0,
    unreported: 0,
    paused: 0,
    mining: 0,
  }
  for (const status of fleet.statuses.values()) {
    counts.all++
    counts[status]++
  }
  for (const state of fleet.states.values()) {
    if (needsLook(state)) counts.attention++
    if (state.kind === 'asleep') counts.paused++
    if (state.kind === 'mining') counts.mining++
  }
  return counts
}

/** The groups of some miners by name, with how many are in each. */
export function groupsOf(
  miners: Iterable<Pick<ListedMiner, 'group'>>,
  compare: (a: string, b: string) => number,
): { name: string; miners: number }[] {
  const counts = new Map<string, number>()
  for (const { group } of miners) if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, miners: count })).sort((a, b) => compare(a.name, b.name))
}

/** How words compare, and the place of every miner by name: comparing ten thousand names again for each sort would be noticeable. */
export type NameOrder = { compare: (a: string, b: string) => number; rankOf: ReadonlyMap<string, number> }

/** Puts the miners of a list in the order of their names; equal names by id. */
export function orderNames(
  fleet: Pick<ListedFleet, 'ids' | 'miners'>,
  compare: (a: string, b: string) => number,
): NameOrder {
  const named = fleet.ids.map((id) => ({ id, name: fleet.miners.get(id)?.name ?? '' }))
  named.sort((a, b) => compare(a.name, b.name) || Number(a.id) - Number(b.id))
  return { compare, rankOf: new Map(named.map(({ id }, rank) => [id, rank])) }
}

/** Ids of the miners a query shows, in its order. What is unknown comes last both ways; equals go by name. */
export function listMiners(fleet: ListedFleet, query: ListQuery, names: NameOrder): string[] {
  const needle = query.search.trim().toLowerCase()
  const rows: ListedMiner[] = []
  for (const id of fleet.ids) {
    const miner = fleet.miners.get(id)
    if (!miner || !passes(fleet, id, query.filter)) continue
    if (query.group !== undefined && miner.group !== query.group) continue
    if (needle === '' || searchText(miner).includes(needle)) rows.push(miner)
  }
  const sign = query.direction === 'ascending' ? 1 : -1
  const key = sortKey(query.sort, fleet.states, names)
  const keys = new Map(rows.map((miner) => [miner.id, key(miner)]))
  const byKey = (a: ListedMiner, b: ListedMiner) => {
    const left = keys.get(a.id) ?? null
    const right = keys.get(b.id) ?? null
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    if (typeof left === 'string' || typeof right === 'string') {
      return sign * names.compare(String(left), String(right))
    }
    return sign * (left - right)
  }
  const nameRank = (miner: ListedMiner) => names.rankOf.get(miner.id) ?? 0
  rows.sort((a, b) => byKey(a, b) || nameRank(a) - nameRank(b))
  return rows.map((miner) => miner.id)
}

function passes(fleet: ListedFleet, id: string, filter: MinerFilter): boolean {
  if (filter === 'all') return true
  const state = fleet.states.get(id)
  if (filter === 'attention') return state !== undefined && needsLook(state)
  return filter === 'paused' ? state?.kind === 'asleep' : fleet.statuses.get(id) === filter
}

function searchText(miner: ListedMiner): string {
  const { name, model, manufacturer, ipAddress, macAddress, worker, location, group, controllerName } = miner
  const { controllerId } = miner
  return [
    name,
    model,
    manufacturer,
    ipAddress,
    macAddress,
    worker,
    location,
    group,
    controllerName,
    controllerId,
  ]
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase()
}

function sortKey(
  sort: MinerSort,
  states: ReadonlyMap<string, ShownState>,
  names: NameOrder,
): (miner: ListedMiner) => number | string | null {
  switch (sort) {
    case 'status':
      return (miner) => {
        const state = states.get(miner.id)
        return state ? rankOf(state) : null
      }
    case 'name':
      return (miner) => names.rankOf.get(miner.id) ?? null
    case 'model':
      return (miner) => miner.model
    case 'controller':
      return (miner) => miner.controllerName
    case 'address':
      return (miner) => addressOrder(miner.ipAddress)
    case 'hashrate':
      return (miner) => miner.hashrateThs
    case 'temperature':
      return (miner) => miner.temperatureC
    case 'power':
      return (miner) => miner.powerWatts
    case 'efficiency':
      return (miner) => efficiencyOf(miner)
    case 'earnings':
      return (miner) => miner.earningsToday?.sat ?? null
    case 'uptime':
      return (miner) => miner.uptimeSeconds
    case 'shares':
      return (miner) => miner.acceptedShares
    case 'alerts':
      return (miner) => miner.alertCount
    case 'updated':
      return (miner) => miner.sampledAt
  }
}

/** An IPv4 address as a number, so that .9 comes before .10; others after them by text. */
function addressOrder(address: string | null): number | string | null {
  const parts = address?.split('.').map(Number)
  if (parts?.length !== 4 || parts.some((part) => !Number.isInteger(part))) return address
  return parts.reduce((sum, part) => sum * 256 + part, 0)
}
