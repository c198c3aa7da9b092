import type { CommissioningReport } from '@shipminer/contract/power/commissioning'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/store.ts'
import { withinReach } from '../../ships/ships.port.ts'

/**
 * Keeps a report, also of a controller that nobody has claimed yet; one that is known stays as it was. A box goes on sending the last one
 * after its owner has changed: what was found in the time of another owner is not kept again.
 */
export async function keepReport(
  db: Queryable,
  controllerId: string,
  report: CommissioningReport,
  { finishedAt, receivedAt }: { finishedAt: Date; receivedAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO commissioning_reports (controller_id, finished_at, received_at, report)
    SELECT id, ${finishedAt}::timestamptz, ${receivedAt}::timestamptz, ${JSON.stringify(report)}::jsonb
    FROM controllers WHERE id = ${controllerId} AND (history_from IS NULL OR history_from <= ${finishedAt}::timestamptz)
    ON CONFLICT (controller_id, finished_at) DO NOTHING`.execute(db)
}

export type ReportRow = {
  id: number
  controllerName: string
  shipName: string | null
  timeZone: string | null
  receivedAt: Date
  report: unknown
}

const reports = (db: Queryable) =>
  db
    .selectFrom('commissioningReports as r')
    .innerJoin('controllers as c', 'c.id', 'r.controllerId')
    .leftJoin('ships as s', 's.id', 'c.shipId')
    .select([
      'r.id',
      'c.name as controllerName',
      's.name as shipName',
      's.timeZone',
      'r.receivedAt',
      'r.report',
    ])
    .orderBy('r.receivedAt', 'desc')
    .orderBy('r.id', 'desc')

/** Of the controllers on one ship that somebody may look at, newest first. */
export function listShipReports(db: Queryable, userId: string, shipId: string): Promise<ReportRow[]> {
  return reports(db)
    .where(withinReach('c', userId, 'read'))
    .where('c.shipId', '=', shipId)
    .where('c.revokedAt', 'is', null)
    .limit(100)
    .execute()
}

export async function findNewestReport(db: Queryable, controllerId: string): Promise<ReportRow | null> {
  const row = await reports(db).where('r.controllerId', '=', controllerId).limit(1).executeTakeFirst()
  return row ?? null
}

/** The owner of a controller at an address that they confirmed; null: there is none. */
export async function findRecipient(db: Queryable, controllerId: string) {
  const row = await db
    .selectFrom('controllers as c')
    .innerJoin('users as u', 'u.id', 'c.ownerId')
    .select(['u.email', 'u.preferredLanguage'])
    .where('c.id', '=', controllerId)
    .where('u.email', 'is not', null)
    .where('u.emailVerifiedAt', 'is not', null)
    .executeTakeFirst()
  return row?.email ? { email: row.email, preferredLanguage: row.preferredLanguage } : null
}
