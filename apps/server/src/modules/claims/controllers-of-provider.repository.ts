import { sql } from 'kysely'
import { isBox } from '../../platform/db/is-box.ts'
import { containing } from '../../platform/db/like-pattern.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { HashedClaimKey } from './claims.repository.ts'
import { keepOwners } from './keep-owners.ts'

export type DeskControllerRow = {
  id: string
  name: string
  location: string | null
  owner: string | null
  createdAt: Date
  enrolledAt: Date | null
  lastSeenAt: Date | null
  revokedAt: Date | null
  /** Of what a former owner kept: when the box became another's. */
  pastUntil: Date | null
  version: string | null
  spool: unknown
  miners: number
  openAlerts: number
  transferSince: Date | null
  commissionedAt: Date | null
  settingsLost: boolean | null
  checkLost: boolean | null
  keySharedAt: Date | null
  memoryRestoredAt: Date | null
}

type ControllerStatus = 'online' | 'silent' | 'never-seen' | 'revoked'
/** `seenBefore`: one that was last seen earlier is silent. */
type DeskControllerFilter = {
  id: string | null
  text: string | null
  status: ControllerStatus | null
  /** Of those in use. */
  version: string | null
  seenBefore: Date
}
type PageOfControllers = {
  sort: 'createdAt' | 'name' | 'lastSeenAt'
  isAscending: boolean
  limit: number
  offset: number
}

const statusOf = (seenBefore: Date) => sql<ControllerStatus>`CASE
  WHEN c.revoked_at IS NOT NULL THEN 'revoked' WHEN c.last_seen_at IS NULL THEN 'never-seen'
  WHEN c.last_seen_at < ${seenBefore}::timestamptz THEN 'silent' ELSE 'online' END`

function filterControllers({ id, text, status, version, seenBefore }: DeskControllerFilter) {
  const part = text === null ? null : containing(text)
  const wanted = [
    isBox('c.id'),
    id !== null && sql<boolean>`c.id = ${id}`,
    part !== null && sql<boolean>`concat_ws(' ', c.id, c.name, c.location, u.name) ILIKE ${part}`,
    version !== null && sql<boolean>`c.version = ${version} AND c.revoked_at IS NULL`,
    status !== null && sql<boolean>`${statusOf(seenBefore)} = ${status}`,
  ].filter((condition) => typeof condition === 'object')
  return sql<boolean>`${sql.join(wanted, sql` AND `)}`
}

