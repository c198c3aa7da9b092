import { existsSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openEmbeddedStore } from '../db/embedded/embedded-store.ts'
import { lockStore } from '../db/embedded/store-lock.ts'
import type { StoreLogger } from '../db/store.ts'
import type { BackupTrailer } from './backup-format.ts'
import { loadBackup } from './load-backup.ts'
import { flushFolder } from './write-backup.ts'

/**
 * Builds the embedded database `dir` from a backup: in another folder, then renamed into place. An existing folder is kept beside it.
 * @param stamp names that folder. @param beforeSwap what has to be done before the database is put in place.
 * @returns where the old database is now, null when there was none.
 * @throws StoreInUseError while a server runs on it.
 */
export async function restoreEmbedded(options: {
  file: string
  /** Age identities that open the file, if it is encrypted. */
  identities: readonly string[]
  dir: string
  stamp: string
  logger: StoreLogger
  beforeSwap(): void
}): Promise<{ trailer: BackupTrailer; kept: string | null }> {
  const { file, identities, dir, stamp, logger } = options
  const [building, built] = [`${dir}.restoring`, `${dir}.restored`]
  const unlock = await lockStore(dir)
  try {
    await rm(building, { recursive: true, force: true })
    await rm(built, { recursive: true, force: true })
    const store = await openEmbeddedStore({ dir: building, logger, statementLimitMs: 30 * 60_000 })
    let trailer: BackupTrailer
    try {
      trailer = await loadBackup(store, file, identities)
    } catch (error) {
      await store.close()
      await rm(building, { recursive: true, force: true })
      throw error
    }
    await store.close()
    options.beforeSwap()
    // Under this name it is complete: should the power fail between these lines, a server that finds it but no database uses it.
    renameSync(building, built)
    await flushFolder(dirname(dir))
    const kept = existsSync(dir) ? `${dir}.before-restore-${stamp}` : null
    if (kept) renameSync(dir, kept)
    renameSync(built, dir)
    await flushFolder(dirname(dir))
    return { trailer, kept }
  } finally {
    unlock()
  }
}
