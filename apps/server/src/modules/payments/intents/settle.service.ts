import type { WebhookType } from '@shipminer/contract/shop/payments'
import { WebhookTypeSchema } from '@shipminer/contract/shop/payments'
import {
  type IntentContext,
  type IntentState,
  type IntentStatus,
  type IntentTerms,
  isActive,
  type ObservedPayment,
} from '@shipminer/domain/payments/intent/intent'
import { intentEvents } from '@shipminer/domain/payments/intent/intent-events'
import { reduceIntent } from '@shipminer/domain/payments/intent/reduce-intent'
import { sumPayments } from '@shipminer/domain/payments/payment-sums'
import type { Trx } from '../../../platform/db/store.ts'
import type { OrdersPort, PayableOrder } from '../../orders/orders.port.ts'
import type { WebhooksPort } from '../../webhooks/webhooks.port.ts'
import { attentionFor, type PaymentMailContext, queueAttention } from '../payment-mails.ts'
import { listPayments, type PaymentRow } from '../sightings/observations.repository.ts'
import { balanceCents } from './intent-terms.policy.ts'
import { type IntentRow, insertIntentEvents, lockIntentsOfOrder, updateIntent } from './intents.repository.ts'

export type SettleDeps = {
  orders: OrdersPort
  webhooks: WebhooksPort
  clock: () => number
  startedAt: number
  /** Whether a chain was read to its newest block. */
  isFresh(trx: Trx, chain: string): Promise<boolean>
  /** Plain facts for the body of a webhook. */
  describe(intent: IntentRow, order: PayableOrder): Record<string, unknown>
  /** For the mails that notify the provider of what needs a person. */
  mail: PaymentMailContext
}

export function termsOf(row: IntentRow): IntentTerms {
  return {
    priceCents: row.priceCents,
    amountDue: BigInt(row.amountDue),
    minDue: BigInt(row.minDue),
    confirmationsRequired: row.confirmationsRequired,
    expiresAtMs: row.expiresAt.getTime(),
    monitorUntilMs: row.monitorUntil.getTime(),
  }
}

export function stateOf(row: IntentRow): IntentState {
  const amountReceived = BigInt(row.amountReceived)
  return {
    status: row.status as IntentStatus,
    exceptions: row.exceptions as IntentState['exceptions'],
    amountReceived,
    amountConfirmed: BigInt(row.amountConfirmed),
    amountRemaining: BigInt(row.amountDue) - amountReceived,
    amountToRefund: BigInt(row.amountToRefund),
    effectiveExpiresAtMs: row.effectiveExpiresAt.getTime(),
    confirmationsReached: row.confirmationsReached,
  }
}

/** What intents hold for their order, euro cents. */
export function sumReceived(rows: readonly Pick<IntentRow, 'receivedCents'>[]): number {
  return rows.reduce((sum, { receivedCents }) => sum + receivedCents, 0)
}

/** A row of the watchers as the reducer reads it. */
export function toObservedPayment(row: PaymentRow): ObservedPayment {
  return {
    id: `${row.chain}:${row.txId}:${row.outputIndex}`,
    amount: BigInt(row.amount),
    firstSeenMs: row.firstSeenAt.getTime(),
    confirmations: row.confirmations,
    final: row.final,
    kind: row.kind,
    unaccountedAtMs: row.unaccountedAt?.getTime() ?? null,
    unaccountedBecause: row.unaccountedBecause,
    wasReorged: row.wasReorged,
    valueCentsAtFirstSeen: row.valueCentsAtFirstSeen,
  }
}

export type Settle = {
  /**
   * Computes the status of an intent from everything that is stored, and stores it with its events, its webhooks and the balance of its
   * order. The same facts twice change nothing. From here on the transaction holds the order's lock.
   */
  settle(
    trx: Trx,
    intent: Pick<IntentRow, 'id' | 'orderId'>,
    options?: {
      note?: string
      /** Stores the facts while the locks are held. */
      before?: () => Promise<void>
    },
  ): Promise<void>
}

export function createSettle(deps: SettleDeps): Settle {
  return {
    async settle(trx, intent, { note, before } = {}) {
      const order = await deps.orders.lockOrder(trx, intent.orderId)
      if (!order) throw new Error(`payment intent ${intent.id} has no order`)
      const all = await lockIntentsOfOrder(trx, intent.orderId)
      await before?.()
      const row = all.find(({ id }) => id === intent.id)
      if (!row) return
      await settleLocked(deps, trx, order, all, row, note ?? null)
      if (row.unbookedReason !== null) await updateIntent(trx, row.id, { unbookedReason: null })
    },
  }
}

