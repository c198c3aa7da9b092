import type { ConsentSource } from '@shipminer/contract/shop/newsletter'
import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'

/** Records that a user subscribes to the newsletter or unsubscribes, in the transaction of that change. */
export async function noteConsent(
  trx: Trx,
  consent: { userId: string; at: Date; subscribed: boolean; source: ConsentSource },
): Promise<void> {
  await trx.insertInto('newsletterConsents').values(consent).execute()
}

/** All consents recorded for one user, oldest first. */
export function listConsents(
  db: Queryable,
  userId: string,
): Promise<{ at: Date; subscribed: boolean; source: ConsentSource }[]> {
  return db
    .selectFrom('newsletterConsents')
    .select(['at', 'subscribed', 'source'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** False when there is no such subscriber; then nothing changed. */
export async function endSubscription(trx: Trx, userId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ newsletter: false, updatedAt: at })
    .where('id', '=', userId)
    .where('newsletter', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Subscribers, with the last consent that was recorded. */
function subscribers(db: Queryable) {
  return db
    .selectFrom('users as u')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('newsletterConsents as n')
          .select(['n.at', 'n.source'])
          .whereRef('n.userId', '=', 'u.id')
          .where('n.subscribed', '=', true)
          .orderBy('n.id', 'desc')
          .limit(1)
          .as('c'),
      (join) => join.onTrue(),
    )
    .where('u.newsletter', '=', true)
}

const columns = [
  'u.id',
  'u.name',
  'u.email',
  'u.preferredLanguage',
  'u.emailVerifiedAt',
  'u.createdAt',
  'c.at as since',
  'c.source',
] as const

/** Newest account first, made before `before`. */
export function listSubscribers(db: Queryable, before: Date | null, limit: number) {
  let query = subscribers(db).select(columns)
  if (before !== null) query = query.where('u.createdAt', '<', before)
  return query.orderBy('u.createdAt', 'desc').orderBy('u.id').limit(limit).execute()
}
export type SubscriberRow = Awaited<ReturnType<typeof listSubscribers>>[number]

/** All with a confirmed address, by address. */
export function listConfirmed(db: Queryable): Promise<SubscriberRow[]> {
  return subscribers(db)
    .select(columns)
    .where('u.email', 'is not', null)
    .where('u.emailVerifiedAt', 'is not', null)
    .orderBy('u.email')
    .execute()
}

/** Number of subscribers by language. */
export async function countSubscribers(db: Queryable) {
  const rows = await db
    .selectFrom('users')
    .select([
      'preferredLanguage as language',
      sql<number>`count(*) FILTER (WHERE email IS NOT NULL AND email_verified_at IS NOT NULL)`.as(
        'confirmed',
      ),
      sql<number>`count(*)`.as('all'),
    ])
    .where('newsletter', '=', true)
    .groupBy('preferredLanguage')
    .execute()
  return rows.map(({ language, confirmed, all }) => ({
    language,
    confirmed: Number(confirmed),
    unconfirmed: Number(all) - Number(confirmed),
  }))
}
