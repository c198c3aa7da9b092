import type { ProposalKind } from '@shipminer/contract/desk/proposals'
import { type Selectable, sql } from 'kysely'
import type { ProposalsTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type ProposalRow = Selectable<ProposalsTable>
type Key = Pick<ProposalRow, 'kind' | 'id'>

const select = (db: Queryable, { kind, id }: Key) =>
  db.selectFrom('proposals').selectAll().where('kind', '=', kind).where('id', '=', id)

export async function lockProposal(trx: Trx, key: Key): Promise<ProposalRow | null> {
  return (await select(trx, key).forNoKeyUpdate().executeTakeFirst()) ?? null
}

export async function findProposal(db: Queryable, key: Key): Promise<ProposalRow | null> {
  return (await select(db, key).executeTakeFirst()) ?? null
}

/** In the place of an earlier one. */
export async function saveProposal(
  trx: Trx,
  row: Omit<ProposalRow, 'confirmedBy' | 'confirmedAt'>,
): Promise<void> {
  const { kind: _, id: __, ...rest } = row
  await trx
    .insertInto('proposals')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id']).doUpdateSet({ ...rest, confirmedBy: null, confirmedAt: null }),
    )
    .execute()
}

export async function saveConfirmation(
  trx: Trx,
  { kind, id }: Key,
  confirmed: { confirmedBy: string; confirmedAt: Date },
): Promise<void> {
  await trx.updateTable('proposals').set(confirmed).where('kind', '=', kind).where('id', '=', id).execute()
}

/** False when nothing waited. */
export async function deleteProposal(trx: Trx, { kind, id }: Key): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('proposals')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What waits, oldest first; of refunds only those that are still owed, of recorded payouts only those that are not in the books. */
export async function listOpenProposals(
  db: Queryable,
  kinds: readonly ProposalKind[],
): Promise<ProposalRow[]> {
  if (kinds.length === 0) return []
  return db
    .selectFrom('proposals')
    .selectAll()
    .where('confirmedAt', 'is', null)
    .where('kind', 'in', kinds)
    .where(
      sql<boolean>`CASE kind
        WHEN 'refund' THEN EXISTS (SELECT FROM refunds WHERE refunds.id::text = proposals.id AND status = 'requested')
        WHEN 'refund-run' THEN EXISTS (SELECT FROM refunds WHERE run_id::text = proposals.id AND status = 'requested')
        WHEN 'resume' THEN EXISTS (SELECT FROM rollouts WHERE rollouts.id::text = proposals.id AND state = 'halted')
        WHEN 'payout-record' THEN EXISTS (SELECT FROM users WHERE users.id::text = proposals.content::json ->> 'userId') AND NOT EXISTS (
          SELECT FROM payouts WHERE payouts.user_id::text = proposals.content::json ->> 'userId' AND payouts.txid = proposals.content::json ->> 'txid')
        ELSE true END`,
    )
    .orderBy('proposedAt')
    .orderBy('id')
    .limit(200)
    .execute()
}

/** What was confirmed; no more than there are accounts or rollouts. */
export async function listConfirmed(
  db: Queryable,
  kind: ProposalKind,
): Promise<Pick<ProposalRow, 'content' | 'confirmedAt'>[]> {
  return db
    .selectFrom('proposals')
    .select(['content', 'confirmedAt'])
    .where('kind', '=', kind)
    .where('confirmedAt', 'is not', null)
    .execute()
}
