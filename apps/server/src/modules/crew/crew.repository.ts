import type { CrewRole } from '@shipminer/contract/account/crew'
import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type OwnShip = {
  id: string
  name: string
  owner: string
  email: string | null
  isVerified: boolean
  language: string | null
}

/** A ship of its owner, who is locked: of two invitations at once each sees the other. Null when it is not theirs. */
export async function lockOwnShip(trx: Trx, userId: string, shipId: string): Promise<OwnShip | null> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  return findOwnShip(trx, userId, shipId)
}

export async function findOwnShip(db: Queryable, userId: string, shipId: string): Promise<OwnShip | null> {
  const row = await db
    .selectFrom('ships as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.id', 's.name', 'u.name as owner', 'u.email', 'u.preferredLanguage as language'])
    .select(({ eb }) => eb('u.emailVerifiedAt', 'is not', null).as('isVerified'))
    .where('s.id', '=', shipId)
    .where('s.userId', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, isVerified: Boolean(row.isVerified) } : null
}

export function listMembers(db: Queryable, shipId: string) {
  return db
    .selectFrom('shipCrew as k')
    .innerJoin('users as u', 'u.id', 'k.userId')
    .select(['k.userId', 'u.name', 'u.email', 'u.preferredLanguage as language', 'k.role', 'k.joinedAt'])
    .where('k.shipId', '=', shipId)
    .orderBy('k.joinedAt')
    .orderBy('k.userId')
    .execute()
}

export function listInvitations(db: Queryable, shipId: string) {
  return db
    .selectFrom('crewInvitations')
    .select(['id', 'email', 'role', 'createdAt', 'expiresAt'])
    .where('shipId', '=', shipId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** What the account behind an address reads; null: there is none, or it never said. */
export async function findLanguage(db: Queryable, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('preferredLanguage')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  return row?.preferredLanguage ?? null
}

type NewInvitation = {
  shipId: string
  email: string
  role: CrewRole
  tokenHash: Uint8Array
  createdAt: Date
  expiresAt: Date
}

/** One for a mailbox and ship: a new one takes the place of the one before. */
export async function saveInvitation(trx: Trx, invitation: NewInvitation): Promise<void> {
  const { shipId, email } = invitation
  await trx
    .deleteFrom('crewInvitations')
    .where('shipId', '=', shipId)
    .where(sql`lower(email)`, '=', email)
    .execute()
  await trx.insertInto('crewInvitations').values(invitation).execute()
}

export async function removeInvitation(db: Queryable, shipId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('crewInvitations')
    .where('id', '=', id)
    .where('shipId', '=', shipId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const invitations = (db: Queryable, tokenHash: Uint8Array, now: Date) =>
  db
    .selectFrom('crewInvitations as i')
    .innerJoin('ships as s', 's.id', 'i.shipId')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select([
      'i.id',
      'i.shipId',
      'i.email',
      'i.role',
      'i.expiresAt',
      's.name as ship',
      's.userId as ownerId',
      'u.name as owner',
      'u.email as ownerEmail',
      'u.preferredLanguage as ownerLanguage',
    ])
    .where('i.tokenHash', '=', tokenHash)
    .where('i.expiresAt', '>', now)

/** What a link is for; null when it is none, or its time is over. */
export async function findInvitation(db: Queryable, tokenHash: Uint8Array, now: Date) {
  return (await invitations(db, tokenHash, now).executeTakeFirst()) ?? null
}

/** The same, locked: of two who use a link at once one gets it. */
export async function lockInvitation(trx: Trx, tokenHash: Uint8Array, now: Date) {
  return (await invitations(trx, tokenHash, now).forUpdate('i').executeTakeFirst()) ?? null
}

export async function saveMember(
  trx: Trx,
  member: { shipId: string; userId: string; role: CrewRole; joinedAt: Date },
): Promise<void> {
  const { role } = member
  await trx
    .insertInto('shipCrew')
    .values(member)
    .onConflict((conflict) => conflict.columns(['shipId', 'userId']).doUpdateSet({ role }))
    .execute()
}

export async function changeRole(
  trx: Trx,
  { shipId, userId }: { shipId: string; userId: string },
  role: CrewRole,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('shipCrew')
    .set({ role })
    .where('shipId', '=', shipId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeMember(
  trx: Trx,
  { shipId, userId }: { shipId: string; userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('shipCrew')
    .where('shipId', '=', shipId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listControllerIds(db: Queryable, shipId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('controllers')
    .select('id')
    .where('shipId', '=', shipId)
    .where('revokedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