/** A page of them. Of the owner only the name is read. */
export function listDeskControllers(
  db: Queryable,
  filter: DeskControllerFilter,
  { sort, isAscending, limit, offset }: PageOfControllers,
): Promise<DeskControllerRow[]> {
  return deskControllers(db)
    .where(filterControllers(filter))
    .orderBy(`c.${sort}`, (by) => (isAscending ? by.asc().nullsFirst() : by.desc().nullsLast()))
    .orderBy('c.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countDeskControllers(db: Queryable, filter: DeskControllerFilter): Promise<number> {
  const { count } = await db
    .selectFrom('controllers as c')
    .leftJoin('users as u', 'u.id', 'c.ownerId')
    .where(filterControllers(filter))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countControllersByStatus(
  db: Queryable,
  seenBefore: Date,
): Promise<Record<ControllerStatus, number>> {
  const rows = await db
    .selectFrom('controllers as c')
    .select(({ fn }) => [statusOf(seenBefore).as('status'), fn.countAll<number>().as('count')])
    .where(isBox('c.id'))
    .groupBy('status')
    .execute()
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
  return { online: 0, silent: 0, 'never-seen': 0, revoked: 0, ...counts }
}

/** Boxes in use that were cloned, or whose memory was put back, while nobody has dealt with it: how many, since when, and the oldest. */
export async function sumDoubtedControllers(db: Queryable, named: number) {
  const rows = await db
    .selectFrom('alerts as a')
    .innerJoin('controllers as c', 'c.id', 'a.controllerId')
    .select(({ fn }) => ['c.id', 'c.name', fn.min<Date>('a.raisedAt').as('since')])
    .where('a.kind', 'in', ['key-shared', 'memory-restored'])
    .where('a.status', '<>', 'resolved')
    .where('c.revokedAt', 'is', null)
    .groupBy(['c.id', 'c.name'])
    .orderBy('since')
    .orderBy('c.id')
    .execute()
  return {
    boxes: rows.length,
    since: rows[0]?.since ?? null,
    first: rows.slice(0, named).map(({ id, name }) => ({ id, name })),
  }
}

/** Of one owner, oldest first. */
export function listControllersOfOwner(db: Queryable, ownerId: string): Promise<DeskControllerRow[]> {
  return deskControllers(db).where('c.ownerId', '=', ownerId).orderBy('c.createdAt').execute()
}

/** Those in use that were last seen before a time. */
const isSilent = (seenBefore: Date) =>
  sql<boolean>`${isBox('c.id')} AND c.revoked_at IS NULL AND c.last_seen_at < ${seenBefore}`

export async function countSilentControllers(db: Queryable, seenBefore: Date): Promise<number> {
  const { count } = await db
    .selectFrom('controllers as c')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isSilent(seenBefore))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The longest silent first. */
export function listSilentControllers(
  db: Queryable,
  seenBefore: Date,
  limit: number,
): Promise<DeskControllerRow[]> {
  return deskControllers(db).where(isSilent(seenBefore)).orderBy('c.lastSeenAt').limit(limit).execute()
}

function deskControllers(db: Queryable) {
  return db
    .selectFrom('controllers as c')
    .leftJoin('users as u', 'u.id', 'c.ownerId')
    .leftJoin('controllerTransfers as t', 't.controllerId', 'c.id')
    .leftJoin('powerState as p', 'p.controllerId', 'c.id')
    .select([
      't.startedAt as transferSince',
      'p.settingsLost',
      'p.checkLost',
      'c.id',
      'c.name',
      'c.location',
      'u.name as owner',
      'c.createdAt',
      'c.enrolledAt',
      'c.lastSeenAt',
      'c.revokedAt',
      sql<Date | null>`CASE WHEN NOT (${isBox('c.id')}) THEN c.claim_key_revoked_at END`.as('pastUntil'),
      'c.version',
      'c.spool',
      sql<number>`(SELECT count(*)::int FROM miners m WHERE m.controller_id = c.id)`.as('miners'),
      sql<number>`(SELECT count(*)::int FROM alerts a WHERE a.controller_id = c.id AND a.cleared_at IS NULL)`.as(
        'openAlerts',
      ),
      sql<Date | null>`(SELECT min(raised_at) FROM alerts a
        WHERE a.controller_id = c.id AND a.kind = 'key-shared' AND a.status <> 'resolved')`.as('keySharedAt'),
      sql<Date | null>`(SELECT min(raised_at) FROM alerts a
        WHERE a.controller_id = c.id AND a.kind = 'memory-restored' AND a.status <> 'resolved')`.as(
        'memoryRestoredAt',
      ),
      sql<Date | null>`(SELECT max(finished_at) FROM commissioning_reports r WHERE r.controller_id = c.id)`.as(
        'commissionedAt',
      ),
    ])
}

/** Locked until the transaction ends, after the account of its owner; null when there is none. */
export async function lockController(trx: Trx, id: string) {
  await keepOwners(trx, sql`id = ${id}`)
  const row = await trx
    .selectFrom('controllers')
    .select(['id', 'name', 'ownerId', 'revokedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Replaces the claim key; the old one is invalid from then on. */
export async function replaceClaimKey(trx: Trx, id: string, key: HashedClaimKey): Promise<void> {
  await trx
    .updateTable('controllers')
    .set({ ...key, claimKeyRevokedAt: null })
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
