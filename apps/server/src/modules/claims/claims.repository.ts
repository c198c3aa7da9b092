import type { Queryable } from '../../platform/db/store.ts'

/** A claim key as it is stored: by which of the server's keys it was hashed is known, so that it is known when that one may go. */
export type HashedClaimKey = { claimKeyHash: Uint8Array; claimKeyPrint: string }

export type NewController = HashedClaimKey & {
  id: string
  name: string
  location: string | null
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
export async function findByClaimKey(db: Queryable, claimKeyHashes: readonly Uint8Array[]) {
  const row = await db
    .selectFrom('controllers')
    .leftJoin('controllerTransfers', (join) =>
      join
        .onRef('controllerTransfers.controllerId', '=', 'controllers.id')
        .on('controllerTransfers.claimKeyHash', 'in', claimKeyHashes),
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
        where('controllers.claimKeyHash', 'in', claimKeyHashes),
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
  claim: { claimKeyHashes: readonly Uint8Array[]; ownerId: string; at: Date },
): Promise<{ id: string; name: string } | null> {
  const row = await db
    .updateTable('controllers')
    .set({ ownerId: claim.ownerId, claimedAt: claim.at })
    .where('claimKeyHash', 'in', claim.claimKeyHashes)
    .where('ownerId', 'is', null)
    .where('revokedAt', 'is', null)
    .where('claimKeyRevokedAt', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst()
  return row ?? null
}

/** Hashes a key that was shown anew, where it was hashed by another key of the server. */
export async function rehashClaimKey(
  db: Queryable,
  before: readonly Uint8Array[],
  key: HashedClaimKey,
): Promise<void> {
  await db.updateTable('controllers').set(key).where('claimKeyHash', 'in', before).execute()
  await db.updateTable('controllerTransfers').set(key).where('claimKeyHash', 'in', before).execute()
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
