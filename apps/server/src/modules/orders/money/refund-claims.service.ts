import type { Order, orderEndpoints, RefundOffer } from '@shipminer/contract/shop/orders'
import { needsRefundCode, refundRateHoldsMs } from '@shipminer/domain/orders/refund-claim'
import { parseIban } from '@shipminer/domain/payments/bank/iban'
import type * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Opener } from '../opener.ts'
import type { BuyerDeps } from '../orders.deps.ts'
import type { RefundCoin } from '../orders.port.ts'
import { addEvent, listRefunds, type RefundRow, setRefundClaim } from '../orders.repository.ts'
import { openOrder, openOrderLocked, readOrder } from '../read-order.service.ts'
import { canChangeClaim, isUnclaimed, isUnpaid, presentClaim } from './refund-claims.ts'
import { guessRefundCode, spendRefundCode } from './refund-codes.service.ts'

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
 * claimed it corrects the account or address; way, amount and how long it holds stay, so that no one can wait for a better rate. Above
 * EUR 1,000 it takes a code from the mailbox of the order.
 *
 * @throws AppError `order-not-found`, `order-state-conflict`, `price-changed`, `payment-method-unavailable`, `refund-address-invalid`,
 * `refund-code-wrong`, `required-fields-missing`, `rate-limited`
 */
export async function claimRefund(deps: BuyerDeps, id: string, opener: Opener, body: Claim): Promise<Order> {
  const found = await openOrder(deps, id, opener)
  const to = await destinationOf(deps, body)
  // Rates come over the network: before the order is locked.
  const all = await listRefunds(deps.store.db, found.id)
  const seen = all.filter(isUnclaimed)
  const coin = body.way === 'bank' || seen.length === 0 ? null : await chosenCoin(deps, seen, body)
  // An amount that has moved uses up no guess.
  if (seen.length > 0) requireExpectedAmount(seen, body, coin)
  const code = needsRefundCode(all.filter(isUnpaid))
    ? await guessRefundCode(deps, found.id, { text: body.code, ip: opener.ip })
    : null
  return deps.store.db.transaction().execute(async (trx) => {
    const row = await openOrderLocked(deps, trx, id, opener)
    const at = new Date(deps.clock())
    const refunds = await listRefunds(trx, row.id)
    const unclaimed = refunds.filter(isUnclaimed)
    if (code !== null) await spendRefundCode(trx, row.id, code)
    else if (needsRefundCode(refunds.filter(isUnpaid))) throw new AppError('refund-code-wrong')
    if (unclaimed.map((refund) => refund.id).join() !== seen.map((refund) => refund.id).join())
      throw new AppError('price-changed')
    const claimed =
      unclaimed.length > 0
        ? claimsOf(unclaimed, body, coin, at)
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
    if (claim) {
      const until = first?.claimHoldsUntil
      const held = coin && until ? { amount: coin.total, asset: coin.asset, until } : null
      const mail = { amountCents: sumCents(changed), account: claim.to, coin: held }
      await deps.mails.toBuyer(trx, row, { kind: 'refundClaimed', ...mail }, at)
    }
    return readOrder(deps, trx, row)
  })
}

type Terms = {
  claimWay: Claim['way']
  claimNetwork: string | null
  claimAmount: string | null
  claimRate: string | null
  claimHoldsUntil: Date | null
}

function requireExpectedAmount(
  refunds: readonly RefundRow[],
  { expectedAmount }: Claim,
  coin: RefundCoin | null,
): void {
  if ((coin?.total ?? String(sumCents(refunds))) !== expectedAmount) throw new AppError('price-changed')
}

function claimsOf(
  refunds: readonly RefundRow[],
  claim: Claim,
  coin: RefundCoin | null,
  at: Date,
): { refund: RefundRow; terms: Terms }[] {
  requireExpectedAmount(refunds, claim, coin)
  return refunds.map((refund, place) => ({
    refund,
    terms: {
      claimWay: claim.way,
      claimNetwork: coin?.network.id ?? null,
      claimAmount: coin?.amounts[place] ?? null,
      claimRate: coin?.rate ?? null,
      claimHoldsUntil: coin && new Date(at.getTime() + refundRateHoldsMs),
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
    if (!name) throw missingField('name')
    return { claimTo, claimName: name }
  }
  if (!network) throw missingField('network')
  const fits = (network === 'bitcoin') === (way === 'bitcoin')
  const claimTo = fits ? await deps.payments.parseRefundAddress(network, to) : null
  if (claimTo === null) throw new AppError('refund-address-invalid')
  return { claimTo, claimName: null }
}

const missingField = (field: string) =>
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
