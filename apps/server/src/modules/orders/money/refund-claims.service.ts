import type { Order, orderEndpoints, RefundOffer } from '@shipminer/contract/orders'
import { parseIban } from '@shipminer/domain/payments/iban'
import type * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { BuyerDeps } from '../orders.deps.ts'
import type { RefundCoin } from '../orders.port.ts'
import { addEvent, listRefunds, type RefundRow, setRefundClaim } from '../orders.repository.ts'
import { type Opener, openOrder, openOrderLocked, readOrder } from '../read-order.service.ts'
import { canChangeClaim, isUnclaimed, presentClaim } from './refund-claims.ts'

type Claim = z.output<typeof orderEndpoints.claimRefund.body & object>

const sumCents = (refunds: readonly RefundRow[]) =>
  refunds.reduce((total, { amountCents }) => total + amountCents, 0)

/** What waits for the buyer's word, and in which coins it can be paid. @throws AppError `order-not-found`, `rate-limited` */
export async function offerRefunds(
  deps: BuyerDeps,
  id: string,
  opener: Opener,
): Promise<{ amountCents: number; offers: RefundOffer[] }> {
  const order = await openOrder(deps, id, opener)
  const refunds = (await listRefunds(deps.store.db, order.id)).filter(isUnclaimed)
  const coins = refunds.length === 0 ? [] : await coinsFor(deps, refunds)
  return {
    amountCents: sumCents(refunds),
    offers: coins.map(({ way, network, asset, rate, total }) => ({
      way,
      network,
      asset,
      rate,
      amount: total,
    })),
  }
}

/**
 * Records where the open refunds of an order go: all that nobody has claimed, with their amount in coin at the rate of now. Once all are
 * claimed it corrects the account or address; way and amount stay, so that no one can wait for a better rate.
 *
 * @throws AppError `order-not-found`, `order-state-conflict`, `price-changed`, `payment-method-unavailable`, `refund-address-invalid`,
 * `required-fields-missing`, `rate-limited`
 */
export async function claimRefund(deps: BuyerDeps, id: string, opener: Opener, body: Claim): Promise<Order> {
  const found = await openOrder(deps, id, opener)
  const to = await destinationOf(deps, body)
  // Rates come over the network: before the order is locked.
  const seen = (await listRefunds(deps.store.db, found.id)).filter(isUnclaimed)
  const coin = body.way === 'bank' || seen.length === 0 ? null : await chosenCoin(deps, seen, body)
  return deps.store.db.transaction().execute(async (trx) => {
    const row = await openOrderLocked(deps, trx, id, opener)
    const at = new Date(deps.clock())
    const refunds = await listRefunds(trx, row.id)
    const unclaimed = refunds.filter(isUnclaimed)
    if (unclaimed.map((refund) => refund.id).join() !== seen.map((refund) => refund.id).join())
      throw new AppError('price-changed')
    const claimed =
      unclaimed.length > 0
        ? claimsOf(unclaimed, body, coin)
        : refunds.filter((refund) => isSameWay(refund, body)).map((refund) => ({ refund, terms: null }))
    if (claimed.length === 0) throw new AppError('order-state-conflict')
    const changed: RefundRow[] = []
    for (const { refund, terms } of claimed) {
      const row = await setRefundClaim(trx, refund.id, { ...to, ...terms, claimedAt: at })
      if (row === null) throw new AppError('order-state-conflict')
      changed.push(row)
    }
    const [first] = changed
    const data = { refundIds: changed.map((refund) => refund.id), way: body.way, to: to.claimTo }
    await addEvent(trx, { orderId: row.id, at, kind: 'refund-claimed', actor: 'buyer', data })
    const claim = first ? presentClaim(first) : null
    if (claim)
      await deps.mails.toBuyer(
        trx,
        row,
        { kind: 'refundClaimed', amountCents: sumCents(changed), account: claim.to },
        at,
      )
    return readOrder(deps, trx, row)
  })
}

type Terms = {
  claimWay: Claim['way']
  claimNetwork: string | null
  claimAmount: string | null
  claimRate: string | null
}

function claimsOf(
  refunds: readonly RefundRow[],
  { way, expectedAmount }: Claim,
  coin: RefundCoin | null,
): { refund: RefundRow; terms: Terms }[] {
  if ((coin?.total ?? String(sumCents(refunds))) !== expectedAmount) throw new AppError('price-changed')
  return refunds.map((refund, at) => ({
    refund,
    terms: {
      claimWay: way,
      claimNetwork: coin?.network.id ?? null,
      claimAmount: coin?.amounts[at] ?? null,
      claimRate: coin?.rate ?? null,
    },
  }))
}

function isSameWay(refund: RefundRow, { way, network }: Claim): boolean {
  return canChangeClaim(refund) && refund.claimWay === way && refund.claimNetwork === (network ?? null)
}

async function destinationOf(
  deps: BuyerDeps,
  { way, network, to, name }: Claim,
): Promise<{ claimTo: string; claimName: string | null }> {
  if (way === 'bank') {
    const claimTo = parseIban(to)
    if (claimTo === null || network !== undefined) throw new AppError('refund-address-invalid')
    if (!name) throw missing('name')
    return { claimTo, claimName: name }
  }
  if (!network) throw missing('network')
  const fits = (network === 'bitcoin') === (way === 'bitcoin')
  const claimTo = fits ? await deps.payments.parseRefundAddress(network, to) : null
  if (claimTo === null) throw new AppError('refund-address-invalid')
  return { claimTo, claimName: null }
}

const missing = (field: string) =>
  new AppError('required-fields-missing', {
    issues: [{ path: `body.${field}`, message: 'required-fields-missing' }],
  })

const coinsFor = (deps: BuyerDeps, refunds: readonly RefundRow[]) =>
  deps.payments.refundCoins(refunds.map(({ amountCents }) => amountCents))

async function chosenCoin(
  deps: BuyerDeps,
  refunds: readonly RefundRow[],
  { way, network }: Claim,
): Promise<RefundCoin> {
  const coin = (await coinsFor(deps, refunds)).find((one) => one.way === way && one.network.id === network)
  if (!coin) throw new AppError('payment-method-unavailable')
  return coin
}
