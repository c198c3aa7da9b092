import type { RolloutStage, RolloutState } from '@shipminer/domain/releases/rollout'
import { type Selectable, sql } from 'kysely'
import type { RolloutMembersTable, RolloutsTable } from '../../platform/db/schema.ts'
import type { Queryable } from '../../platform/db/store.ts'

export type RolloutRow = Omit<Selectable<RolloutsTable>, 'stages'> & { stages: RolloutStage[] }
export type MemberRow = Selectable<RolloutMembersTable>

/** Newest first; archives are not loaded. */
export function listReleases(db: Queryable) {
  return db
    .selectFrom('controllerReleases')
    .select(['version', 'manifest', 'publishedAt'])
    .orderBy('publishedAt', 'desc')
    .execute()
}

export async function findRelease(
  db: Queryable,
  version: string,
): Promise<{ manifest: string; signature: string } | null> {
  const row = await db
    .selectFrom('controllerReleases')
    .select(['manifest', 'signature'])
    .where('version', '=', version)
    .executeTakeFirst()
  return row ?? null
}

/** False when that version exists already. */
export async function insertRelease(
  db: Queryable,
  release: { version: string; manifest: string; signature: string; archive: Uint8Array; publishedAt: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('controllerReleases')
    .values(release)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Size of an archive in bytes; null when there is no such release. */
export async function archiveSize(db: Queryable, version: string): Promise<number | null> {
  const row = await db
    .selectFrom('controllerReleases')
    .select(sql<number>`octet_length(archive)`.as('bytes'))
    .where('version', '=', version)
    .executeTakeFirst()
  return row ? Number(row.bytes) : null
}

/** A part of an archive, from byte `from` on. */
export async function archivePart(
  db: Queryable,
  version: string,
  from: number,
  length: number,
): Promise<Uint8Array> {
  const row = await db
    .selectFrom('controllerReleases')
    .select(sql<Uint8Array>`substring(archive FROM ${from + 1}::int4 FOR ${length}::int4)`.as('part'))
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.part ?? new Uint8Array()
}

/** Controllers that can be part of a rollout, oldest first. */
export function listEnrolled(db: Queryable) {
  return db
    .selectFrom('controllers')
    .select(['id', 'name', 'version', 'lastSeenAt'])
    .where('publicKey', 'is not', null)
    .where('revokedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Newest first. */
export async function listRollouts(db: Queryable, limit: number): Promise<RolloutRow[]> {
  const rows = await db.selectFrom('rollouts').selectAll().orderBy('startedAt', 'desc').limit(limit).execute()
  return rows as RolloutRow[]
}

/** Rollouts in these states, locked until the transaction ends. */
export async function lockRollouts(trx: Queryable, states: readonly RolloutState[]): Promise<RolloutRow[]> {
  const rows = await trx
    .selectFrom('rollouts')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('startedAt')
    .forNoKeyUpdate()
    .execute()
  return rows as RolloutRow[]
}

export async function findRollout(db: Queryable, id: string): Promise<RolloutRow | null> {
  const row = await db.selectFrom('rollouts').selectAll().where('id', '=', id).executeTakeFirst()
  return (row as RolloutRow | undefined) ?? null
}

export async function lockRollout(trx: Queryable, id: string): Promise<RolloutRow | null> {
  const row = await trx
    .selectFrom('rollouts')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return (row as RolloutRow | undefined) ?? null
}

/** Throws the unique violation of a second rollout under way. */
export async function insertRollout(
  trx: Queryable,
  rollout: {
    id: string
    version: string
    stages: readonly RolloutStage[]
    reportWithinMs: number
    tolerated: number
    at: Date
  },
): Promise<void> {
  const { stages, at, ...more } = rollout
  await trx
    .insertInto('rollouts')
    .values({
      ...more,
      state: 'running',
      stages: JSON.stringify(stages),
      stage: 0,
      startedAt: at,
      stageStartedAt: at,
    })
    .execute()
}

export async function updateRollout(
  trx: Queryable,
  id: string,
  changes: Partial<
    Pick<RolloutRow, 'state' | 'stage' | 'stageStartedAt' | 'forgiven' | 'haltReason' | 'haltControllerId'>
  >,
): Promise<void> {
  await trx.updateTable('rollouts').set(changes).where('id', '=', id).execute()
}

/** Whether any of them is new. */
export async function addMembers(
  trx: Queryable,
  rolloutId: string,
  stage: number,
  controllerIds: readonly string[],
  at: Date,
): Promise<boolean> {
  if (controllerIds.length === 0) return false
  const result = await trx
    .insertInto('rolloutMembers')
    .values(controllerIds.map((controllerId) => ({ rolloutId, controllerId, stage, changedAt: at })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** In the order in which they last changed. */
export function listMembers(db: Queryable, rolloutId: string): Promise<MemberRow[]> {
  return db
    .selectFrom('rolloutMembers')
    .selectAll()
    .where('rolloutId', '=', rolloutId)
    .orderBy('changedAt')
    .orderBy('controllerId')
    .execute()
}

/** Includes what is known of each controller. */
export function listNamedMembers(db: Queryable, rolloutId: string) {
  return db
    .selectFrom('rolloutMembers as m')
    .innerJoin('controllers as c', 'c.id', 'm.controllerId')
    .selectAll('m')
    .select(['c.name', 'c.version', 'c.lastSeenAt'])
    .where('m.rolloutId', '=', rolloutId)
    .orderBy('m.stage')
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
}

/** Status of a controller in rollouts that are not over, locked until the transaction ends. */
export function lockMemberships(trx: Queryable, controllerId: string) {
  return trx
    .selectFrom('rolloutMembers as m')
    .innerJoin('rollouts as r', 'r.id', 'm.rolloutId')
    .selectAll('m')
    .select(['r.version', 'r.state as rolloutState'])
    .where('m.controllerId', '=', controllerId)
    .where('r.state', 'in', ['running', 'paused', 'halted', 'done'])
    .orderBy('r.startedAt')
    .forNoKeyUpdate('m')
    .execute()
}

export async function updateMember(
  trx: Queryable,
  key: { rolloutId: string; controllerId: string },
  changes: Partial<Pick<MemberRow, 'state' | 'reason' | 'detail' | 'offeredAt'>> & { changedAt: Date },
): Promise<void> {
  await trx
    .updateTable('rolloutMembers')
    .set(changes)
    .where('rolloutId', '=', key.rolloutId)
    .where('controllerId', '=', key.controllerId)
    .execute()
}
