import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type WeeklyReader = { id: string; email: string; preferredLanguage: string | null }

/** Who gets the summary of a week: with a verified address, and without having switched it off. */
const wantsIt = sql`u.email IS NOT NULL AND u.email_verified_at IS NOT NULL
  AND (u.notifications ->> 'emailWeekly') IS DISTINCT FROM 'false'`

export async function listZones(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('ships').select('timeZone').distinct().execute()
  return rows.map(({ timeZone }) => timeZone)
}

/** Owners of a controller whose ships are all in some time zones, and whose week was not decided on yet. */
export async function listUndecided(
  db: Queryable,
  { week, zones, withoutShip }: { week: string; zones: readonly string[]; withoutShip: boolean },
): Promise<WeeklyReader[]> {
  const { rows } = await sql<WeeklyReader>`
    SELECT u.id, u.email, u.preferred_language FROM users u
    WHERE ${wantsIt}
      AND EXISTS (SELECT 1 FROM controllers c WHERE c.owner_id = u.id AND c.revoked_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM ships s WHERE s.user_id = u.id AND s.time_zone <> ALL(${sql.val([...zones])}::text[]))
      AND (${withoutShip} OR EXISTS (SELECT 1 FROM ships s WHERE s.user_id = u.id))
      AND NOT EXISTS (SELECT 1 FROM weekly_mails w WHERE w.user_id = u.id AND w.week = ${week})
    ORDER BY u.id`.execute(db)
  return rows
}

/** False when it was decided earlier, or when the account, its address or its wish has changed since. */
export async function noteDecided(
  trx: Trx,
  { id, email }: WeeklyReader,
  week: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO weekly_mails (user_id, week, decided_at)
    SELECT u.id, ${week}, ${at} FROM users u WHERE u.id = ${id} AND u.email = ${email} AND ${wantsIt} FOR SHARE
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(trx)
  return rows.length > 0
}

/** Ships of an owner that have a controller. */
export function listEquippedShips(db: Queryable, ownerId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('ships as s')
    .select(['s.id', 's.name'])
    .where('s.userId', '=', ownerId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('controllers as c')
          .select('c.id')
          .whereRef('c.shipId', '=', 's.id')
          .where('c.ownerId', '=', ownerId)
          .where('c.revokedAt', 'is', null),
      ),
    )
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
}

/** The language of a user; undefined: there is no such user. */
export async function findLanguage(db: Queryable, userId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('users')
    .select('preferredLanguage')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.preferredLanguage
}

/** Takes summaries out of the outbox whose owner was deleted: their papers could never be made. */
export async function removeOrphanedMails(db: Queryable): Promise<void> {
  await sql`
    DELETE FROM mails m WHERE m.status = 'queued' AND m.attachment LIKE 'weekly:%'
      AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id::text = split_part(m.attachment, ':', 2))`.execute(db)
}
