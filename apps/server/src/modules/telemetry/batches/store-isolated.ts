import { type BatchList, batchLists, type RefusedRow } from '@shipminer/contract/read-batch'
import type { Batch } from '@shipminer/contract/uplink'
import { reasonOf } from '@shipminer/domain/reason-of'
import { sql } from 'kysely'
import { isPermanentFailure } from '../../../platform/db/failures/is-permanent-failure.ts'
import type { Queryable } from '../../../platform/db/store.ts'

type Row = { list: BatchList; row: unknown }

/** Maximum number of bad rows isolated one by one; if a batch has more, the rest of a failing part is set aside as a whole. */
const mostSought = 200

/**
 * Stores the rows of a batch so that bad ones do not affect the others: a part that the database refuses permanently is rolled back and
 * halved, down to the faulty rows. For a batch that failed as a whole; inside the caller's transaction.
 *
 * @param store stores a part of the batch, as if it were all of it.
 * @returns the result of each stored part, and the rows to set aside.
 * @throws temporary failures (a database that is unavailable), and what fails without any row.
 */
export async function storeIsolated<Stored>(
  trx: Queryable,
  batch: Batch,
  store: (part: Batch) => Promise<Stored>,
): Promise<{ stored: Stored[]; refused: RefusedRow[] }> {
  const stored: Stored[] = []
  const refused: RefusedRow[] = []

  async function attempt(rows: readonly Row[]): Promise<void> {
    await sql`SAVEPOINT part`.execute(trx)
    try {
      stored.push(await store(batchOf(batch.seq, rows)))
      await sql`RELEASE SAVEPOINT part`.execute(trx)
      return
    } catch (error) {
      if (!isPermanentFailure(error) || rows.length === 0) throw error
      await sql`ROLLBACK TO SAVEPOINT part`.execute(trx)
      if (rows.length === 1 || refused.length >= mostSought) {
        const reason = reasonOf(error)
        refused.push(...rows.map(({ list, row }): RefusedRow => ({ list, row, reason })))
        return
      }
    }
    const middle = Math.ceil(rows.length / 2)
    await attempt(rows.slice(0, middle))
    await attempt(rows.slice(middle))
  }

  await attempt(batchLists.flatMap((list) => (batch[list] ?? []).map((row): Row => ({ list, row }))))
  return { stored, refused }
}

function batchOf(seq: number, rows: readonly Row[]): Batch {
  const of = (wanted: BatchList) => rows.filter(({ list }) => list === wanted).map(({ row }) => row)
  return { seq, ...Object.fromEntries(batchLists.map((list) => [list, of(list)])) } as Batch
}
