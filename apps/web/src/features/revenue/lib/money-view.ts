import type { Earnings, Miner } from '@shipminer/contract/mining'

/** What the estimates are based on: one basis, or a mixture; null when there are none. */
export function commonBasis(estimates: readonly (Earnings | null)[]): Earnings['basis'] | null {
  const bases = new Set(estimates.filter((estimate) => estimate !== null).map(({ basis }) => basis))
  const [first] = bases
  if (first === undefined) return null
  return bases.size === 1 ? first : 'mixed'
}

/** Miners that mine alone: they have a chance at a block and no expected income. */
export function countSolo(miners: Iterable<Pick<Miner, 'solo'>>): number {
  let solo = 0
  for (const miner of miners) if (miner.solo === true) solo++
  return solo
}
