import type { Insertable, Selectable, Updateable } from 'kysely'
import type {
  ChainCursorsTable,
  ObservedPaymentsTable,
  PaymentViewsTable,
} from '../../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../../platform/db/store.ts'

export type PaymentRow = Selectable<ObservedPaymentsTable>
export type ViewRow = Selectable<PaymentViewsTable>
export type CursorRow = Selectable<ChainCursorsTable>

export function listPayments(db: Queryable, intentId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('observedPayments')
    .selectAll()
    .where('intentId', '=', intentId)
    .orderBy('firstSeenAt')
    .orderBy('id')
    .execute()
}

/** Payments of a chain that may still change, with the view of one source. */
export function listOpenPayments(db: Queryable, chain: string, source: string) {
  return db
    .selectFrom('observedPayments')
    .innerJoin('paymentIntents', 'paymentIntents.id', 'observedPayments.intentId')
    .leftJoin('paymentViews', (join) =>
      join.onRef('paymentViews.paymentId', '=', 'observedPayments.id').on('paymentViews.source', '=', source),
    )
    .where('observedPayments.chain', '=', chain)
    .where('observedPayments.settledForGood', '=', false)
    .select([
      'observedPayments.id',
      'observedPayments.intentId',
      'observedPayments.txId',
      'observedPayments.outputIndex',
      'observedPayments.token',
      'observedPayments.amount',
      'observedPayments.spends',
      'observedPayments.blockHeight',
      'observedPayments.blockHash',
      'paymentIntents.matchKey',
      'paymentViews.state as ownState',
      'paymentViews.blockHeight as ownBlockHeight',
      'paymentViews.blockHash as ownBlockHash',
    ])
    .execute()
}

/** Everything that is watched on a chain: Bitcoin addresses there, and every EVM address on every EVM chain. */
export function listWatched(db: Queryable, asset: 'BTC' | 'USDT') {
  return db
    .selectFrom('paymentIntents')
    .select(['id', 'matchKey', 'address', 'status', 'monitorUntil', 'effectiveExpiresAt', 'chain'])
    .where('asset', '=', asset)
    .orderBy('createdAt')
    .execute()
}

export async function findPayment(
  db: Queryable,
  key: { chain: string; txId: string; outputIndex: number },
): Promise<PaymentRow | null> {
  const row = await db
    .selectFrom('observedPayments')
    .selectAll()
    .where('chain', '=', key.chain)
    .where('txId', '=', key.txId)
    .where('outputIndex', '=', key.outputIndex)
    .executeTakeFirst()
  return row ?? null
}

export function insertPayment(trx: Trx, payment: Insertable<ObservedPaymentsTable>): Promise<PaymentRow> {
  return trx.insertInto('observedPayments').values(payment).returningAll().executeTakeFirstOrThrow()
}

export async function updatePayment(
  trx: Trx,
  id: number,
  change: Updateable<ObservedPaymentsTable>,
): Promise<void> {
  await trx.updateTable('observedPayments').set(change).where('id', '=', id).execute()
}

export async function saveView(trx: Trx, view: Insertable<PaymentViewsTable>): Promise<void> {
  await trx
    .insertInto('paymentViews')
    .values(view)
    .onConflict((conflict) => conflict.columns(['paymentId', 'source']).doUpdateSet(view))
    .execute()
}

export function listViews(db: Queryable, paymentIds: readonly number[]): Promise<ViewRow[]> {
  if (paymentIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('paymentViews')
    .selectAll()
    .where('paymentId', 'in', [...paymentIds])
    .execute()
}

export function listCursors(db: Queryable, chain?: string): Promise<CursorRow[]> {
  const query = db.selectFrom('chainCursors').selectAll()
  return (chain === undefined ? query : query.where('chain', '=', chain)).execute()
}

export async function saveCursor(db: Queryable, cursor: Insertable<ChainCursorsTable>): Promise<void> {
  const { chain: _chain, source: _source, ...change } = cursor
  await db
    .insertInto('chainCursors')
    .values(cursor)
    .onConflict((conflict) => conflict.columns(['chain', 'source']).doUpdateSet(change))
    .execute()
}

/** A failed turn: what was read before stays. */
export async function saveFailure(
  db: Queryable,
  failure: { chain: string; source: string; triedAt: Date; lastError: string },
): Promise<void> {
  const { triedAt, lastError } = failure
  await db
    .insertInto('chainCursors')
    .values({ ...failure, position: -1 })
    .onConflict((conflict) => conflict.columns(['chain', 'source']).doUpdateSet({ triedAt, lastError }))
    .execute()
}
