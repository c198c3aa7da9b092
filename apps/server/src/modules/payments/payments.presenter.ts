import type { PaymentNetwork } from '@shipminer/contract/shop/orders'
import type { PaymentIntent } from '@shipminer/contract/shop/payments'
import { formatUnits } from '@shipminer/domain/payments/amounts'
import { isSettled } from '@shipminer/domain/payments/payment-sums'
import { bitcoinQrText, bitcoinUri, tokenTransferUri } from '@shipminer/domain/payments/payment-uri'
import type { IntentRow } from './intents/intents.repository.ts'
import type { ChainStanding } from './sightings/chain-standing.ts'
import type { PaymentRow } from './sightings/observations.repository.ts'

export type IntentView = {
  row: IntentRow
  orderNumber: string
  payments: readonly PaymentRow[]
  /** The reducer's view of the intent's chain is derived from the rows; this is the health of the chain. */
  standing: Pick<ChainStanding, 'isFresh' | 'checkedAt'>
  networkOf(chain: string): PaymentNetwork
  explorerUrlOf(chain: string, txId: string): string | null
  productName: string
}

/** Minimum number of decimals shown: a dollar has cents. */
const leastDecimals = (asset: string) => (asset === 'BTC' ? 0 : 2)

/** Base units of a coin as people write them. */
export function presentAmount(units: bigint, asset: string, decimals: number): string {
  return formatUnits(units, decimals, leastDecimals(asset))
}

/** The contract's shape of an intent. */
export function presentIntent(view: IntentView): PaymentIntent {
  const { row, standing } = view
  const amount = (units: bigint) => presentAmount(units, row.asset, row.decimals)
  const received = BigInt(row.amountReceived)
  const remaining = BigInt(row.amountDue) - received
  return {
    id: row.id,
    orderId: row.orderId,
    orderNumber: view.orderNumber,
    status: row.status as PaymentIntent['status'],
    exceptions: row.exceptions as PaymentIntent['exceptions'],
    asset: row.asset,
    network: view.networkOf(row.chain),
    token: row.token,
    address: row.address,
    amountEurCents: row.priceCents,
    amountDue: amount(BigInt(row.amountDue)),
    amountReceived: amount(received),
    amountConfirmed: amount(BigInt(row.amountConfirmed)),
    amountRemaining: amount(remaining),
    ...linksOf(view, remaining),
    rate: row.rate,
    rateSources: row.rateSources,
    rateAt: row.rateAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.effectiveExpiresAt.toISOString(),
    monitorUntil: row.monitorUntil.toISOString(),
    confirmations: { seen: row.confirmationsReached, required: row.confirmationsRequired },
    payments: view.payments.map((payment) => presentPayment(view, payment)),
    watcherFresh: standing.isFresh,
    checkedAt: standing.checkedAt?.toISOString() ?? null,
  }
}

function linksOf(
  { row, orderNumber, productName, networkOf }: IntentView,
  remaining: bigint,
): { paymentUri: string | null; qrText: string | null } {
  if (row.status !== 'awaiting_transfer' || remaining <= 0n) return { paymentUri: null, qrText: null }
  const { chainId } = networkOf(row.chain)
  if (row.token !== null && chainId !== null) {
    const uri = tokenTransferUri({ token: row.token, chainId, to: row.address, amount: remaining })
    return { paymentUri: uri, qrText: uri }
  }
  const payment = { address: row.address, amountSat: remaining }
  return {
    paymentUri: bitcoinUri({ ...payment, label: productName, message: orderNumber }),
    qrText: bitcoinQrText(payment),
  }
}

function presentPayment(view: IntentView, payment: PaymentRow): PaymentIntent['payments'][number] {
  const settled = isSettled(
    { confirmations: payment.confirmations, final: payment.final } as Parameters<typeof isSettled>[0],
    view.row.confirmationsRequired,
  )
  return {
    txId: payment.txId,
    index: payment.outputIndex,
    network: view.networkOf(payment.chain),
    asset: payment.asset,
    amount: presentAmount(BigInt(payment.amount), payment.asset, payment.decimals),
    firstSeenAt: payment.firstSeenAt.toISOString(),
    blockHeight: payment.blockHeight,
    confirmations: payment.confirmations,
    status: payment.unaccountedAt ? 'unaccounted' : settled ? 'confirmed' : 'unconfirmed',
    replacedBy: payment.replacedBy,
    explorerUrl: view.explorerUrlOf(payment.chain, payment.txId),
  }
}

/** Plain facts of an intent for a webhook: nothing personal. */
export function describeIntent(row: IntentRow, order: { number: string }): Record<string, unknown> {
  const amount = (units: string) => presentAmount(BigInt(units), row.asset, row.decimals)
  return {
    id: row.id,
    object: 'payment_intent',
    orderId: row.orderId,
    orderNumber: order.number,
    status: row.status,
    exceptions: row.exceptions,
    asset: row.asset,
    network: row.chain,
    token: row.token,
    address: row.address,
    amountEurCents: row.priceCents,
    amountDue: amount(row.amountDue),
    amountReceived: amount(row.amountReceived),
    amountConfirmed: amount(row.amountConfirmed),
    amountRemaining: presentAmount(
      BigInt(row.amountDue) - BigInt(row.amountReceived),
      row.asset,
      row.decimals,
    ),
    rate: row.rate,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.effectiveExpiresAt.toISOString(),
  }
}
