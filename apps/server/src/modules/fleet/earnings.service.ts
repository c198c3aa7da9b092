import type { Earnings } from '@shipminer/contract/mining'
import { difficultyOfHashes, satPerDifficulty } from '@shipminer/domain/calculator/earnings'
import { utcDay } from '../../platform/time.ts'
import type { FleetReads, MinerEarnings } from './fleet.deps.ts'
import { addEarnings, presentEarnings } from './fleet.presenter.ts'
import { type EarningsRow, listControllerIds, sumEarnings } from './fleet.repository.ts'

const hourMs = 3_600_000
const mostHoursFromUtc = 14
const batchSize = 1_000

/** How long cached sums of a month are fresh enough for a page that shows totals. */
const earningsCacheMs = 15_000

export async function readMinerEarnings(
  deps: FleetReads,
  ownerId: string,
  controllerIds: readonly string[],
  minerId?: number,
): Promise<MinerEarnings> {
  const now = deps.clock()
  // Wherever a ship is, its day and its month are between these.
  const [west, east] = [utcDay(now - mostHoursFromUtc * hourMs), utcDay(now + mostHoursFromUtc * hourMs)]
  const [networkDays, price, describePool] = await Promise.all([
    deps.market.networkByDay(`${west.slice(0, 7)}-01`, east),
    deps.market.price(),
    deps.describePools(ownerId),
  ])
  const days = [...networkDays].map(([day, network]) => {
    const worth = satPerDifficulty(network, deps.poolFeeBasisPoints) ?? 0
    return { day, satPerMilli: worth / 1000, satPerGh: difficultyOfHashes(1) * worth }
  })
  // What a box earns is its owner's to know.
  const own = new Set(await listControllerIds(deps.store.db, ownerId, 'own'))
  const ids = controllerIds.filter((id) => own.has(id))
  const earnings: MinerEarnings = new Map()
  const take = (rows: readonly EarningsRow[]) => {
    for (const row of rows)
      earnings.set(row.minerId, presentEarnings(row, price?.centsPerBtc ?? null, describePool))
  }
  if (minerId !== undefined) {
    take(await sumEarnings(deps.store.db, ids, days, now, { minerId }))
    return earnings
  }
  // In batches: beside ten thousand sums others are served too.
  for (let after = 0; ; ) {
    const rows = await sumEarnings(deps.store.db, ids, days, now, { after, size: batchSize })
    take(rows)
    if (rows.length < batchSize) return earnings
    after = rows.at(-1)?.minerId ?? after
  }
}

export function readCachedEarnings(
  deps: FleetReads,
  ownerId: string,
  controllerIds: readonly string[],
): Promise<MinerEarnings> {
  const key = `${ownerId} ${[...controllerIds].sort().join(' ')}`
  const known = deps.earningsCache.get(key)
  if (known && deps.clock() - known.at < earningsCacheMs) return known.value
  const value = readMinerEarnings(deps, ownerId, controllerIds)
  deps.earningsCache.set(key, { at: deps.clock(), value })
  if (deps.earningsCache.size > 1_000)
    deps.earningsCache.delete(deps.earningsCache.keys().next().value as string)
  value.catch(() => deps.earningsCache.delete(key))
  return value
}

export async function readEarnings(
  deps: FleetReads,
  ownerId: string,
): Promise<{ today: Earnings | null; month: Earnings | null }> {
  const ids = await listControllerIds(deps.store.db, ownerId, 'own')
  const [earnings, price] = await Promise.all([readCachedEarnings(deps, ownerId, ids), deps.market.price()])
  const parts = [...earnings.values()]
  return {
    today: addEarnings(
      parts.map((part) => part.today),
      price?.centsPerBtc ?? null,
    ),
    month: addEarnings(
      parts.map((part) => part.month),
      price?.centsPerBtc ?? null,
    ),
  }
}

/** Expected earnings of some controllers over whole days of their ships, satoshi; null when unknown. */
export async function sumEarnedSat(
  deps: FleetReads,
  controllerIds: readonly string[],
  from: number,
  to: number,
): Promise<number | null> {
  const [fromDay, toDay] = [utcDay(from), utcDay(to)]
  const [days, networkDays] = await Promise.all([
    deps.series.days({ controllerIds, fromDay, toDay }),
    deps.market.networkByDay(fromDay, toDay),
  ])
  return days.reduce<number | null>((sum, day) => {
    const network = networkDays.get(day.day)
    const worth = network ? satPerDifficulty(network, deps.poolFeeBasisPoints) : null
    if (worth === null) return sum
    const shares = day.difficultyN > 0 ? ((day.difficultyMilli ?? 0) / 1000) * worth : 0
    const blind = difficultyOfHashes(day.blindHashGh) * worth
    return day.difficultyN > 0 || day.hashrateSeconds > 0 ? (sum ?? 0) + shares + blind : sum
  }, null)
}
