import type { AttachedData, AttachedMiner } from '@shipminer/contract/attached-data'

export type MinerPair = {
  id: string
  name: string
  before: AttachedMiner | null
  after: AttachedMiner | null
}

/** The miners of two sets beside each other, those of the later one first. */
export function pairMiners(before: AttachedData, after: AttachedData): MinerPair[] {
  const earlier = new Map(before.miners.map((miner) => [miner.id, miner]))
  const later = new Set(after.miners.map(({ id }) => id))
  return [
    ...after.miners.map((miner) => ({
      id: miner.id,
      name: miner.name,
      before: earlier.get(miner.id) ?? null,
      after: miner,
    })),
    ...before.miners
      .filter(({ id }) => !later.has(id))
      .map((miner) => ({ id: miner.id, name: miner.name, before: miner, after: null })),
  ]
}
