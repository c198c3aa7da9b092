import type { Queryable } from '../../platform/db/store.ts'

export type NewController = {
  id: string
  name: string
  location: string | null
  claimKeyHash: Uint8Array
  enrolmentTokenHash: Uint8Array
  enrolmentExpiresAt: Date
  createdAt: Date
}

/** False when the id (or, beyond belief, the key) is in use. */
export async function insertController(db: Queryable, controller: NewController): Promise<boolean> {
  const row = await db
    .insertInto('controllers')
    .values(controller)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** By its own key, or by that of a transfer to a new owner. */
export async function findByClaimKey(db: Queryable, claimKeyHash: Uint8Array) {
  const row = await db
    .selectFrom('controllers')
    .leftJoin('controllerTransfers', (join) =>
      join
        .onRef('controllerTransfers.controllerId', '=', 'controllers.id')
        .on('controllerTransfers.claimKeyHash', '=', claimKeyHash),
    )
    .select([
      'controllerTransfers.startedAt as transferSince',
      'id',
      'name',
      'location',
      'ipAddress',
      'ownerId',
      'revokedAt',
      'claimKeyRevokedAt',
      'lastSeenAt',
      'enrolledAt',
    ])
    .where((where) =>
      where.or([
        where('controllers.claimKeyHash', '=', claimKeyHash),
        where('controllerTransfers.startedAt', 'is not', null),
      ]),
    )
    .executeTakeFirst()
  return row ?? null
}

export async function countMiners(db: Queryable, controllerId: string): Promise<number> {
  const { miners } = await db
    .selectFrom('miners')
    .select((select) => select.fn.countAll<number>().as('miners'))
    .where('controllerId', '=', controllerId)
    .executeTakeFirstOrThrow()
  return miners
}

/** The whole decision is one statement: of two concurrent calls, one gets the row and the other null. */
export async function claimController(
  db: Queryable,
  claim: { claimKeyHash: Uint8Array; ownerId: string; at: Date },
): Promise<{ id: string; name: string } | null> {
  const row = await db
    .updateTable('controllers')
    .set({ ownerId: claim.ownerId, claimedAt: claim.at })
    .where('claimKeyHash', '=', claim.claimKeyHash)
    .where('ownerId', 'is', null)
    .where('revokedAt', 'is', null)
    .where('claimKeyRevokedAt', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst()
  return row ?? null
}

export async function findForEnrolment(db: Queryable, controllerId: string) {
  const row = await db
    .selectFrom('controllers')
    .select(['enrolmentTokenHash', 'enrolmentExpiresAt', 'publicKey', 'revokedAt'])
    .where('id', '=', controllerId)
    .executeTakeFirst()
  return row ?? null
}

/** Stores the controller's key; false when it has one already or was revoked in the meantime. */
export async function enrolController(
  db: Queryable,
  enrolment: { controllerId: string; publicKey: Uint8Array; version: string; at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('controllers')
    .set({ publicKey: enrolment.publicKey, enrolledAt: enrolment.at, version: enrolment.version })
    .where('id', '=', enrolment.controllerId)
    .where('publicKey', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