async function settleLocked(
  deps: SettleDeps,
  trx: Trx,
  order: PayableOrder,
  all: IntentRow[],
  row: IntentRow,
  note: string | null,
): Promise<void> {
  const now = new Date(deps.clock())
  const others = all.filter(({ id }) => id !== row.id)
  const payments = (await listPayments(trx, row.id)).map(toObservedPayment)
  const before = stateOf(row)
  const terms = termsOf(row)
  const activeOther = others.find((other) => isActive(other.status as IntentStatus))
  const context = await readContext(deps, trx, order, { row, others, activeOther, payments, now })
  const reduced = reduceIntent(terms, payments, context, before)
  // Money that arrived in time for a superseded payment still pays the order, unless the order is paid; only the rest is refunded.
  const isUsed = reduced.status === 'canceled' && !context.otherPaymentExists
  const after = isUsed
    ? { ...reduced, amountToRefund: reduced.amountConfirmed - sumPayments(terms, payments).confirmedInTime }
    : reduced
  if (isActive(after.status) && activeOther && !isActive(before.status)) {
    // Late money is accepted: the newer intent, which received nothing, is superseded.
    await updateIntent(trx, activeOther.id, { canceledAt: now })
    await settleLocked(
      deps,
      trx,
      order,
      all.map((one) => (one.id === row.id ? { ...one, status: 'expired' } : one)),
      { ...activeOther, canceledAt: now },
      'late money came to an earlier payment of this order',
    )
  }
  const balance = balanceCents(terms, after, payments)
  if (!hasChanged(row, after, balance)) return
  const change = {
    status: after.status,
    exceptions: after.exceptions,
    amountReceived: String(after.amountReceived),
    amountConfirmed: String(after.amountConfirmed),
    amountToRefund: String(after.amountToRefund),
    ...balance,
    effectiveExpiresAt: new Date(after.effectiveExpiresAtMs),
    confirmationsReached: after.confirmationsReached,
  }
  await updateIntent(trx, row.id, change)
  await tellChange(deps, trx, order, {
    row,
    settled: { ...row, ...change },
    before,
    after,
    balance,
    note,
    now,
  })
  // A pending intent is superseded as soon as another one has paid the order.
  if (activeOther && isActive(before.status) === isActive(after.status)) {
    const known = all.map((one) => (one.id === row.id ? { ...one, ...change } : one))
    await settleLocked(deps, trx, order, known, activeOther, null)
  }
}

/** What the reducer has to know besides the payments themselves. */
async function readContext(
  deps: SettleDeps,
  trx: Trx,
  order: PayableOrder,
  intent: {
    row: IntentRow
    others: readonly IntentRow[]
    activeOther: IntentRow | undefined
    payments: readonly ObservedPayment[]
    now: Date
  },
): Promise<IntentContext> {
  const { row, others, activeOther, payments, now } = intent
  const otherHasMoney = activeOther !== undefined && BigInt(activeOther.amountReceived) > 0n
  const receivedOtherwise = order.receivedCents + sumReceived(others)
  return {
    nowMs: now.getTime(),
    startedAtMs: deps.startedAt,
    watcherTipFresh: await deps.isFresh(trx, row.chain),
    otherPaymentExists: otherHasMoney || receivedOtherwise >= order.grossCents,
    stockReservable:
      isActive(stateOf(row).status) ||
      (payments.length > 0 &&
        order.state !== 'cancelled' &&
        (await deps.orders.stockReservable(trx, order.id))),
    isOrderCancelled: order.state === 'cancelled',
    creation: 'reserved',
    decisions: { canceledAtMs: row.canceledAt?.getTime() ?? null, manual: row.manual },
  }
}

type Balance = ReturnType<typeof balanceCents>

function hasChanged(row: IntentRow, after: IntentState, balance: Balance): boolean {
  const before = stateOf(row)
  return (
    before.status !== after.status ||
    before.exceptions.join() !== after.exceptions.join() ||
    before.amountReceived !== after.amountReceived ||
    before.amountConfirmed !== after.amountConfirmed ||
    before.amountToRefund !== after.amountToRefund ||
    row.pendingCents !== balance.pendingCents ||
    row.receivedCents !== balance.receivedCents ||
    before.effectiveExpiresAtMs !== after.effectiveExpiresAtMs ||
    before.confirmationsReached !== after.confirmationsReached
  )
}

/** Events, the balance of the order, mails and webhooks of an intent whose status changed. */
async function tellChange(
  deps: SettleDeps,
  trx: Trx,
  order: PayableOrder,
  change: {
    row: IntentRow
    settled: IntentRow
    before: IntentState
    after: IntentState
    balance: Balance
    note: string | null
    now: Date
  },
): Promise<void> {
  const { row, settled, before, after, balance, note, now } = change
  const kinds = intentEvents(before, after)
  const hasNewExceptions = before.exceptions.join() !== after.exceptions.join()
  const recorded = kinds.length > 0 ? kinds : hasNewExceptions ? ['exceptions'] : []
  await insertIntentEvents(
    trx,
    recorded.map((kind) => ({
      intentId: row.id,
      at: now,
      kind,
      fromStatus: before.status,
      toStatus: after.status,
      exceptions: after.exceptions,
      note,
    })),
  )
  await deps.orders.setSourceBalance(trx, {
    orderId: row.orderId,
    source: `intent:${row.id}`,
    ...balance,
    actor: row.manual ? 'provider' : 'watcher',
    note,
    at: now,
  })
  const data = deps.describe(settled, order)
  for (const attention of attentionFor(before, after))
    await queueAttention(trx, deps.mail, settled, order, attention, now)
  for (const type of webhookTypes(kinds)) {
    const once = type === 'payment_intent.succeeded' ? { onceFor: row.id } : {}
    await deps.webhooks.enqueue(trx, { type, data, at: now, ...once })
  }
}

/** Kinds of events that are sent as webhooks. */
export function webhookTypes(kinds: readonly string[]): WebhookType[] {
  return kinds.flatMap((kind) => {
    const type = WebhookTypeSchema.safeParse(kind)
    return type.success ? [type.data] : []
  })
}
