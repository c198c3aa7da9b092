import type { ApiKeyScope } from '@shipminer/contract/endpoint'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export function listApiKeys(db: Queryable, userId: string) {
  return db
    .selectFrom('apiKeys')
    .select(['id', 'name', 'scope', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

export async function insertApiKey(
  trx: Trx,
  key: { userId: string; name: string; tokenHash: Uint8Array; scope: ApiKeyScope; createdAt: Date },
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
