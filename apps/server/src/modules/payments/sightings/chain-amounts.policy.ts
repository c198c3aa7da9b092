import { type CoinRate, dustSat, satsDue, usdtUnitsDue } from '@shipminer/domain/payments/amounts'
import type { PaymentChain } from '../payment-setup.ts'

/** Base units that are due for a price on a chain. */
export function amountOn(
  { asset, decimals }: Pick<PaymentChain, 'asset' | 'decimals'>,
  priceCents: number,
  rate: CoinRate,
): bigint {
  return asset === 'BTC' ? satsDue(priceCents, rate) : usdtUnitsDue(priceCents, rate, decimals)
}

/** Whether an amount is less than the network relays. */
export function isDust({ asset }: Pick<PaymentChain, 'asset'>, amount: bigint): boolean {
  return asset === 'BTC' && amount < dustSat.p2tr
}

/** Whether a chain has as many sources as a price requires. */
export function hasEnoughSources(
  { sources }: { sources: readonly unknown[] },
  priceCents: number,
  twoSourcesFromCents: number,
): boolean {
  return priceCents < twoSourcesFromCents || sources.length >= 2
}
