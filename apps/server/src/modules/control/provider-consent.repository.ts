import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type ProviderConsent = { given: boolean; at: Date }

/** Records that an owner lets the provider act on their miners, or does so no more, in the transaction of that change. */
export async function noteProviderConsent(
  trx: Trx,
  consent: ProviderConsent & { userId: string },
): Promise<void> {
  await trx.insertInto('providerConsents').values(consent).execute()
  if (!consent.given) await cancelWaiting(trx, consent)
}

/** What the provider asked for and no box has received yet is not done any more. */
async function cancelWaiting(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await trx
    .updateTable('commands')
    .set({
      state: 'cancelled',
      reason: 'consent-withdrawn',
      finishedAt: at,
      orderText: null,
      signature: null,
    })
    .where('byProvider', '=', true)
    .where('state', '=', 'queued')
    .where('controllerId', 'in', (query) =>
      query.selectFrom('controllers').select('id').where('ownerId', '=', userId),
    )
    .execute()
}

/** What was recorded for one owner, oldest first. */
export function listProviderConsents(db: Queryable, userId: string): Promise<ProviderConsent[]> {
  return db
    .selectFrom('providerConsents')
    .select(['given', 'at'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** What an owner said last; null: nothing yet. */
export async function findProviderConsent(db: Queryable, userId: string): Promise<ProviderConsent | null> {
  const row = await db
    .selectFrom('providerConsents')
    .select(['given', 'at'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** A miner with whom it belongs to, and whether they let the provider act on it. */
export type ProvidedMiner = {
  id: number
  controllerId: string
  deviceKey: string
  capabilities: unknown
  ownerId: string | null
  isAllowed: boolean
}

export async function listProvidedMiners(db: Queryable, ids: readonly number[]): Promise<ProvidedMiner[]> {
  const { rows } = await sql<ProvidedMiner>`
    SELECT m.id, m.controller_id, m.device_key, m.capabilities, c.owner_id,
      coalesce((SELECT p.given FROM provider_consents p WHERE p.user_id = c.owner_id ORDER BY p.id DESC LIMIT 1), false) AS is_allowed
    FROM miners m JOIN controllers c ON c.id = m.controller_id
    WHERE m.id = ANY(${sql.val([...ids])}::int[]) AND c.revoked_at IS NULL AND m.hidden_at IS NULL`.execute(
    db,
  )
  return rows
}

/** Miners that an order was given to already. */
export async function listOrdered(db: Queryable, orderId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('commands')
    .select('minerId')
    .where('orderId', '=', orderId)
    .where('byProvider', '=', true)
    .execute()
  return rows.flatMap(({ minerId }) => minerId ?? [])
}
