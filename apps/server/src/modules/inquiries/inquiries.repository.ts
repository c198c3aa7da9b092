import { type Selectable, sql } from 'kysely'
import type { InquiriesTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { Inquiry } from './inquiry.ts'

/** Time within which the same text from the same sender counts as one inquiry, ms: a form may be submitted again over a weak connection. */
const sameWithinMs = 600_000

/**
 * The reference of what was stored. `isNew` is false for what exists already and is not stored twice: the same words sent again within ten
 * minutes, or an address that still waits for the same product. Calls of one sender run one after the other.
 */
export async function insertInquiry(
  trx: Trx,
  inquiry: Inquiry & { reference: string; createdAt: Date },
): Promise<{ reference: string; isNew: boolean }> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${inquiry.email}, 0))`.execute(trx)
  const twin = await findTwin(trx, inquiry)
  if (twin) return { reference: twin.reference, isNew: false }
  const row = await trx
    .insertInto('inquiries')
    .values(inquiry)
    .returning('reference')
    .executeTakeFirstOrThrow()
  return { reference: row.reference, isNew: true }
}

async function findTwin(
  trx: Trx,
  inquiry: Inquiry & { createdAt: Date },
): Promise<{ reference: string } | undefined> {
  const { kind, email, productId, message, subject, shipType, generatorCapacityKw, currentUsagePercent } =
    inquiry
  const same = trx
    .selectFrom('inquiries')
    .select('reference')
    .where('kind', '=', kind)
    .where('email', '=', email)
    .where('productId', 'is not distinct from', productId)
  if (kind === 'waiting-list') return same.where('handledAt', 'is', null).executeTakeFirst()
  return same
    .where('message', 'is not distinct from', message)
    .where('subject', 'is not distinct from', subject)
    .where('shipType', 'is not distinct from', shipType)
    .where('generatorCapacityKw', 'is not distinct from', generatorCapacityKw)
    .where('currentUsagePercent', 'is not distinct from', currentUsagePercent)
    .where('createdAt', '>', new Date(inquiry.createdAt.getTime() - sameWithinMs))
    .executeTakeFirst()
}

/** Inquiries not handled yet, oldest first. */
export function listOpenInquiries(db: Queryable, limit: number): Promise<Selectable<InquiriesTable>[]> {
  return db
    .selectFrom('inquiries')
    .selectAll()
    .where('handledAt', 'is', null)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}

/** False when there is no such inquiry, or it was handled before. */
export async function markInquiryHandled(db: Queryable, reference: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inquiries')
    .set({ handledAt: now })
    .where('reference', '=', reference)
    .where('handledAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
