import type { Earnings, Miner } from '@shipminer/contract/mining'

/** An amount as it is shown: euro where a price is known, else satoshi; `null` is not known, never zero. */
export type Amount = { kind: 'euro'; cents: number; sat: number } | { kind: 'sat'; sat: number } | null

/** Picks what to show of an estimate. */
export function amountOf(earnings: Earnings | null): Amount {
  if (earnings === null) return null
  return earnings.cents === null
    ? { kind: 'sat', sat: earnings.sat }
    : { kind: 'euro', cents: earnings.cents, sat: earnings.sat }
}

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
