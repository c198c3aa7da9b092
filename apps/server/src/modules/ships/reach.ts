import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * What somebody wants of a ship and the boxes on it. `read` and `act` are given to its crew too (docs/product.md 3.2); what is about money,
 * logins, firmware and the boxes themselves is `own`.
 */
export type Right = 'read' | 'act' | 'own'

const rolesWith: Record<Right, readonly string[]> = {
  read: ['viewer', 'engineer'],
  act: ['engineer'],
  own: [],
}

const crewOf = (userId: string, right: Right) =>
  sql`SELECT k.ship_id FROM ship_crew k WHERE k.user_id = ${userId} AND k.role = ANY(${sql.val([...rolesWith[right]])}::text[])`

/** Controllers that somebody has a right to: their own, and those on ships whose crew gives it. `controllers` is their table's name in the statement. */
export function withinReach(controllers: string, userId: string, right: Right): RawBuilder<SqlBool> {
  const owner = sql.ref(`${controllers}.owner_id`)
  if (right === 'own') return sql<SqlBool>`${owner} = ${userId}`
  return sql<SqlBool>`(${owner} = ${userId} OR ${sql.ref(`${controllers}.ship_id`)} IN (${crewOf(userId, right)}))`
}

/** The same for ships themselves. */
export function shipsWithinReach(ships: string, userId: string, right: Right): RawBuilder<SqlBool> {
  const owner = sql.ref(`${ships}.user_id`)
  if (right === 'own') return sql<SqlBool>`${owner} = ${userId}`
  return sql<SqlBool>`(${owner} = ${userId} OR ${sql.ref(`${ships}.id`)} IN (${crewOf(userId, right)}))`
}

/** As what somebody is on a ship that is not theirs, and its owner's name; null on one's own. `ship` names a column with its id. */
export function shareOf(ship: string, userId: string) {
  return sql<{ role: 'viewer' | 'engineer'; owner: string } | null>`(
    SELECT json_build_object('role', k.role, 'owner', o.name) FROM ship_crew k JOIN ships s ON s.id = k.ship_id JOIN users o ON o.id = s.user_id
    WHERE k.ship_id = ${sql.ref(ship)} AND k.user_id = ${userId} AND s.user_id <> ${userId})`
}
