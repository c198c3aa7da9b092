import type { Asset, PaymentIntent } from '@shipminer/contract/shop/payments'
import { usualAddressGap } from '@shipminer/domain/payments/address-gap'
import {
  bitcoinConfirmationsRequired,
  evmConfirmationsRequired,
  formatRateCents,
  minDue,
} from '@shipminer/domain/payments/amounts'
import { type IntentStatus, isActive } from '@shipminer/domain/payments/intent/intent'
import type { Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Opener, PayableOrder } from '../../orders/orders.port.ts'
import type { PaymentChain } from '../payment-setup.ts'
import { methodOf, type PaymentsDeps } from '../payments.deps.ts'
import { describeIntent } from '../payments.presenter.ts'
import { presentNow } from '../present-now.ts'
import { type LockedQuote, lockingAgeMs } from '../rates/rates.ts'
import { amountOn, hasEnoughSources, isDust } from '../sightings/chain-amounts.policy.ts'
import { chainIdOf, monitorMs } from './intent-terms.policy.ts'
import {
  countUnusedAtEnd,
  type IntentRow,
  insertIntent,
  insertIntentEvents,
  listIntentsOfOrder,
  lockIntentsOfOrder,
  takeDerivationIndex,
  updateIntent,
} from './intents.repository.ts'
import { sumReceived } from './settle.service.ts'

/** Confirmations to count to on the page when the chain only knows final or not. */
const unmarkedConfirmations = 20

/**
 * Opens the coin payment of an order, or returns the one that is open. Rate and address are reserved in one transaction; of concurrent
 * requests for the same order one opens it and the others get the same one.
 *
 * @throws AppError `order-not-found`, `order-state-conflict`, `payment-method-unavailable`, `crypto-unavailable` without a fresh rate or a
 * chain that is read, and those of the idempotency key
 */
export function createIntent(
  deps: PaymentsDeps,
  input: { orderId: string; asset: Asset; network?: string | undefined },
  access: Opener,
  idempotencyKey: string | string[] | undefined,
): Promise<PaymentIntent> {
  const { store, orders } = deps
  const request = {
    key: idempotencyKey,
    userId: access.userId,
    route: 'POST /payments/create-intent',
    body: input,
  }
  return deps.idempotency.run(request, async (once) => {
    const order = await orders.payableOrder(store.db, input.orderId, access)
    if (!order) throw new AppError('order-not-found')
    const offered = await chainsFor(deps, input)
    assertPayable(order, await listIntentsOfOrder(store.db, order.id), input.asset)
    // Slow lookups run before anything is locked.
    const quote = await deps.rates.current(input.asset, lockingAgeMs)
    return store.db.transaction().execute((trx) =>
      once(trx, async () => {
        const locked = await orders.lockOrder(trx, order.id)
        if (!locked) throw new AppError('order-not-found')
        const intents = await lockIntentsOfOrder(trx, order.id)
        assertPayable(locked, intents, input.asset)
        const before = await goOn(deps, trx, intents, input.network)
        if (before) return presentNow(deps, trx, before, order.number)
        const priceCents = priceOf(locked, intents)
        const chain = await firstUsable(deps, trx, offered, priceCents)
        if (!quote || !chain) throw new AppError('crypto-unavailable')
        return presentNow(deps, trx, await open(deps, trx, locked, priceCents, chain, quote), order.number)
      }),
    )
  })
}

/** What is still to be paid, euro cents. */
function priceOf(order: PayableOrder, intents: readonly IntentRow[]): number {
  return order.grossCents - order.receivedCents - sumReceived(intents)
}

/** The requested chain, or every chain of the coin. */
async function chainsFor(
  { chains, mayReceive, store }: PaymentsDeps,
  { asset, network }: { asset: Asset; network?: string | undefined },
): Promise<PaymentChain[]> {
  const found = chains.filter(
    (chain) => chain.asset === asset && (network === undefined || chain.chain === network),
  )
  const [first] = found
  // All chains of a coin are paid to the same account.
  if (!first || !(await mayReceive(store.db, first.receiving)))
    throw new AppError('payment-method-unavailable')
  return found
}

