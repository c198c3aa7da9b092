import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { ConfigSchema } from '../config.ts'
import { callAdminSocket } from '../platform/admin/admin-socket.ts'
import { BackupError } from '../platform/backup/backup-format.ts'
import { noteBackup } from '../platform/backup/last-backup.ts'
import { type BackupOrigin, type BackupSummary, writeBackup } from '../platform/backup/write-backup.ts'
import { openEmbeddedStore } from '../platform/db/embedded/embedded-store.ts'
import { type DatabaseConfig, openDatabase } from '../platform/db/open-database.ts'
import type { Store, StoreLogger } from '../platform/db/store.ts'
import { keepPrivate } from '../platform/private-files.ts'
import { findKeyTexts, type KeyConfig } from '../platform/secret-key/load-secret-key.ts'
import { printOfKey } from '../platform/secret-key/secret-key.ts'
import { version } from '../product-version.ts'

export type BackupRequest = {
  config: DatabaseConfig & KeyConfig
  /** Names of the settings in it are recorded in the backup. */
  environment: Record<string, string | undefined>
  /** The file to write, or a folder to write a file with a date in its name into. */
  to: string
  /** Whether the server's own key is in it too. */
  withKey: boolean
  /** Public keys of age that it is encrypted for; none: anybody who gets the file can read it. */
  recipients: readonly string[]
  clock: () => number
  logger: StoreLogger
}

/** `pausedMs`: how long the running server had to wait; null when it did not. */
export type BackupReport = BackupSummary & { pausedMs: number | null; hasKey: boolean; isEncrypted: boolean }

const SnapshotSchema = z.object({ snapshot: z.string(), pausedMs: z.number() })

/** Where the backup goes: the file as named, or a name with the time in UTC within the folder. */
function fileFor(to: string, nowMs: number, isEncrypted: boolean): string {
  const target = resolve(to)
  const isFolder = to.endsWith('/') || (existsSync(target) && statSync(target).isDirectory())
  const stamp = new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')
  const file = isFolder ? join(target, `shipminer-${stamp}.backup.gz${isEncrypted ? '.age' : ''}`) : target
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return file
}

/**
 * Makes one backup file: from PostgreSQL directly; from the embedded database through the running server, which copies its folder in a
 * moment; or, when no server is running, from the folder itself.
 * @throws BackupError with what to do, StoreInUseError when a server that accepts no commands holds the folder.
 */
export async function takeBackup(request: BackupRequest): Promise<BackupReport> {
  const { config, environment, clock, logger } = request
  const startedAt = new Date(clock())
  const isEncrypted = request.recipients.length > 0
  const dir = resolve(config.DATA_DIR, 'db')
  const file = fileFor(request.to, startedAt.getTime(), isEncrypted)
  if (existsSync(file)) throw new BackupError(`${file} is there already. Name another file.`)
  if (config.DATABASE_URL === null && !existsSync(dir))
    throw new BackupError(
      `There is no database in ${dir}. Is DATA_DIR, or DATABASE_URL, set as the server has it?`,
    )
  const keys = findKeyTexts(config)
  if (keys === null)
    throw new BackupError(
      'There is no secret.key in DATA_DIR. Is DATA_DIR, or SECRET_KEY, set as the server has it?',
    )
  keepPrivate(config.DATA_DIR)
  const origin: BackupOrigin = {
    createdAt: startedAt.toISOString(),
    version,
    secretKey: request.withKey ? keys.inForce : null,
    secretKeyPrint: printOfKey(Buffer.from(keys.inForce)),
    otherSecretKeys: request.withKey ? keys.others : [],
    otherSecretKeyPrints: keys.others.map((key) => printOfKey(Buffer.from(key))),
    settings: Object.keys(ConfigSchema.shape).filter((name) => environment[name]),
  }
  const from = async (store: Store, note: boolean): Promise<BackupSummary> => {
    try {
      const summary = await writeBackup(store, file, origin, request.recipients)
      if (note) await noteBackup(store.db, { startedAt, finishedAt: new Date(clock()) })
      return summary
    } finally {
      await store.close()
    }
  }
  const report = { hasKey: request.withKey, isEncrypted, pausedMs: null }

  if (config.DATABASE_URL === null) {
    const id = randomBytes(6).toString('hex')
    const answer = await callAdminSocket(config.DATA_DIR, 'backup:snapshot', { id })
    if (answer?.ok === false) throw new BackupError(answer.error)
    if (answer) {
      const { snapshot, pausedMs } = SnapshotSchema.parse(answer.result)
      try {
        const copy = { dir: snapshot, logger, statementLimitMs: 30 * 60_000, unsafeNoFsync: true }
        const summary = await from(await openEmbeddedStore(copy), false)
        await callAdminSocket(config.DATA_DIR, 'backup:done', { started: startedAt.toISOString() })
        return { ...summary, ...report, pausedMs }
      } finally {
        await rm(snapshot, { recursive: true, force: true })
      }
    }
  }
  const store = await openDatabase({ config, logger, poolSize: 2 })
  return { ...(await from(store, true)), ...report }
}
