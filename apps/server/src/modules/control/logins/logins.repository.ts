import type { KeptLogin } from '@shipminer/contract/control/device-logins'
import type { Queryable } from '../../../platform/db/store.ts'

/** A box as logins are sent to it; null: not this owner's. */
export async function findBox(db: Queryable, ownerId: string, controllerId: string) {
  const row = await db
    .selectFrom('controllers')
    .select(['id', 'version', 'publicKey', 'sealingKey', 'sealingProof', 'logins'])
    .where('id', '=', controllerId)
    .where('ownerId', '=', ownerId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The newest commands about logins of a box: those of one miner, or (null) those of makes. */
export async function listLoginCommands(
  db: Queryable,
  controllerId: string,
  minerId: number | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('commands')
    .select('id')
    .where('controllerId', '=', controllerId)
    .where('minerId', minerId === null ? 'is' : '=', minerId)
    .where('action', 'in', ['set-login', 'remove-login'])
    .orderBy('issuedAt', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateLogins(
  db: Queryable,
  controllerId: string,
  logins: readonly KeptLogin[],
): Promise<void> {
  await db
    .updateTable('controllers')
    .set({ logins: JSON.stringify(logins) })
    .where('id', '=', controllerId)
    .execute()
}