async function firstUsable(
  deps: PaymentsDeps,
  trx: Trx,
  offered: readonly PaymentChain[],
  priceCents: number,
): Promise<PaymentChain | null> {
  for (const chain of offered) {
    if (!hasEnoughSources(chain, priceCents, deps.twoSourcesFromCents)) continue
    if ((await deps.standingOf(trx, chain.chain)).isFresh) return chain
  }
  return null
}

function assertPayable(order: PayableOrder, intents: readonly IntentRow[], asset: Asset): void {
  if (order.method !== methodOf[asset]) throw new AppError('payment-method-unavailable')
  const isOpen = order.state === 'placed' || order.state === 'confirmed' || order.state === 'scheduled'
  if (!isOpen || order.payment === 'paid' || priceOf(order, intents) <= 0)
    throw new AppError('order-state-conflict')
}

/** The intent to continue with; when another network is requested it is superseded, unless money has arrived. */
async function goOn(
  { clock, settle }: PaymentsDeps,
  trx: Trx,
  all: readonly IntentRow[],
  network: string | undefined,
): Promise<IntentRow | null> {
  const active = all.find(({ status }) => isActive(status as IntentStatus))
  if (!active) return null
  if (network === undefined || active.chain === network || BigInt(active.amountReceived) > 0n) return active
  await updateIntent(trx, active.id, { canceledAt: new Date(clock()) })
  await settle.settle(trx, active, { note: 'another network was chosen' })
  return null
}

async function open(
  deps: PaymentsDeps,
  trx: Trx,
  order: PayableOrder,
  priceCents: number,
  chain: PaymentChain,
  quote: LockedQuote,
): Promise<IntentRow> {
  const amountDue = amountOn(chain, priceCents, quote.rate)
  if (isDust(chain, amountDue)) throw new AppError('payment-method-unavailable')
  const { receiving } = chain
  const derivationIndex = await takeDerivationIndex(trx, receiving.xpubId)
  const at = new Date(deps.clock())
  const expiresAt = new Date(at.getTime() + deps.quoteMinutes * 60_000)
  const row = await insertIntent(trx, {
    id: deps.randomUuid(),
    orderId: order.id,
    userId: order.userId,
    asset: chain.asset,
    chain: chain.chain,
    token: chain.token?.address ?? null,
    decimals: chain.decimals,
    ...receiving.addressAt(derivationIndex),
    xpubId: receiving.xpubId,
    derivationIndex,
    priceCents,
    amountDue: String(amountDue),
    minDue: String(minDue(amountDue, priceCents, deps.tolerance)),
    rate: formatRateCents(quote.rate),
    rateSources: quote.sources,
    rateQuotes: JSON.stringify(quote.raw),
    rateAt: new Date(quote.observedAtMs),
    confirmationsRequired: confirmationsOn(chain.chain, priceCents),
    createdAt: at,
    expiresAt,
    effectiveExpiresAt: expiresAt,
    monitorUntil: new Date(expiresAt.getTime() + monitorMs),
    status: 'awaiting_transfer',
    exceptions: [],
  })
  const event = { intentId: row.id, at, exceptions: [] }
  await insertIntentEvents(trx, [
    { ...event, kind: 'payment_intent.created', toStatus: 'creating' },
    { ...event, kind: 'payment_intent.awaiting', fromStatus: 'creating', toStatus: 'awaiting_transfer' },
  ])
  const data = describeIntent(row, order)
  await deps.webhooks.enqueue(trx, { type: 'payment_intent.created', data, at })
  await deps.webhooks.enqueue(trx, { type: 'payment_intent.awaiting', data, at })
  const unused = await countUnusedAtEnd(trx, receiving.xpubId)
  if (unused >= usualAddressGap)
    deps.logger.warn(
      { asset: chain.asset, unused, derivationIndex },
      'many addresses were given out and not used: a wallet must look further ahead than usual to find the next payment',
    )
  return row
}

function confirmationsOn(chain: string, priceCents: number): number {
  const chainId = chainIdOf(chain)
  if (chainId === null) return bitcoinConfirmationsRequired(priceCents)
  return evmConfirmationsRequired(chainId, priceCents) ?? unmarkedConfirmations
}
