/** The owner's part of what pools really paid; the rest is the provider's for its service. Contracts, revenue and payouts use it. */
export const revenueSplit = { ownerNumerator: 3, denominator: 4 } as const

/**
 * Splits an amount of whole base units between owner and service. The owner's share is rounded down, what is left over is the service's,
 * so the two always make the whole.
 *
 * @throws RangeError for an amount that is negative or no safe integer
 * @example splitRevenue(7) // { ownerSat: 5, serviceSat: 2 }
 */
export function splitRevenue(amountSat: number): { ownerSat: number; serviceSat: number } {
  if (!Number.isSafeInteger(amountSat) || amountSat < 0)
    throw new RangeError(`${amountSat} is not an amount of whole base units`)
  const { ownerNumerator, denominator } = revenueSplit
  const ownerSat = Number((BigInt(amountSat) * BigInt(ownerNumerator)) / BigInt(denominator))
  return { ownerSat, serviceSat: amountSat - ownerSat }
}
