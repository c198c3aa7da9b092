import type { Queryable, Trx } from '../../../platform/db/store.ts'

/** Newest first, with the names of those who took them. */
export function listClaims(db: Queryable, limit: number) {
  return db
    .selectFrom('deskClaims as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select(['c.job', 'c.userId', 'c.at', 'u.name'])
    .orderBy('c.at', 'desc')
    .limit(limit)
    .execute()
}

/** The last one who takes a job has it. */
export async function saveClaim(trx: Trx, claim: { job: string; userId: string; at: Date }): Promise<void> {
  await trx
    .insertInto('deskClaims')
    .values(claim)
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ userId: claim.userId, at: claim.at }))
    .execute()
}

/** False when this user did not have it. */
export async function deleteClaim(trx: Trx, job: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('deskClaims')
    .where('job', '=', job)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteClaimsBefore(trx: Trx, at: Date): Promise<void> {
  await trx.deleteFrom('deskClaims').where('at', '<', at).execute()
}
