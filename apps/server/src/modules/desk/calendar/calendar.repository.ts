import type { FittingPlan } from '@shipminer/contract/desk/calendar'
import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'

const selectFittings = (db: Queryable) =>
  db
    .selectFrom('orders as o')
    .leftJoin('fittingPlans as f', 'f.orderId', 'o.id')
    .select([
      'o.id',
      'o.number',
      'o.state',
      'o.payment',
      'o.fulfilment',
      'o.method',
      'o.buyer',
      'o.userId',
      'o.installationOn',
      'f.startsAt',
      'f.fitter',
      'f.berth',
      'f.contactName',
      'f.contactPhone',
      'f.generator',
      'f.cabling',
      'f.notes',
    ])
export type PlannedRow = Awaited<ReturnType<typeof listPlanned>>[number]

/** Planned for days from the first to the last, fitted ones too; in the order of the day. */
export function listPlanned(db: Queryable, first: string, last: string, limit: number) {
  return selectFittings(db)
    .where('o.installationOn', '>=', first)
    .where('o.installationOn', '<=', last)
    .where('o.state', 'in', ['scheduled', 'installed', 'completed'])
    .orderBy('o.installationOn')
    .orderBy('f.startsAt', (order) => order.asc().nullsLast())
    .orderBy('o.number')
    .limit(limit)
    .execute()
}

/** Planned for a day before this one, and not fitted; the longest ago first. */
export function listOverdue(db: Queryable, today: string, limit: number): Promise<PlannedRow[]> {
  return selectFittings(db)
    .where('o.installationOn', '<', today)
    .where('o.state', '=', 'scheduled')
    .orderBy('o.installationOn')
    .orderBy('o.number')
    .limit(limit)
    .execute()
}

/** Confirmed, and without a day; the oldest first. */
export function listUnplanned(db: Queryable, limit: number): Promise<PlannedRow[]> {
  return selectFittings(db)
    .where('o.state', '=', 'confirmed')
    .orderBy('o.placedAt')
    .orderBy('o.id')
    .limit(limit)
    .execute()
}

export async function findPlanned(db: Queryable, id: string): Promise<PlannedRow | null> {
  return (await selectFittings(db).where('o.id', '=', id).executeTakeFirst()) ?? null
}

/** Of orders: what was bought, and how many boxes were chosen and are on board. */
export async function listFittedLines(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('orderLines as l')
    .innerJoin('products as p', 'p.id', 'l.productId')
    .select(['l.orderId', 'l.name', 'l.quantity', 'p.powerWatts', 'p.minGeneratorKw'])
    .select([
      sql<number>`(SELECT count(*)::int FROM boxes b WHERE b.order_id = l.order_id AND b.order_position = l.position AND b.state <> 'returned')`.as(
        'chosen',
      ),
      sql<number>`(SELECT count(*)::int FROM boxes b WHERE b.order_id = l.order_id AND b.order_position = l.position AND b.state = 'installed')`.as(
        'onBoard',
      ),
    ])
    .where('l.orderId', 'in', ids)
    .orderBy('l.position')
    .execute()
}

export async function keepPlan(
  trx: Trx,
  orderId: string,
  plan: FittingPlan,
  by: { changedAt: Date; changedBy: string },
): Promise<void> {
  await trx
    .insertInto('fittingPlans')
    .values({ orderId, ...plan, ...by })
    .onConflict((on) => on.column('orderId').doUpdateSet({ ...plan, ...by }))
    .execute()
}

/** Those of the last plans, the latest first. */
export async function listFitters(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('fittingPlans')
    .select(['fitter', ({ fn }) => fn.max('changedAt').as('last')])
    .where('fitter', 'is not', null)
    .groupBy('fitter')
    .orderBy('last', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ fitter }) => (fitter === null ? [] : [fitter]))
}

/** The ship of a controller; or the one of an account by its name, and its only one when none is named. */
export async function findShip(
  db: Queryable,
  {
    controllerIds,
    userId,
    name,
  }: { controllerIds: readonly string[]; userId: string | null; name: string | null },
) {
  const ships = db
    .selectFrom('ships as s')
    .select(['s.name', 's.type', 's.homePort', 's.registrationNumber', 's.generatorCapacityKw'])
  if (controllerIds.length > 0) {
    const row = await ships
      .innerJoin('controllers as c', 'c.shipId', 's.id')
      .where('c.id', 'in', controllerIds)
      .limit(1)
      .executeTakeFirst()
    if (row) return row
  }
  if (userId === null) return null
  const rows = await ships.where('s.userId', '=', userId).limit(50).execute()
  const wanted = name?.trim().toLowerCase()
  const named = rows.find((ship) => ship.name.trim().toLowerCase() === wanted)
  return named ?? (wanted === undefined && rows.length === 1 ? (rows[0] ?? null) : null)
}

/** The newest report of each controller. */
export async function listReports(db: Queryable, controllerIds: readonly string[]) {
  if (controllerIds.length === 0) return []
  return db
    .selectFrom('commissioningReports')
    .distinctOn('controllerId')
    .select(['controllerId', 'report'])
    .where('controllerId', 'in', controllerIds)
    .orderBy('controllerId')
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
