import { hashesPerDifficulty } from '@shipminer/domain/calculator/network'
import { expectedRevenue, type RewardedWork, wholeUnits } from '@shipminer/domain/revenue/expected-revenue'
import { guessPool, type MinedCoin, type PoolMode, poolHost } from '@shipminer/domain/revenue/pool-coin'
import type { PoolProfile } from '../pools/pools.port.ts'
import type { WorkSums } from './revenue-terms.ts'

/** Network figures of a coin on a day, as far as valuing work needs them. */
export type Figures = { difficulty: number; rewardSat: number }

/** Work of one scope, step and coin, gathered until it is valued. */
export type Cell = {
  work: RewardedWork[]
  hasShares: boolean
  hasHashrate: boolean
  /** Some of the work was done on a day with unknown difficulty: the total is unknown then. */
  isUnknown: boolean
  energyJ: bigint
  hasPower: boolean
}

export const emptyCell = (): Cell => ({
  work: [],
  hasShares: false,
  hasHashrate: false,
  isUnknown: false,
  energyJ: 0n,
  hasPower: false,
})

export type PoolGroup = {
  coin: MinedCoin
  mode: PoolMode
  feeBasisPoints: number
  /** The empty address is that of miners which reported none. */
  poolUrls: string[]
  miners: number
}

/** Work already times its reward; `figures` null: for days whose difficulty is unknown. */
export type ValuedWork = {
  milliReward: bigint
  ghReward: bigint
  figures: Pick<Figures, 'difficulty'> | null
} & Pick<WorkSums, 'difficultyN' | 'hashrateSeconds' | 'energyJ' | 'powerSeconds'>

/** Adds work to a cell. For solo mining only the energy counts: its expected value is not income. */
export function addWork(
  cell: Cell,
  work: ValuedWork,
  { mode, feeBasisPoints }: Pick<PoolGroup, 'mode' | 'feeBasisPoints'>,
): void {
  cell.energyJ += work.energyJ
  cell.hasPower ||= work.powerSeconds > 0n
  const hasShares = work.difficultyN > 0n
  const hasHashrate = work.hashrateSeconds > 0n
  if (mode === 'solo' || !(hasShares || hasHashrate)) return
  if (work.figures === null) {
    cell.isUnknown = true
    return
  }
  cell.hasShares ||= hasShares
  cell.hasHashrate ||= hasHashrate
  const { milliReward, ghReward } = work
  cell.work.push({ milliReward, ghReward, difficulty: work.figures.difficulty, feeBasisPoints })
}

/** Part of the whole below which work without a known difficulty (a first sample) does not change the basis of the figure. */
const negligible = 0.02

/** Expected pay of a cell's work, rounded down once; null when nothing is known. */
export function estimateOf(cell: Cell): { sat: number; basis: 'shares' | 'hashrate' | 'mixed' } | null {
  if (cell.isUnknown || !(cell.hasShares || cell.hasHashrate)) return null
  const sat = wholeUnits(expectedRevenue(cell.work))
  if (!cell.hasShares) return { sat, basis: 'hashrate' }
  let [shares, blind] = [0, 0]
  for (const { milliReward, ghReward, difficulty } of cell.work) {
    shares += Number(milliReward) / 1000 / difficulty
    blind += (Number(ghReward) * 1e9) / hashesPerDifficulty / difficulty
  }
  return { sat, basis: blind > (shares + blind) * negligible ? 'mixed' : 'shares' }
}

/** Whole watt hours; null when no power was known. */
export function energyWh(cell: Cell): number | null {
  return cell.hasPower ? Math.round(Number(cell.energyJ) / 3_600) : null
}

/** Pools in use, grouped by coin, mode and fee; those of most miners first. */
export function groupPools(
  pools: readonly { poolUrl: string | null; miners: number }[],
  profiles: readonly PoolProfile[],
  defaultFeeBasisPoints: number,
): PoolGroup[] {
  const byHost = new Map(profiles.map((profile) => [profile.host, profile]))
  const groups = new Map<string, PoolGroup>()
  for (const { poolUrl, miners } of pools) {
    const { coin, mode, feeBasisPoints } = describePool(poolUrl, byHost, defaultFeeBasisPoints)
    const key = `${coin} ${mode} ${feeBasisPoints}`
    const group = groups.get(key) ?? { coin, mode, feeBasisPoints, poolUrls: [], miners: 0 }
    group.poolUrls.push(poolUrl ?? '')
    group.miners += miners
    groups.set(key, group)
  }
  if (groups.size === 0)
    return [{ coin: 'BTC', mode: 'pooled', feeBasisPoints: defaultFeeBasisPoints, poolUrls: [''], miners: 0 }]
  return [...groups.values()].sort((a, b) => b.miners - a.miners)
}

function describePool(
  poolUrl: string | null,
  profiles: ReadonlyMap<string, PoolProfile>,
  defaultFeeBasisPoints: number,
): Pick<PoolGroup, 'coin' | 'mode' | 'feeBasisPoints'> {
  const host = poolHost(poolUrl)
  const profile = host === null ? undefined : profiles.get(host)
  const { coin, mode } = profile ?? guessPool(host)
  return { coin, mode, feeBasisPoints: profile?.feeBasisPoints ?? defaultFeeBasisPoints }
}

/** What is left of a whole without a part of it. */
export function subtractWork(whole: WorkSums, part: WorkSums): WorkSums {
  return {
    difficultyMilli: whole.difficultyMilli - part.difficultyMilli,
    difficultyN: whole.difficultyN - part.difficultyN,
    blindHashGh: whole.blindHashGh - part.blindHashGh,
    hashrateSeconds: whole.hashrateSeconds - part.hashrateSeconds,
    energyJ: whole.energyJ - part.energyJ,
    powerSeconds: whole.powerSeconds - part.powerSeconds,
  }
}
