import type { ApiKeyScope } from '@shipminer/contract/endpoint'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export function listApiKeys(db: Queryable, userId: string) {
  return db
    .selectFrom('apiKeys')
    .select(['id', 'name', 'scope', 'createdAt', 'lastUsedAt', 'endsAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

export async function insertApiKey(
  trx: Trx,
  key: {
    userId: string
    name: string
    tokenHash: Uint8Array
    scope: ApiKeyScope
    createdAt: Date
    endsAt: Date | null
  },
): Promise<void> {
  await trx.insertInto('apiKeys').values(key).execute()
}

/** Whether there was one. */
export async function removeApiKey(db: Queryable, userId: string, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('apiKeys')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Keys whose end is due to be announced or reported, the owner's address with them. An end that has come is reported, never announced. */
export function listEndingKeys(db: Queryable, { now, before }: { now: Date; before: Date }) {
  return db
    .selectFrom('apiKeys as k')
    .innerJoin('users as u', 'u.id', 'k.userId')
    .select(['k.id', 'k.name', 'k.endsAt', 'u.email', 'u.preferredLanguage as language'])
    .where('k.endToldAt', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('k.endsAt', '<=', now),
        and([eb('k.endsAt', '<=', before), eb('k.endAnnouncedAt', 'is', null)]),
      ]),
    )
    .orderBy('k.id')
    .execute()
}

/** Whether this call noted it: of two at once one does. */
export async function noteEnd(
  trx: Trx,
  id: number,
  column: 'endAnnouncedAt' | 'endToldAt',
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('apiKeys')
    .set(column, at)
    .where('id', '=', id)
    .where(column, 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
