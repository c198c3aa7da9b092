/**
 * The Bitcoin network as the product knows it without any source: round figures assumed for the date they carry, not an observation.
 * Anything that shows a number based on them states that, with the date. Fees are the mean of a block in satoshi, `assumedAt` is ms since 1970.
 */
export const builtInNetwork = {
  difficulty: 150e12,
  blockHeight: 977_000,
  feesSatPerBlock: 2_000_000,
  assumedAt: Date.UTC(2026, 10, 20),
} as const
