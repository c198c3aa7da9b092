import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'

/** Channels as stored, with their secrets sealed. */
export type StoredChannels = {
  telegram?: { sealedToken: string; chatId: string } | null | undefined
  webhookUrl?: string | null
  quietHours?: { from: string; to: string; timeZone: string } | null
  criticalInQuietHours?: boolean
}

export async function findChannels(db: Queryable, userId: string): Promise<StoredChannels> {
  const row = await db
    .selectFrom('alertChannels')
    .select('channels')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return (row?.channels ?? {}) as StoredChannels
}

export async function saveChannels(trx: Queryable, userId: string, channels: StoredChannels): Promise<void> {
  const text = JSON.stringify(channels)
  await trx
    .insertInto('alertChannels')
    .values({ userId, channels: text })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ channels: text }))
    .execute()
}

export async function saveRules(
  trx: Trx,
  userId: string,
  rules: readonly { kind: string; enabled: boolean; limit: number | null; forSeconds: number | null }[],
): Promise<void> {
  for (const { kind, ...rule } of rules)
    await trx
      .insertInto('alertRules')
      .values({ userId, kind, ...rule })
      .onConflict((conflict) => conflict.columns(['userId', 'kind']).doUpdateSet(rule))
      .execute()
}

/** Whether a user wants alerts, or the summary of the week, by mail; they lie with the other mails that a profile switches. */
export async function setMailWish(
  trx: Trx,
  userId: string,
  kind: 'emailAlerts' | 'emailWeekly',
  isOn: boolean,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      notifications: sql`notifications || jsonb_build_object(${kind}::text, ${isOn}::boolean)` as never,
    })
    .where('id', '=', userId)
    .execute()
}

/** Browsers of one person that get notices; of more the newest. */
export const mostPushSubscriptions = 20

/** A browser that changed hands belongs to the user who is signed in on it now. */
export async function savePushSubscription(
  db: Queryable,
  subscription: { endpoint: string; userId: string; keys: object; at: Date },
): Promise<void> {
  const { endpoint, userId, at } = subscription
  const keys = JSON.stringify(subscription.keys)
  await db
    .insertInto('pushSubscriptions')
    .values({ endpoint, userId, keys, createdAt: at })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ userId, keys, createdAt: at }))
    .execute()
  const newest = db
    .selectFrom('pushSubscriptions')
    .select('endpoint')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('endpoint')
    .limit(mostPushSubscriptions)
  await db
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .where('endpoint', 'not in', newest)
    .execute()
}

export async function removePushSubscription(db: Queryable, endpoint: string): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('endpoint', '=', endpoint).execute()
}

export function listPushSubscriptions(
  db: Queryable,
  userId: string,
): Promise<{ endpoint: string; keys: unknown }[]> {
  return db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'keys'])
    .where('userId', '=', userId)
    .execute()
}
