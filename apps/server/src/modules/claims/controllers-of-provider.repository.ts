import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type DeskControllerRow = {
  id: string
  name: string
  location: string | null
  owner: string | null
  createdAt: Date
  enrolledAt: Date | null
  lastSeenAt: Date | null
  revokedAt: Date | null
  version: string | null
  spool: unknown
  miners: number
  openAlerts: number
  transferSince: Date | null
}

/** Newest first. Of the owner only the name is read. */
export function listDeskControllers(db: Queryable): Promise<DeskControllerRow[]> {
  return db
    .selectFrom('controllers as c')
    .leftJoin('users as u', 'u.id', 'c.ownerId')
    .leftJoin('controllerTransfers as t', 't.controllerId', 'c.id')
    .select([
      't.startedAt as transferSince',
      'c.id',
      'c.name',
      'c.location',
      'u.name as owner',
      'c.createdAt',
      'c.enrolledAt',
      'c.lastSeenAt',
      'c.revokedAt',
      'c.version',
      'c.spool',
      sql<number>`(SELECT count(*)::int FROM miners m WHERE m.controller_id = c.id)`.as('miners'),
      sql<number>`(SELECT count(*)::int FROM alerts a WHERE a.controller_id = c.id AND a.cleared_at IS NULL)`.as(
        'openAlerts',
      ),
    ])
    .orderBy('c.createdAt', 'desc')
    .orderBy('c.id')
    .execute()
}

/** Locked until the transaction ends; null when there is none. */
export async function lockController(trx: Trx, id: string) {
  const row = await trx
    .selectFrom('controllers')
    .select(['id', 'name', 'ownerId', 'revokedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Replaces the claim key; the old one is invalid from then on. */
export async function replaceClaimKey(trx: Trx, id: string, claimKeyHash: Uint8Array): Promise<void> {
  await trx
    .updateTable('controllers')
    .set({ claimKeyHash, claimKeyRevokedAt: null })
    .where('id', '=', id)
    .execute()
}

export async function revokeClaimKey(trx: Trx, id: string, at: Date): Promise<void> {
  await trx.updateTable('controllers').set({ claimKeyRevokedAt: at }).where('id', '=', id).execute()
}

/** Resets the enrolment: its key no longer counts, and an open connection ends at its next sign of life. */
export async function replaceEnrolment(
  trx: Trx,
  id: string,
  enrolment: { tokenHash: Uint8Array; expiresAt: Date },
): Promise<void> {
  await trx
    .updateTable('controllers')
    .set({
      enrolmentTokenHash: enrolment.tokenHash,
      enrolmentExpiresAt: enrolment.expiresAt,
      publicKey: null,
      enrolledAt: null,
      connectionId: null,
      connected: false,
    })
    .where('id', '=', id)
    .execute()
}

export async function releaseOwner(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('controllerTransfers').where('controllerId', '=', id).execute()
  await trx
    .updateTable('controllers')
    .set({ ownerId: null, claimedAt: null, shipId: null })
    .where('id', '=', id)
    .execute()
}
