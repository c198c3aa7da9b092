import type { FleetPart } from '@shipminer/contract/fleet'
import type { Miner, OverviewSummary } from '@shipminer/contract/mining'
import { addUp, type RowSums } from '@shipminer/domain/add-up'
import type { MinerStatus } from '@shipminer/domain/fleet/freshness'

/** What the strip of trends says of those looked at. */
export type TrendFigures = {
  sums: Pick<RowSums, 'hashrateThs' | 'powerWatts' | 'hottestC' | 'efficiencyJoulesPerTh'>
  fresh: number
  total: number
  /** Null unless it is known of each that is counted. */
  expectedThs: number | null
  hottestName: string | null
}

/** Of miners that are all here; of values of now alone unless none come. */
export function figuresOf(
  miners: readonly Miner[],
  statuses: ReadonlyMap<string, MinerStatus>,
  isStale: boolean,
): TrendFigures {
  const fresh = miners.filter(({ id }) => statuses.get(id) === 'online')
  const counted = isStale ? miners : fresh
  const known = counted.flatMap(({ expectedHashrateThs }) => expectedHashrateThs ?? [])
  const hottest = counted.reduce<Miner | null>(
    (found, miner) =>
      miner.temperatureC !== null && miner.temperatureC > (found?.temperatureC ?? Number.NEGATIVE_INFINITY)
        ? miner
        : found,
    null,
  )
  return {
    sums: addUp(counted, 1),
    fresh: fresh.length,
    total: miners.length,
    // What some are expected to do is no measure for what all do.
    expectedThs:
      known.length === 0 || known.length < counted.length ? null : known.reduce((sum, ths) => sum + ths, 0),
    hottestName: hottest?.name ?? null,
  }
}

/** Of a large fleet: its totals, and where all of it is looked at those that came live since. */
export function figuresOfPart(
  { fresh, counts }: Pick<FleetPart, 'fresh' | 'counts'>,
  live: OverviewSummary | null,
): TrendFigures {
  return {
    sums: {
      ...fresh,
      ...(live && { hashrateThs: live.totalHashRate, powerWatts: live.totalPowerConsumption }),
    },
    fresh: live?.onlineDevices ?? fresh.count,
    total: counts.all,
    expectedThs: fresh.expectedThs,
    hottestName: fresh.hottestName,
  }
}
