import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Page, takePage } from '../../platform/db/pages/take-page.ts'
import type { StatementImportsTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type ImportWork = Pick<
  Selectable<StatementImportsTable>,
  'id' | 'createdBy' | 'operatorId' | 'file' | 'decided'
>
export type ImportRow = Omit<Selectable<StatementImportsTable>, 'file' | 'decided' | 'attempts'>
export type ListedRow = Omit<ImportRow, 'entries'>

const listed = [
  'id',
  'createdAt',
  'createdBy',
  'operatorId',
  'state',
  'total',
  'done',
  'statementIds',
  'notBooked',
  'counts',
  'lastError',
  'finishedAt',
] as const
/** With its entries, which are long. */
const shown = [...listed, 'entries'] as const

export async function insertImport(db: Queryable, row: Insertable<StatementImportsTable>): Promise<number> {
  const { id } = await db.insertInto('statementImports').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function findImport(db: Queryable, id: number): Promise<ImportRow | null> {
  const row = await db.selectFrom('statementImports').select(shown).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Ids count up as time does. */
const sorts = { createdAt: 'id', total: 'total', createdBy: 'createdBy' } as const
export type ImportsPage = { sort: keyof typeof sorts } & Page

export function listImports(db: Queryable, { sort, ...page }: ImportsPage): Promise<ListedRow[]> {
  return takePage(db.selectFrom('statementImports').select(listed), [sorts[sort], 'id'], page).execute()
}

export async function countImports(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('statementImports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those that a crash cut off, or that run now. */
export async function listRunning(db: Queryable): Promise<number[]> {
  const rows = await db
    .selectFrom('statementImports')
    .select('id')
    .where('state', '=', 'running')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Those that have decided and not ended, oldest first. */
export async function listDecided(db: Queryable): Promise<number[]> {
  const rows = await db
    .selectFrom('statementImports')
    .select('id')
    .where('state', '=', 'running')
    .where('decided', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The file, who brought it, and what was decided; null when it is not running any more. */
export async function findWork(db: Queryable, id: number): Promise<ImportWork | null> {
  const row = await db
    .selectFrom('statementImports')
    .select(['id', 'createdBy', 'operatorId', 'file', 'decided'])
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return row ?? null
}

export async function changeImport(
  db: Queryable | Trx,
  id: number,
  change: Updateable<StatementImportsTable>,
): Promise<void> {
  await db.updateTable('statementImports').set(change).where('id', '=', id).execute()
}

/** After a turn that ended in an error: it is tried again, or after `most` of them no more. */
export async function noteFailure(
  db: Queryable,
  id: number,
  { lastError, most }: { lastError: string; most: number },
): Promise<void> {
  await db
    .updateTable('statementImports')
    .set({
      lastError,
      attempts: sql`attempts + 1`,
      state: sql<'running' | 'failed'>`CASE WHEN attempts + 1 >= ${most} THEN 'failed' ELSE 'running' END`,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Keys of entries that an import could not book, and keeps for a person. */
export async function listFailedKeys(db: Queryable, importId: number, why: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bankEntries')
    .select('entryKey')
    .where('importId', '=', importId)
    .where('why', 'like', `${why}%`)
    .execute()
  return rows.map(({ entryKey }) => entryKey)
}
