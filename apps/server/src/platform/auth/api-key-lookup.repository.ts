import type { Queryable } from '../db/store.ts'

export function findApiKey(db: Queryable, tokenHash: Uint8Array) {
  return db.selectFrom('apiKeys').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
}

/** Notes that a key is in use, unless that was noted since. */
export async function touchApiKey(
  db: Queryable,
  id: number,
  { at, notSince }: { at: Date; notSince: Date },
): Promise<void> {
  await db
    .updateTable('apiKeys')
    .set({ lastUsedAt: at })
    .where('id', '=', id)
    .where((is) => is.or([is('lastUsedAt', 'is', null), is('lastUsedAt', '<', notSince)]))
    .execute()
}
