import type { PayoutRunState } from '@shipminer/domain/payouts/payout-run'
import { type Selectable, sql } from 'kysely'
import { type Page, takePage } from '../../platform/db/pages/take-page.ts'
import { safeSum } from '../../platform/db/safe-sum.ts'
import type { PayoutRunLinesTable, PayoutRunsTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

/** Open runs exclude each other's owners: there are never many. */
const mostUnsent = 50

export type RunRow = Selectable<PayoutRunsTable>
export type LineRow = Selectable<PayoutRunLinesTable>
export type NewLine = Omit<LineRow, 'runId' | 'position' | 'isOpen' | 'payoutId'>

/** Makes a run with its lines in their order. Throws a unique violation when an owner is in another open run. */
export async function insertRun(
  trx: Trx,
  run: { createdAt: Date; createdBy: string; createdById: string; totalSat: number },
  lines: readonly NewLine[],
): Promise<number> {
  const { id } = await trx
    .insertInto('payoutRuns')
    .values({ ...run, state: 'draft' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = lines.map((line, position) => ({ ...line, runId: id, position }))
  for (let start = 0; start < rows.length; start += 500)
    await trx
      .insertInto('payoutRunLines')
      .values(rows.slice(start, start + 500))
      .execute()
  return id
}

const runSorts = { createdAt: 'id', total: 'totalSat', lines: 'lines' } as const
export type RunsPage = { state: PayoutRunState | null; sort: keyof typeof runSorts } & Page

/** A page of the runs in one state or any, with how many lines each has. */
export async function listRuns(
  db: Queryable,
  { state, sort, ...page }: RunsPage,
): Promise<(RunRow & { lines: number })[]> {
  const runs = db.selectFrom('payoutRuns')
  const found = (state === null ? runs : runs.where('state', '=', state))
    .selectAll()
    .select(
      sql<number>`(SELECT count(*) FROM payout_run_lines l WHERE l.run_id = payout_runs.id)::int4`.as(
        'lines',
      ),
    )
  return takePage(found, [runSorts[sort], 'id'], page).execute()
}

export async function countRuns(db: Queryable, state: PayoutRunState | null): Promise<number> {
  const runs = db.selectFrom('payoutRuns')
  const { count } = await (state === null ? runs : runs.where('state', '=', state))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The run with that number as people write it; null when there is none. */
export async function findRun(db: Queryable, id: string): Promise<RunRow | null> {
  if (!isRunId(id)) return null
  const row = await db.selectFrom('payoutRuns').selectAll().where('id', '=', Number(id)).executeTakeFirst()
  return row ?? null
}

/** The same, locked until the end of the transaction. */
export async function lockRun(trx: Trx, id: number): Promise<RunRow | null> {
  const row = await trx
    .selectFrom('payoutRuns')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

const isRunId = (text: string) => /^[1-9]\d{0,14}$/.test(text)

/** In their order. */
export function listLines(db: Queryable, runId: number): Promise<LineRow[]> {
  return db.selectFrom('payoutRunLines').selectAll().where('runId', '=', runId).orderBy('position').execute()
}

export async function changeRun(
  trx: Queryable,
  id: number,
  change: Partial<Omit<RunRow, 'id'>>,
): Promise<void> {
  await trx.updateTable('payoutRuns').set(change).where('id', '=', id).execute()
}

/** Releases the amounts that were reserved for a run. */
export async function closeLines(trx: Trx, runId: number): Promise<void> {
  await trx.updateTable('payoutRunLines').set({ isOpen: false }).where('runId', '=', runId).execute()
}

/** When the last run was made that was not cancelled; null: none was. */
export async function lastMadeAt(db: Queryable): Promise<Date | null> {
  const row = await db
    .selectFrom('payoutRuns')
    .select('createdAt')
    .where('state', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt ?? null
}

/** Runs whose transaction was not imported yet, the oldest first. */
export function listUnsent(db: Queryable): Promise<Pick<RunRow, 'id' | 'createdAt' | 'totalSat'>[]> {
  return db
    .selectFrom('payoutRuns')
    .select(['id', 'createdAt', 'totalSat'])
    .where('state', 'in', ['draft', 'exported'])
    .orderBy('id')
    .limit(mostUnsent)
    .execute()
}

/** Whether an amount is reserved for an owner in a run that is neither paid nor cancelled. */
export async function isInOpenRun(db: Queryable, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payoutRunLines')
    .select('runId')
    .where('userId', '=', userId)
    .where('isOpen', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** What is kept for an owner in a run that is neither paid nor cancelled. */
export async function reservedSat(db: Queryable, userId: string): Promise<number> {
  const { amountSat } = await db
    .selectFrom('payoutRunLines')
    .select(sql<number>`coalesce(${safeSum('amount_sat')}, 0)`.as('amountSat'))
    .where('userId', '=', userId)
    .where('isOpen', '=', true)
    .executeTakeFirstOrThrow()
  return amountSat
}

/** What a transaction out of the account is for. */
export type PayingRun = { kind: 'payout' | 'refund'; id: number }

/**
 * Transactions of other runs, of payouts or refunds, that wait for a signature, and the first change address after all that one of them
 * uses.
 */
export async function readOtherRuns(
  db: Queryable,
  { kind, id }: PayingRun,
): Promise<{ psbts: string[]; nextChangeIndex: number }> {
  const { rows } = await sql<{ psbt: string; isWaiting: boolean; changeIndex: number | null }>`
    SELECT psbt, change_index, state = 'exported' AS is_waiting FROM payout_runs
    WHERE psbt IS NOT NULL AND NOT (${kind} = 'payout' AND id = ${id})
    UNION ALL
    SELECT psbt, change_index, EXISTS (SELECT FROM refunds WHERE refunds.run_id = refund_runs.id AND refunds.status <> 'paid') FROM refund_runs
    WHERE psbt IS NOT NULL AND NOT (${kind} = 'refund' AND id = ${id})`.execute(db)
  return {
    psbts: rows.filter(({ isWaiting }) => isWaiting).map(({ psbt }) => psbt),
    nextChangeIndex: Math.max(0, ...rows.map(({ changeIndex }) => (changeIndex ?? -1) + 1)),
  }
}

/** Records the payout of a line. False when the owner already has one with that transaction. */
export async function settleLine(
  trx: Trx,
  line: LineRow,
  payout: { txid: string; paidAt: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('payouts')
    .values({
      ...payout,
      userId: line.userId,
      amountSat: line.amountSat,
      recordedAt: payout.paidAt,
      note: null,
    })
    .onConflict((conflict) => conflict.columns(['userId', 'txid']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await trx
    .updateTable('payoutRunLines')
    .set({ isOpen: false, payoutId: row.id })
    .where('runId', '=', line.runId)
    .where('position', '=', line.position)
    .execute()
  return true
}

/** Replaces the transaction of a run's payouts. Throws a unique violation when an owner already has one with it. */
export async function moveSettled(trx: Trx, runId: number, txid: string): Promise<void> {
  await sql`
    UPDATE payouts SET txid = ${txid}
    WHERE id IN (SELECT payout_id FROM payout_run_lines WHERE run_id = ${runId})`.execute(trx)
}

/** Runs whose transaction is followed. */
export function listByState(db: Queryable, state: PayoutRunState): Promise<RunRow[]> {
  return db.selectFrom('payoutRuns').selectAll().where('state', '=', state).orderBy('id').execute()
}

/** False when the run was moved, or its transaction replaced, in the meantime. */
export async function noteConfirmations(
  db: Queryable,
  run: RunRow,
  change: Pick<RunRow, 'confirmations' | 'lookedAt' | 'state' | 'confirmedAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payoutRuns')
    .set(change)
    .where('id', '=', run.id)
    .where('state', '=', run.state)
    .where('txid', '=', run.txid)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type Payee = {
  id: string
  name: string
  company: string | null
  email: string | null
  /** Null: not verified. */
  verifiedEmail: string | null
  preferredLanguage: string | null
}

/** Recipients of mails about a payout. */
export function listPayees(db: Queryable, userIds: readonly string[]): Promise<Payee[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'company', 'email', 'preferredLanguage'])
    .select(sql<string | null>`CASE WHEN email_verified_at IS NOT NULL THEN email END`.as('verifiedEmail'))
    .where('id', '=', sql<string>`ANY(${sql.val([...userIds])}::uuid[])`)
    .execute()
}
