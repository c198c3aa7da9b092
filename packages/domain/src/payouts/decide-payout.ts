/** Why an owner is not in the next run. */
export const payoutRefusals = [
  'in-open-run',
  'not-positive',
  'below-minimum',
  'no-address',
  'address-waiting',
  'address-unusable',
] as const
export type PayoutRefusal = (typeof payoutRefusals)[number]

export type PayoutCandidate = {
  /** What the provider owes; null while nothing was ever received or paid out. */
  balanceSat: number | null
  /** Part of a run that is neither broadcast nor cancelled. */
  isInOpenRun: boolean
  /** `waiting`: requested, and does not count yet. `unusable`: no output can be made of it on the network in use. */
  address: 'counts' | 'waiting' | 'missing' | 'unusable'
}

/**
 * Whether an owner is paid in the next run, and the whole balance then; or the first reason why not.
 *
 * @example decidePayout({ balanceSat: 900, isInOpenRun: false, address: 'counts' }, 1_000) // { ok: false, reason: 'below-minimum' }
 */
export function decidePayout(
  { balanceSat, isInOpenRun, address }: PayoutCandidate,
  minimumSat: number,
): { ok: true; amountSat: number } | { ok: false; reason: PayoutRefusal } {
  const refuse = (reason: PayoutRefusal) => ({ ok: false as const, reason })
  if (isInOpenRun) return refuse('in-open-run')
  if (balanceSat === null || balanceSat <= 0) return refuse('not-positive')
  if (balanceSat < minimumSat) return refuse('below-minimum')
  if (address === 'missing') return refuse('no-address')
  if (address === 'waiting') return refuse('address-waiting')
  if (address === 'unusable') return refuse('address-unusable')
  return { ok: true, amountSat: balanceSat }
}
