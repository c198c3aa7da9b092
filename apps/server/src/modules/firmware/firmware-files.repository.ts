import { type Selectable, sql } from 'kysely'
import type { FirmwareFilesTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type FileRow = Selectable<FirmwareFilesTable>
export type FileKey = { ownerId: string; sha256: string }

/** Newest first. */
export function listFiles(db: Queryable, ownerId: string): Promise<FileRow[]> {
  return db
    .selectFrom('firmwareFiles')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt', 'desc')
    .orderBy('sha256')
    .execute()
}

export async function lockFile(trx: Trx, { ownerId, sha256 }: FileKey): Promise<FileRow | null> {
  const row = await trx
    .selectFrom('firmwareFiles')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('sha256', '=', sha256)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** An owner's files are counted by one call at a time. */
export async function lockOwner(trx: Trx, ownerId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
}

export async function insertFile(
  trx: Trx,
  file: Omit<FileRow, 'receivedBytes' | 'readyAt'>,
): Promise<FileRow> {
  return trx.insertInto('firmwareFiles').values(file).returningAll().executeTakeFirstOrThrow()
}

/** Other words for a file that is not ready, or the moment at which it got ready. */
export async function updateFile(
  trx: Trx,
  { ownerId, sha256 }: FileKey,
  change: Partial<Pick<FileRow, 'name' | 'family' | 'model' | 'version' | 'receivedBytes' | 'readyAt'>>,
): Promise<FileRow> {
  return trx
    .updateTable('firmwareFiles')
    .set(change)
    .where('ownerId', '=', ownerId)
    .where('sha256', '=', sha256)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function insertPart(
  trx: Trx,
  part: FileKey & { startsAt: number; content: Uint8Array },
): Promise<void> {
  await trx.insertInto('firmwareParts').values(part).execute()
}

export async function removeFile(db: Queryable, { ownerId, sha256 }: FileKey): Promise<void> {
  await db.deleteFrom('firmwareFiles').where('ownerId', '=', ownerId).where('sha256', '=', sha256).execute()
}

/** The parts of a file from byte `from` on, one after the other; never more than one is held. */
export async function* readParts(
  db: Queryable,
  { ownerId, sha256 }: FileKey,
  from: number,
): AsyncGenerator<Uint8Array> {
  let at = from
  for (;;) {
    const part = await db
      .selectFrom('firmwareParts')
      .select(['startsAt', 'content'])
      .where('ownerId', '=', ownerId)
      .where('sha256', '=', sha256)
      .where('startsAt', '<=', at)
      .where(sql<boolean>`starts_at + octet_length(content) > ${at}`)
      .orderBy('startsAt', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (part === undefined) return
    yield part.content.subarray(at - part.startsAt)
    at = part.startsAt + part.content.length
  }
}

/** Removes files older than a moment, except those that a series under way needs. @returns how many. */
export async function removeOldFiles(db: Queryable, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('firmwareFiles as f')
    .where('f.createdAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('firmwareSeries as s')
            .select('s.id')
            .whereRef('s.ownerId', '=', 'f.ownerId')
            .whereRef('s.sha256', '=', 'f.sha256')
            .where('s.state', 'in', ['ordered', 'fetching', 'checking', 'updating']),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
