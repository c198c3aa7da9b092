import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { PaymentIntentEventsTable, PaymentIntentsTable } from '../../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { activeStatuses } from './active-statuses.ts'

export type IntentRow = Selectable<PaymentIntentsTable>

/** The next address of an account key; an index is handed out only once, even if its purpose fails later. */
export async function takeDerivationIndex(trx: Trx, xpubId: string): Promise<number> {
  const row = await trx
    .insertInto('paymentAddressCounters')
    .values({ xpubId, nextIndex: 1 })
    .onConflict((conflict) =>
      conflict.column('xpubId').doUpdateSet({ nextIndex: sql`payment_address_counters.next_index + 1` }),
    )
    .returning('nextIndex')
    .executeTakeFirstOrThrow()
  return row.nextIndex - 1
}

/** Addresses of a key handed out since the last one that received money: wallets scan only so far beyond it. */
export async function countUnusedAtEnd(db: Queryable, xpubId: string): Promise<number> {
  const { unused } = await db
    .selectFrom('paymentIntents')
    .where('xpubId', '=', xpubId)
    .where('derivationIndex', '>', (query) =>
      query.fn.coalesce(
        query
          .selectFrom('observedPayments')
          .innerJoin('paymentIntents as paid', 'paid.id', 'observedPayments.intentId')
          .where('paid.xpubId', '=', xpubId)
          .select(({ fn }) => fn.max('paid.derivationIndex').as('last')),
        sql<number>`-1`,
      ),
    )
    .select(({ fn }) => fn.countAll<number>().as('unused'))
    .executeTakeFirstOrThrow()
  return Number(unused)
}

/** How many addresses of a key were handed out, and which of them received money, in order. */
export async function listUsedIndexes(
  db: Queryable,
  xpubId: string,
): Promise<{ given: number; used: number[] }> {
  const counter = await db
    .selectFrom('paymentAddressCounters')
    .select('nextIndex')
    .where('xpubId', '=', xpubId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('paymentIntents')
    .innerJoin('observedPayments', 'observedPayments.intentId', 'paymentIntents.id')
    .where('paymentIntents.xpubId', '=', xpubId)
    .select('paymentIntents.derivationIndex')
    .distinct()
    .orderBy('paymentIntents.derivationIndex')
    .execute()
  return { given: counter?.nextIndex ?? 0, used: rows.map(({ derivationIndex }) => derivationIndex) }
}

export function insertIntent(trx: Trx, intent: Insertable<PaymentIntentsTable>): Promise<IntentRow> {
  return trx.insertInto('paymentIntents').values(intent).returningAll().executeTakeFirstOrThrow()
}

export async function findIntent(db: Queryable, id: string): Promise<IntentRow | null> {
  const row = await db.selectFrom('paymentIntents').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Every intent of an order, oldest first, locked until the transaction ends. The order is locked before. */
export function lockIntentsOfOrder(trx: Trx, orderId: string): Promise<IntentRow[]> {
  return trx
    .selectFrom('paymentIntents')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export function listIntentsOfOrder(db: Queryable, orderId: string): Promise<IntentRow[]> {
  return db
    .selectFrom('paymentIntents')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function updateIntent(
  trx: Trx,
  id: string,
  change: Updateable<PaymentIntentsTable>,
): Promise<void> {
  await trx.updateTable('paymentIntents').set(change).where('id', '=', id).execute()
}

export async function insertIntentEvents(
  trx: Trx,
  events: Insertable<PaymentIntentEventsTable>[],
): Promise<void> {
  if (events.length > 0) await trx.insertInto('paymentIntentEvents').values(events).execute()
}

/** Intents whose time has run out, or that only the passing of time can settle. By id, behind one of them. */
export async function listDueIntents(
  db: Queryable,
  now: Date,
  { limit, behind }: { limit: number; behind: string | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentIntents')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        eb('unbookedReason', 'is not', null),
        and([
          eb('status', 'in', [...activeStatuses]),
          or([eb('effectiveExpiresAt', '<=', now), eb('monitorUntil', '<=', now)]),
        ]),
      ]),
    )
    .$if(behind !== null, (query) => query.where('id', '>', behind))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export function listIntentsOfUser(db: Queryable, userId: string): Promise<IntentRow[]> {
  return db
    .selectFrom('paymentIntents')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(200)
    .execute()
}

/** The newest intent of each order. */
export async function newestIntents(
  db: Queryable,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('paymentIntents')
    .select(['id', 'orderId'])
    .where('orderId', 'in', [...orderIds])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, orderId }) => [orderId, id]))
}

/** Intents with money, or signs of it, that does not settle them, until an operator has decided; and those whose money could not be booked. */
export async function countInDoubt(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM payment_intents
    WHERE unbooked_reason IS NOT NULL OR manual IS NULL AND status NOT IN ('confirmed', 'manually_completed')
      AND (exceptions && '{underpaid,late,reorged,wrong_network,wrong_token}'::text[]
           OR (amount_received > 0 AND status IN ('expired', 'failed', 'canceled')))`.execute(db)
  return rows[0]?.count ?? 0
}

/** Intents that need attention in some way, newest first. */
export function listExceptional(db: Queryable, limit: number): Promise<IntentRow[]> {
  return db
    .selectFrom('paymentIntents')
    .selectAll()
    .where(({ or, eb }) =>
      or([
        eb('exceptions', '<>', sql<string[]>`'{}'::text[]`),
        eb('amountToRefund', '>', '0'),
        eb('unbookedReason', 'is not', null),
        eb('amountReceived', '>', '0').and('status', 'in', ['expired', 'failed', 'canceled']),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
}
