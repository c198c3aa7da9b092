import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { ConfigSchema } from '../config.ts'
import { listTopTables } from '../platform/backup/backup-catalog.ts'
import { BackupError, type BackupHeader, type BackupTrailer } from '../platform/backup/backup-format.ts'
import { assertKnownMigrations, loadBackup } from '../platform/backup/load-backup.ts'
import { type BackupVisitor, readBackup } from '../platform/backup/read-backup.ts'
import { restoreEmbedded } from '../platform/backup/restore-embedded.ts'
import { planKey } from '../platform/backup/restore-key.ts'
import { type DatabaseConfig, openDatabase } from '../platform/db/open-database.ts'
import type { Store, StoreLogger } from '../platform/db/store.ts'
import { keepPrivate } from '../platform/private-files.ts'
import type { KeyConfig } from '../platform/secret-key/load-secret-key.ts'

export type RestoreRequest = {
  config: DatabaseConfig & KeyConfig
  environment: Record<string, string | undefined>
  from: string
  /** Age identities that open the file, if it is encrypted. */
  identities: readonly string[]
  /** Replaces what is there already, once `confirm` was shown what that is and agreed. */
  replace: boolean
  withoutKey: boolean
  confirm(lost: string[]): Promise<boolean>
  clock: () => number
  logger: StoreLogger
}

export type RestoreReport = {
  header: BackupHeader
  trailer: BackupTrailer
  key: string
  /** Where the replaced embedded database was moved to. */
  kept: string | null
  /** Settings that the backed-up server had and that are not set here. */
  missingSettings: string[]
}

/** Reads the whole backup and returns what is in it. @throws BackupError when it cannot be restored with this version. */
export async function checkBackup(
  file: string,
  identities: readonly string[] = [],
): Promise<{ header: BackupHeader; trailer: BackupTrailer }> {
  let header: BackupHeader | null = null
  const visitor: BackupVisitor = {
    header(found) {
      header = found
    },
  }
  const trailer = await readBackup(file, visitor, identities)
  const read = header as unknown as BackupHeader
  // Only of one that is whole: a damaged one may name changes that no version ever had.
  assertKnownMigrations(read)
  return { header: read, trailer }
}

/** What would be lost, one line each; an empty list means that the database is empty. */
async function whatIsThere(store: Store): Promise<string[]> {
  const tables = await listTopTables(store.db)
  if (tables.length === 0) return []
  const shown = [
    'users',
    'orders',
    'invoices',
    'bank_entries',
    'receipts',
    'payouts',
    'controllers',
    'miners',
  ]
  const lines: string[] = []
  for (const table of shown.filter((name) => tables.includes(name))) {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(store.db)
    lines.push(`${rows[0]?.n ?? 0} ${table.replace('_', ' ')}`)
  }
  return lines.length > 0 ? lines : [`${tables.length} tables of another program`]
}

/** @throws BackupError while another process uses the database. */
async function assertNoServer(store: Store): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'shipminer%'`.execute(
    store.db,
  )
  if (rows.length > 0)
    throw new BackupError(
      'A server, or another command, is connected to this database. Stop every server first.',
    )
}

/**
 * Restores a backup into an empty database, or in place of what is there. The whole file is read and checked before anything is touched; then it is all or nothing.
 * @throws BackupError with what to do; StoreInUseError while a server runs on the folder.
 */
export async function restoreFromBackup(request: RestoreRequest): Promise<RestoreReport> {
  const { config, environment, identities, replace, logger } = request
  const file = resolve(request.from)
  const { header } = await checkBackup(file, identities)
  const stamp = new Date(request.clock()).toISOString().slice(0, 19).replaceAll(':', '')
  keepPrivate(config.DATA_DIR)
  const key = planKey(header, config, { replace, withoutKey: request.withoutKey, stamp })
  const dir = resolve(config.DATA_DIR, 'db')
  const open = () => openDatabase({ config, logger, poolSize: 1 })
  const assertMayReplace = async (lost: string[]) => {
    if (lost.length === 0) return
    const what = config.DATABASE_URL === null ? dir : 'The database of DATABASE_URL'
    if (!replace)
      throw new BackupError(
        `${what} is not empty (${lost.join(', ')}). A restore goes into an empty one, or in its place with --replace.`,
      )
    if (!(await request.confirm(lost))) throw new BackupError('Nothing was changed.')
  }
  const report = {
    header,
    key: key.says,
    missingSettings: header.settings.filter((name) => name in ConfigSchema.shape && !environment[name]),
  }

  if (config.DATABASE_URL === null) {
    if (existsSync(dir)) {
      // A database that can no longer be opened is a reason to restore, not to refuse; its folder is kept in any case.
      const found = await open().then(
        (store) => whatIsThere(store).finally(() => store.close()),
        (error: Error) => {
          if (error.name === 'StoreInUseError') throw error
          return [`a database that cannot be opened: ${error.message}`]
        },
      )
      await assertMayReplace(found.length > 0 ? found : ['no tables'])
    }
    const restored = await restoreEmbedded({ file, identities, dir, stamp, logger, beforeSwap: key.put })
    return { ...report, ...restored }
  }
  const store = await open()
  try {
    await assertNoServer(store)
    await assertMayReplace(await whatIsThere(store))
    key.put()
    const trailer = await loadBackup(store, file, identities).catch((error) => {
      key.undo()
      throw error
    })
    return { ...report, trailer, kept: null }
  } finally {
    await store.close()
  }
}
