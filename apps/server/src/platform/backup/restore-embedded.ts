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
 * Makes the embedded database `dir` out of a backup: built aside, then renamed into place. A folder that was there keeps lying beside it.
 * @param stamp names that folder. @param beforeSwap what has to be in place before the database is.
 * @returns where the old database lies now, null when there was none.
 * @throws StoreInUseError while a server runs on it.
 */
export async function restoreEmbedded(options: {
  file: string
  dir: string
  stamp: string
  logger: StoreLogger
  beforeSwap(): void
}): Promise<{ trailer: BackupTrailer; kept: string | null }> {
  const { file, dir, stamp, logger } = options
  const [building, built] = [`${dir}.restoring`, `${dir}.restored`]
  const unlock = await lockStore(dir)
  try {
    await rm(building, { recursive: true, force: true })
    await rm(built, { recursive: true, force: true })
    const store = await openEmbeddedStore({ dir: building, logger, statementLimitMs: 30 * 60_000 })
    let trailer: BackupTrailer
    try {
      trailer = await loadBackup(store, file)
    } catch (error) {
      await store.close()
      await rm(building, { recursive: true, force: true })
      throw error
    }
    await store.close()
    options.beforeSwap()
    // Under this name it is whole: a server that finds it and no database takes it, should the power fail between these lines.
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
