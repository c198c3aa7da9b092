import { sql } from 'kysely'
import type { Queryable } from '../db/store.ts'
import { countSealedByOthers } from './sealed-values.ts'
import type { SecretKey } from './secret-key.ts'

/** The longest that something lasts which was made with a key and is not made anew: addresses of downloads. */
const longestMs = 7 * 86_400_000
const namedAtMost = 20

/** What still needs a key that is accepted and not in force. */
export type SecretKeyState = {
  /** How many keys are accepted beside the one in force. */
  others: number
  /** When the key came into force; null: that was not noted yet. */
  since: Date | null
  /** What is not sealed anew yet. */
  sealed: readonly { name: string; count: number }[]
  /** Controllers whose card nobody has claimed with yet, or that wait for another owner: some ids, and how many there are. */
  claimKeys: { count: number; some: readonly string[] }
  /** Operators whose printed recovery codes are of before. */
  recoveryCodes: number
}

export async function noteKeyInForce(db: Queryable, secretKey: SecretKey, at: Date): Promise<void> {
  await db
    .insertInto('secretKeys')
    .values({ print: secretKey.print, since: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readSecretKeyState(db: Queryable, secretKey: SecretKey): Promise<SecretKeyState> {
  const { print, others } = secretKey
  const row = await db.selectFrom('secretKeys').select('since').where('print', '=', print).executeTakeFirst()
  const since = row?.since ?? null
  if (others === 0) return { others, since, sealed: [], claimKeys: { count: 0, some: [] }, recoveryCodes: 0 }
  const { rows: cards } = await sql<{ id: string; count: number }>`
    SELECT id, count(*) OVER () AS count FROM (
      SELECT id FROM controllers
      WHERE owner_id IS NULL AND revoked_at IS NULL AND claim_key_revoked_at IS NULL AND claim_key_print IS DISTINCT FROM ${print}
      UNION SELECT controller_id FROM controller_transfers WHERE claim_key_print IS DISTINCT FROM ${print}
    ) AS cards ORDER BY id LIMIT ${namedAtMost}`.execute(db)
  const codes = await db
    .selectFrom('recoveryCodes')
    .select(sql<number>`count(DISTINCT user_id)`.as('operators'))
    .where('usedAt', 'is', null)
    .where('keyPrint', 'is distinct from', print)
    .executeTakeFirstOrThrow()
  return {
    others,
    since,
    sealed: await countSealedByOthers(db, secretKey),
    claimKeys: { count: Number(cards[0]?.count ?? 0), some: cards.map(({ id }) => id) },
    recoveryCodes: Number(codes.operators),
  }
}

/** What is to be done before no other key is accepted any more, in words; an empty list: nothing. */
export function whatNeedsOthers(state: SecretKeyState, nowMs: number): string[] {
  if (state.others === 0) return []
  const until = state.since === null ? null : state.since.getTime() + longestMs
  return [
    ...state.sealed.map(
      ({ name, count }) => `${count} ${name} are not sealed anew yet: the server does that`,
    ),
    ...(until !== null && nowMs >= until
      ? []
      : [
          `downloads, codes and messages of before are good ${until === null ? 'for 7 days' : `until ${new Date(until).toISOString()}`}`,
        ]),
    ...(state.claimKeys.count === 0
      ? []
      : [
          `${state.claimKeys.count} claim cards were not used yet (${state.claimKeys.some.join(', ')}${state.claimKeys.count > state.claimKeys.some.length ? ', …' : ''}): wait, or make new ones at the desk`,
        ]),
    ...(state.recoveryCodes === 0
      ? []
      : [`${state.recoveryCodes} operators have recovery codes of before: let them make new ones`]),
  ]
}
