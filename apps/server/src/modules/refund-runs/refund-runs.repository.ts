import type { RefundRunWay } from '@shipminer/contract/desk/refund-runs'
import { type Selectable, sql } from 'kysely'
import type { RefundRunsTable, RefundsTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type RunRow = Omit<Selectable<RefundRunsTable>, 'file'>
export type RunRefund = Selectable<RefundsTable> & { orderNumber: string }

/** The claimed refunds of a way that are in no run, oldest first, locked: a buyer who corrects one now waits. */
export function lockWaiting(trx: Trx, way: RefundRunWay): Promise<RunRefund[]> {
  return trx
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .selectAll('refunds')
    .select('orders.number as orderNumber')
    .where('refunds.status', '=', 'requested')
    .where('refunds.claimWay', '=', way)
    .where('refunds.runId', 'is', null)
    .orderBy('refunds.requestedAt')
    .orderBy('orderNumber')
    .orderBy('refunds.id')
    .limit(500)
    .forNoKeyUpdate('refunds')
    .execute()
}

/** How many refunds of these orders have had a reference so far. */
export async function countReferences(trx: Trx, orderIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('refunds')
    .select(({ fn }) => ['orderId', fn.countAll<number>().as('count')])
    .where('orderId', 'in', orderIds)
    .where('transferReference', 'is not', null)
    .groupBy('orderId')
    .execute()
  return new Map(rows.map(({ orderId, count }) => [orderId, Number(count)]))
}

export async function insertRun(
  trx: Trx,
  run: { way: RefundRunWay; createdAt: Date; createdBy: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('refundRuns')
    .values({ ...run, file: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveFile(trx: Trx, id: number, file: string): Promise<void> {
  await trx.updateTable('refundRuns').set({ file }).where('id', '=', id).execute()
}

export async function joinRun(trx: Trx, refundId: string, runId: number, reference: string): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ runId, transferReference: reference })
    .where('id', '=', refundId)
    .execute()
}

/** What is not paid of a run belongs to none again. @returns how many. */
export async function leaveRun(trx: Trx, runId: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('refunds')
    .set({ runId: null })
    .where('runId', '=', runId)
    .where('status', '<>', 'paid')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Runs with something to be paid, or not to be paid any more, newest first. */
export function listOpenRuns(db: Queryable): Promise<RunRow[]> {
  return db
    .selectFrom('refundRuns')
    .select(['id', 'way', 'createdAt', 'createdBy', 'psbt', 'feeRateMilliSat', 'feeSat', 'changeSat'])
    .select(['changeIndex', 'inputs', 'anchor'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refunds')
          .select('refunds.id')
          .whereRef('refunds.runId', '=', 'refundRuns.id')
          .where('refunds.status', '<>', 'paid'),
      ),
    )
    .orderBy('id', 'desc')
    .execute()
}

export async function findRun(db: Queryable, id: number): Promise<(RunRow & { file: string }) | null> {
  const row = await db.selectFrom('refundRuns').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** A run, locked until the transaction ends. */
export async function lockRun(trx: Trx, id: number): Promise<RunRow | null> {
  const row = await trx
    .selectFrom('refundRuns')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function saveTransaction(
  trx: Trx,
  id: number,
  transaction: Pick<
    RunRow,
    'psbt' | 'feeRateMilliSat' | 'feeSat' | 'changeSat' | 'changeIndex' | 'inputs' | 'anchor'
  >,
): Promise<void> {
  await trx.updateTable('refundRuns').set(transaction).where('id', '=', id).execute()
}

export function listRefundsOfRuns(db: Queryable, runIds: readonly number[]): Promise<RunRefund[]> {
  if (runIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .selectAll('refunds')
    .select('orders.number as orderNumber')
    .where('refunds.runId', 'in', runIds)
    .orderBy('refunds.requestedAt')
    .orderBy('orderNumber')
    .orderBy('refunds.id')
    .execute()
}

type SeenRefund = { id: string; status: 'requested' | 'dropped'; reference: string; on: string }

/** Of entries that came in longer ago it is settled already whether they paid a refund that was dropped. */
const newForMs = 31 * 86_400_000

/**
 * Refunds that a statement shows as paid, owed or not: money of their size left with their reference. Those that were dropped stay so for ever, and
 * are looked for in what was imported of late, however old its bookings are.
 */
export async function listSeenPaid(db: Queryable, now: number): Promise<SeenRefund[]> {
  const since = new Date(now - newForMs)
  const isSeen = sql`e.amount_cents = -r.amount_cents AND e.amount_cents < 0 AND e.currency = 'EUR' AND NOT e.is_return
    AND (upper(e.end_to_end_id) = upper(r.transfer_reference)
      OR upper(e.remittance) ~ ('(^|[^A-Z0-9])' || upper(r.transfer_reference) || '($|[^0-9])'))
    AND r.claim_way = 'bank' AND r.transfer_reference IS NOT NULL`
  const { rows } = await sql<SeenRefund>`
    SELECT DISTINCT ON (id) * FROM (
      SELECT r.id, r.status, r.transfer_reference AS reference, e.booked_on::text AS on
      FROM refunds r JOIN bank_entries e ON ${isSeen} WHERE r.status = 'requested'
      UNION ALL
      SELECT r.id, r.status, r.transfer_reference, e.booked_on::text
      FROM bank_entries e JOIN refunds r ON ${isSeen} WHERE r.status = 'dropped' AND e.imported_at > ${since}::timestamptz
    ) seen ORDER BY id, "on"`.execute(db)
  return rows
}
