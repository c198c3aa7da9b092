import type { Queryable } from '../../platform/db/store.ts'
import { defaultTimeZone } from './ships.policy.ts'

export { reachChannel, tellFleet } from './fleet-news.ts'
export { type Right, shareOf, shipsWithinReach, withinReach } from './reach.ts'

export { defaultTimeZone }

/** The zone of what concerns a whole account, such as the month of a statement: that of its first ship. */
export async function readAccountZone(db: Queryable, userId: string): Promise<string> {
  const ship = await db
    .selectFrom('ships')
    .select('timeZone')
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return ship?.timeZone ?? defaultTimeZone
}
