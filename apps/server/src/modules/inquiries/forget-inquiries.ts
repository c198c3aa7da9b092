import type { Queryable } from '../../platform/db/store.ts'

/** Months that a message or request is kept after it was answered, or made; the privacy page says so. */
const inquiriesKeptMonths = 24

/**
 * Deletes messages and requests whose last contact was longer ago. Anyone who still waits stays on the list until
 * they are notified, or the product or the person is removed.
 * @returns how many.
 */
export async function forgetInquiries(db: Queryable, now: Date): Promise<number> {
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - inquiriesKeptMonths)
  const result = await db
    .deleteFrom('inquiries')
    .where((query) => query.or([query('kind', '<>', 'waiting-list'), query('handledAt', 'is not', null)]))
    .where((query) => query(query.fn.coalesce('handledAt', 'createdAt'), '<', before))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
