import type { PoolTemplateBody } from '@shipminer/contract/control/pool-templates'
import type { Queryable, Trx } from '../../../platform/db/store.ts'

/** By name. */
export function listTemplates(db: Queryable, userId: string) {
  return db
    .selectFrom('poolTemplates')
    .select(['id', 'name', 'pools', 'changedAt'])
    .where('userId', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function insertTemplate(
  trx: Trx,
  userId: string,
  { name, pools }: PoolTemplateBody,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('poolTemplates')
    .values({ userId, name, pools: JSON.stringify(pools), createdAt: at, changedAt: at })
    .execute()
}

/** Whether there was one. */
export async function updateTemplate(
  trx: Trx,
  userId: string,
  id: number,
  { name, pools }: PoolTemplateBody,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('poolTemplates')
    .set({ name, pools: JSON.stringify(pools), changedAt: at })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether there was one. */
export async function deleteTemplate(db: Queryable, userId: string, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('poolTemplates')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
