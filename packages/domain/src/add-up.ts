/** A miner as a sum needs it. */
export type SummedMiner = {
  hashrateThs: number | null
  powerWatts: number | null
  temperatureC: number | null
  earningsToday: { sat: number; cents: number | null } | null
  solo: boolean | null
}

/** J/TH of a miner that hashes; null where either figure is unknown. */
export function efficiencyOf({
  hashrateThs,
  powerWatts,
}: Pick<SummedMiner, 'hashrateThs' | 'powerWatts'>): number | null {
  return hashrateThs === null || powerWatts === null || hashrateThs <= 0 ? null : powerWatts / hashrateThs
}

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
export function addUp(miners: readonly SummedMiner[], share: number): RowSums {
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
