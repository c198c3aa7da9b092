import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { HashedClaimKey } from './claims.repository.ts'
import { keepOwners } from './keep-owners.ts'

/**
 * A controller whose transfer waits for the new owner, locked until the transaction ends, after the account of its present one; null when the
 * key belongs to none.
 */
export async function lockTransferByKey(trx: Trx, claimKeyHashes: readonly Uint8Array[]) {
  const isGiven = trx
    .selectFrom('controllerTransfers')
    .select('controllerId')
    .where('claimKeyHash', 'in', claimKeyHashes)
  await keepOwners(trx, sql`id IN (${isGiven})`)
  const row = await trx
    .selectFrom('controllerTransfers as t')
    .innerJoin('controllers as c', 'c.id', 't.controllerId')
    .leftJoin('users as u', 'u.id', 'c.ownerId')
    .select(['c.id', 'c.name', 'c.ownerId', 'u.name as ownerName', 'u.email', 'u.preferredLanguage'])
    .where('t.claimKeyHash', 'in', claimKeyHashes)
    .where('c.revokedAt', 'is', null)
    .forUpdate('t')
    .forNoKeyUpdate('c')
    .executeTakeFirst()
  return row ?? null
}

export async function saveTransfer(
  trx: Trx,
  transfer: { controllerId: string; startedAt: Date } & HashedClaimKey,
): Promise<void> {
  const { controllerId: _, ...changed } = transfer
  await trx
    .insertInto('controllerTransfers')
    .values(transfer)
    .onConflict((conflict) => conflict.column('controllerId').doUpdateSet(changed))
    .execute()
}

