import { constants } from 'node:fs'
import { cp, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Store } from '../db/store.ts'
import { BackupError } from './backup-format.ts'

/** Age above which no process can still be reading a snapshot: its reader was killed. */
const abandonedAfterMs = 12 * 3_600_000

const snapshotName = (dir: string, id: string) => `${dir}.snapshot-${id}`

async function removeAbandoned(dir: string, nowMs: number): Promise<void> {
  const prefix = basename(snapshotName(dir, ''))
  for (const name of await readdir(dirname(dir))) {
    const path = join(dirname(dir), name)
    if (name.startsWith(prefix) && nowMs - (await stat(path)).mtimeMs > abandonedAfterMs)
      await rm(path, { recursive: true, force: true })
  }
}

/**
 * Copies the folder of the running embedded database while no statement runs, which takes as long as copying its files does; all other work
 * waits that long. Opening the copy is like opening the database after a power cut. The caller removes it.
 * @param dir the database's folder. @param id letters and digits that make the copy's name.
 * @throws BackupError when the disk has no room for a second copy, or the server runs on PostgreSQL.
 */
export async function copyEmbeddedDatabase(
  store: Store,
  dir: string,
  { id, nowMs }: { id: string; nowMs: number },
): Promise<{ snapshot: string; pausedMs: number }> {
  if (store.engine !== 'embedded')
    throw new BackupError(
      'This server runs on PostgreSQL: give DATABASE_URL to this command too, as the server has it.',
    )
  await removeAbandoned(dir, nowMs)
  const snapshot = snapshotName(dir, id)
  return store.maintenance.connection().execute(async (connection) => {
    const { rows } = await sql<{
      bytes: number
    }>`SELECT pg_database_size(current_database()) AS bytes`.execute(connection)
    const disk = await statfs(dirname(dir))
    const needed = (rows[0]?.bytes ?? 0) + 64 * 1024 ** 2
    if (disk.bavail * disk.bsize < needed)
      throw new BackupError(
        `The disk needs ${Math.ceil(needed / 1024 ** 2)} MB free for a backup of the running server; stop it to back up without.`,
      )
    await sql`CHECKPOINT`.execute(connection)
    const startedAt = performance.now()
    try {
      await mkdir(snapshot, { mode: 0o700 })
      await cp(dir, snapshot, { recursive: true, mode: constants.COPYFILE_FICLONE })
    } catch (error) {
      await rm(snapshot, { recursive: true, force: true })
      throw error
    }
    return { snapshot, pausedMs: Math.round(performance.now() - startedAt) }
  })
}
