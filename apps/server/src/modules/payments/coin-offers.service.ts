import type { MethodOffer } from '@shipminer/contract/shop/orders'
import type { Asset } from '@shipminer/contract/shop/payments'
import type { PaymentChain } from './payment-setup.ts'
import { methodOf, type PaymentsDeps } from './payments.deps.ts'
import { amountOn, hasEnoughSources, isDust } from './sightings/chain-amounts.policy.ts'

/** Coins that can be paid now for a price, and, for the others, why not; those that are not set up are left out. */
export async function cryptoOffers(deps: PaymentsDeps, priceCents: number): Promise<MethodOffer[]> {
  const offers = [await offerOf(deps, 'BTC', priceCents), await offerOf(deps, 'USDT', priceCents)]
  return offers.filter((offer) => offer !== null)
}

async function offerOf(deps: PaymentsDeps, asset: Asset, priceCents: number): Promise<MethodOffer | null> {
  const { store, chains, rates, twoSourcesFromCents } = deps
  const own = chains.filter((chain) => chain.asset === asset)
  const [first] = own
  if (!first || !(await deps.mayReceive(store.db, first.receiving))) return null
  const usable: PaymentChain[] = []
  for (const chain of own) {
    const { isFresh } = await deps.standingOf(store.db, chain.chain)
    if (isFresh && hasEnoughSources(chain, priceCents, twoSourcesFromCents)) usable.push(chain)
  }
  const quote = await rates.current(asset)
  const payable = quote
    ? usable.filter((chain) => !isDust(chain, amountOn(chain, priceCents, quote.rate)))
    : []
  const reason = !quote
    ? ('no-fresh-rate' as const)
    : usable.length === 0
      ? ('watcher-behind' as const)
      : payable.length === 0
        ? ('amount-too-small' as const)
        : null
  return {
    method: methodOf[asset],
    available: reason === null,
    reason,
    networks: (reason === null ? payable : own).map(({ network }) => network),
  }
}
