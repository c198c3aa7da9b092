import type { Miner } from '@shipminer/contract/mining'

export type RowSums = {
  hashrateThs: number | null
  powerWatts: number | null
  hottestC: number | null
  efficiencyJoulesPerTh: number | null
  /** The owner's part of today. */
  sat: number | null
  cents: number | null
}

/** Adds up what rows show: what is known of each, so that the foot is the sum of what is above it. Null where nothing is known. */
export function addUp(
  miners: readonly Pick<Miner, 'hashrateThs' | 'powerWatts' | 'temperatureC' | 'earningsToday' | 'solo'>[],
  share: number,
): RowSums {
  const sum = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((all, value) => all + value, 0)
  }
  const earned = miners.flatMap(({ earningsToday, solo }) =>
    earningsToday && solo !== true ? [earningsToday] : [],
  )
  const hashrateThs = sum(miners.map((miner) => miner.hashrateThs))
  const powerWatts = sum(miners.map((miner) => miner.powerWatts))
  const working = miners.filter((miner) => (miner.hashrateThs ?? 0) > 0 && miner.powerWatts !== null)
  const workThs = sum(working.map((miner) => miner.hashrateThs))
  const workWatts = sum(working.map((miner) => miner.powerWatts))
  const temperatures = miners.flatMap(({ temperatureC }) => temperatureC ?? [])
  return {
    hashrateThs,
    powerWatts,
    hottestC: temperatures.length === 0 ? null : temperatures.reduce((a, b) => Math.max(a, b)),
    efficiencyJoulesPerTh: workThs === null || workWatts === null ? null : workWatts / workThs,
    sat: sum(earned.map(({ sat }) => Math.floor(sat * share))),
    cents: earned.some(({ cents }) => cents === null)
      ? null
      : sum(earned.map(({ cents }) => Math.floor((cents ?? 0) * share))),
  }
}
