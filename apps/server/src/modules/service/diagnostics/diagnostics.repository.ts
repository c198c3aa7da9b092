import type { ReportState } from '@shipminer/domain/service/fault-report'
import { type Insertable, sql } from 'kysely'
import { containing } from '../../../platform/db/like-pattern.ts'
import type { DiagnosticSetsTable } from '../../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../../platform/db/store.ts'

export type SetRow = {
  id: string
  kind: 'report' | 'taken'
  takenAt: Date
  owner: string
  shipName: string | null
  boxes: string[]
  miners: number | null
  bytes: number
  reference: string | null
  subject: string | null
  state: ReportState | null
  closedAt: Date | null
  takenBy: string | null
  reason: string | null
  data: unknown
  boardAsked: boolean
  hasBoard: boolean
}

export type SetFilter = {
  id?: string
  search?: string | undefined
  kind?: string | undefined
  box?: string | undefined
}

/** Sets of both kinds as one table. What was attached to a report names its boxes inside. */
const sets = sql`(
  SELECT d.id, 'taken' AS kind, d.taken_at, d.owner_id, d.ship_name, ARRAY[d.controller_id] AS boxes, NULL AS reference, NULL AS subject,
    NULL AS state, NULL::timestamptz AS closed_at, d.taken_by, d.reason, d.data, d.board, d.board_asked FROM diagnostic_sets d
  UNION ALL
  SELECT r.id, 'report', r.opened_at, r.user_id, r.ship_name,
    ARRAY(SELECT jsonb_path_query(r.data, 'lax $.controllers[*].id') #>> '{}'), r.reference, r.subject, r.state, r.closed_at, NULL, NULL, r.data, NULL::jsonb, false
  FROM fault_reports r)`

const whereOf = ({ id, search, kind, box }: SetFilter) => {
  const pattern = search && containing(search)
  return sql.join(
    [
      sql`WHERE true`,
      id && sql`s.id = ${id}::uuid`,
      kind && sql`s.kind = ${kind}`,
      box && sql`${box} = ANY(s.boxes)`,
      pattern &&
        sql`concat_ws(' ', u.name, s.ship_name, s.reference, array_to_string(s.boxes, ' ')) ILIKE ${pattern}`,
    ].filter((part) => typeof part === 'object'),
    sql` AND `,
  )
}

/** Newest first, without the values. */
export async function listSets(
  db: Queryable,
  filter: SetFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<SetRow[]> {
  const { rows } = await sql<SetRow>`
    SELECT page.*, octet_length(data::text) + coalesce(octet_length(board::text), 0) AS bytes, board IS NOT NULL AS has_board, CASE WHEN jsonb_typeof(data -> 'minerCount') = 'number' THEN (data ->> 'minerCount')::int END AS miners,
      NULL AS data, NULL AS board
    FROM (SELECT s.*, u.name AS owner FROM ${sets} s JOIN users u ON u.id = s.owner_id ${whereOf(filter)}
      ORDER BY s.taken_at DESC, s.id LIMIT ${limit} OFFSET ${offset}) page ORDER BY taken_at DESC, id`.execute(
    db,
  )
  return rows
}

export async function countSets(db: Queryable, filter: SetFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sets} s JOIN users u ON u.id = s.owner_id ${whereOf(filter)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The values of one set, and what the box itself said. */
export async function readSet(db: Queryable, id: string): Promise<{ data: unknown; board: unknown }> {
  const { rows } = await sql<{ data: unknown; board: unknown }>`
    SELECT data, board FROM ${sets} s WHERE s.id = ${id}::uuid`.execute(db)
  return { data: rows[0]?.data ?? null, board: rows[0]?.board ?? null }
}

/** Keeps what a box said of itself, once, with a set that it was asked for after `askedAfter` and whose owner still has it. */
export async function keepBoard(
  db: Queryable,
  answer: { setId: string; controllerId: string; board: string; askedAfter: Date },
): Promise<void> {
  await db
    .updateTable('diagnosticSets as d')
    .from('controllers as c')
    .set({ board: answer.board })
    .where('d.id', '=', answer.setId)
    .where('d.controllerId', '=', answer.controllerId)
    .where('d.boardAsked', '=', true)
    .where('d.board', 'is', null)
    .where('d.takenAt', '>=', answer.askedAfter)
    .whereRef('c.id', '=', 'd.controllerId')
    .whereRef('c.ownerId', '=', 'd.ownerId')
    .execute()
}

export type SetSubject = {
  id: string
  ownerId: string | null
  shipId: string | null
  shipName: string | null
}

/** Boxes in use, with whom they belong to and where they are. */
export function listSubjects(db: Queryable, ids: readonly string[]): Promise<SetSubject[]> {
  return db
    .selectFrom('controllers as c')
    .leftJoin('ships as s', 's.id', 'c.shipId')
    .select(['c.id', 'c.ownerId', 'c.shipId', 's.name as shipName'])
    .where('c.id', 'in', [...ids])
    .where('c.revokedAt', 'is', null)
    .execute()
}

export async function findTaken(db: Queryable, orderId: string, box: string): Promise<string | null> {
  const row = await db
    .selectFrom('diagnosticSets')
    .select('id')
    .where('orderId', '=', orderId)
    .where('controllerId', '=', box)
    .executeTakeFirst()
  return row?.id ?? null
}

/** @returns its id; null when the same order took one of that box already. */
export async function insertSet(trx: Trx, set: Insertable<DiagnosticSetsTable>): Promise<string | null> {
  const row = await trx
    .insertInto('diagnosticSets')
    .values(set)
    .onConflict((conflict) => conflict.columns(['orderId', 'controllerId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function removeTakenBefore(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('diagnosticSets').where('takenAt', '<', before).execute()
}