/** False when there was no transfer. */
export async function removeTransfer(trx: Trx, controllerId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('controllerTransfers')
    .where('controllerId', '=', controllerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Who is notified about a controller; null when it has no owner. */
export async function findOwnerOf(db: Queryable, controllerId: string) {
  const row = await db
    .selectFrom('controllers as c')
    .innerJoin('users as u', 'u.id', 'c.ownerId')
    .select(['u.id', 'u.name', 'u.email', 'u.preferredLanguage'])
    .where('c.id', '=', controllerId)
    .executeTakeFirst()
  return row ?? null
}

/** Tables whose rows belong to the owner at the time they were written; `miner`: rows name a miner of the controller. */
const goWithOwner = [
  { table: 'miner_state', miner: true },
  { table: 'miner_1d', miner: true },
  { table: 'controller_5m', miner: false },
  { table: 'controller_1h', miner: false },
  { table: 'controller_1d', miner: false },
  { table: 'alerts', miner: true },
  { table: 'board_events', miner: false },
  { table: 'commands', miner: true },
  { table: 'left_out_miners', miner: true },
  { table: 'change_log', miner: true },
  { table: 'power_5m', miner: false },
  { table: 'power_1h', miner: false },
  { table: 'power_events', miner: false },
  { table: 'away_spans', miner: false },
] as const

/**
 * Splits what a controller has reported until now from what it will report: the past is moved, with copies of the miners, to a controller
 * of its own that stays with the previous owner. Five-minute and hourly values of single miners are too many to move; `history_from` hides
 * them from everyone.
 */
export async function setPastApart(
  trx: Trx,
  past: { controllerId: string; pastId: string; name: string; keyHash: Uint8Array; at: Date },
): Promise<void> {
  const { controllerId, pastId, name, keyHash, at } = past
  await sql`
    INSERT INTO controllers (id, name, location, ship_id, owner_id, claim_key_hash, claim_key_revoked_at, claimed_at, version, poll_interval_ms, created_at,
      history_from)
    SELECT ${pastId}, ${name}, location, ship_id, owner_id, ${keyHash}, ${at}, claimed_at, version, poll_interval_ms, created_at, history_from
    FROM controllers WHERE id = ${controllerId}`.execute(trx)
  const columns = sql`device_key, name, notes, driver, make, model, firmware, serial, mac_address, hostname, location, detail, observed_at, created_at`
  await sql`
    INSERT INTO miners (controller_id, ${columns}, hidden_at) SELECT ${pastId}, ${columns}, ${at} FROM miners
    WHERE controller_id = ${controllerId}`.execute(trx)
  for (const { table, miner } of goWithOwner)
    await sql`
      UPDATE ${sql.table(table)} AS r SET controller_id = ${pastId} ${
        miner
          ? sql`, miner_id = (
              SELECT n.id FROM miners o JOIN miners n ON n.controller_id = ${pastId} AND n.device_key = o.device_key WHERE o.id = r.miner_id)`
          : sql``
      } WHERE r.controller_id = ${controllerId}`.execute(trx)
  await sql`
    UPDATE alerts SET status = 'resolved', resolved_at = coalesce(resolved_at, ${at}), cleared_at = coalesce(cleared_at, ${at})
    WHERE controller_id = ${pastId} AND (status <> 'resolved' OR cleared_at IS NULL)`.execute(trx)
  await startAfresh(trx, controllerId)
}

/** Removes the past of a controller for good. Five-minute and hourly values of single miners age out; until then `history_from` has to hide them. */
export async function erasePast(trx: Trx, controllerId: string): Promise<void> {
  for (const { table } of goWithOwner) await removeRows(trx, table, controllerId)
  await removeRows(trx, 'set_aside', controllerId)
  await startAfresh(trx, controllerId)
}

/** Removes a past that an owner kept of a controller that is another's now. */
export async function removePast(trx: Trx, pastId: string): Promise<void> {
  for (const { table } of goWithOwner) await removeRows(trx, table, pastId)
  await trx.deleteFrom('controllers').where('id', '=', pastId).execute()
}

async function removeRows(trx: Trx, table: string, controllerId: string): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE controller_id = ${controllerId}`.execute(trx)
}

/** Clears what the owner entered and what was reported with their pools, once the past is gone; the devices report their details again. */
async function startAfresh(trx: Trx, controllerId: string): Promise<void> {
  await sql`
    INSERT INTO miner_state (controller_id, miner_id) SELECT controller_id, id FROM miners WHERE controller_id = ${controllerId}`.execute(
    trx,
  )
  for (const table of ['alert_waiting', 'strangers', 'commissioning_reports'])
    await removeRows(trx, table, controllerId)
  await sql`
    DELETE FROM miner_marks WHERE miner_id IN (SELECT id FROM miners WHERE controller_id = ${controllerId})`.execute(
    trx,
  )
  await sql`
    UPDATE miners SET name = NULL, called = NULL, notes = NULL, location = NULL, group_name = NULL, detail = NULL, hidden_at = NULL WHERE controller_id = ${controllerId}`.execute(
    trx,
  )
}

/** Makes a user the owner; the key of the transfer becomes the controller's own. */
export async function giveController(
  trx: Trx,
  given: { controllerId: string; ownerId: string; key: HashedClaimKey; at: Date },
): Promise<void> {
  const { controllerId, ownerId, key, at } = given
  await trx
    .updateTable('controllers')
    .set({ ownerId, claimedAt: at, shipId: null, ...key, claimKeyRevokedAt: null, historyFrom: at })
    .where('id', '=', controllerId)
    .execute()
}

/** The number of the next past of a controller: after all that previous owners still have, of whom some may have gone. */
export async function nextPast(trx: Trx, controllerId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('controllers')
    .select(sql<number | null>`max(split_part(id, '.', 2)::int)`.as('last'))
    .where('id', 'like', `${controllerId}.%`)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Controllers of an owner, locked until the transaction ends; `isPast`: what they kept of one that is another's now. */
export async function lockControllersOf(
  trx: Trx,
  ownerId: string,
): Promise<{ id: string; isPast: boolean }[]> {
  const rows = await trx
    .selectFrom('controllers')
    .select('id')
    .where('ownerId', '=', ownerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => ({ id, isPast: id.includes('.') }))
}

/** Takes a controller from its owner; its key can be used to claim it again, and nothing from before `at` is seen by who does. */
export async function freeController(trx: Trx, id: string, at: Date): Promise<void> {
  await removeTransfer(trx, id)
  await trx
    .updateTable('controllers')
    .set({ ownerId: null, claimedAt: null, shipId: null, ipAddress: null, historyFrom: at })
    .where('id', '=', id)
    .execute()
}
