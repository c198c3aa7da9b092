import { statfsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { type Config, exampleSettings } from '../../config.ts'
import { lastBackupAt } from '../../platform/backup/last-backup.ts'
import { migrationState, unknownMigrations } from '../../platform/db/migrate.ts'
import type { Queryable, Store } from '../../platform/db/store.ts'
import { failureInWords, plainReason } from '../../platform/failure-in-words.ts'
import type { ProbeProxy } from '../../platform/http/proxy-probe.ts'
import type { JobRunner } from '../../platform/jobs/job-runner.ts'
import { oldestQueuedSeconds } from '../../platform/mail/late-mail.ts'
import { findForeignPaths, findWidePaths } from '../../platform/private-files.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { readSecretKeyState } from '../../platform/secret-key/secret-key-state.ts'
import type { DoctorFacts, Unlearned } from './doctor-facts.ts'

/** What only the running server knows. */
export type Checkup = {
  mail: {
    configured: boolean
    outbox: () => Promise<{ failed: number; oldestQueuedAt: Date | null }>
    check: () => Promise<string | null>
  }
  chains: () => Promise<NonNullable<DoctorFacts['chains']>>
  probe: ProbeProxy
  jobs: JobRunner['report']
}

export type GatherDeps = {
  config: Config
  /** Throws in words when there is none. */
  openStore: () => Promise<Store>
  /** Null: there is none yet. */
  secretKey: SecretKey | null
  clock: () => number
  fetch: typeof globalThis.fetch
  /** Null: no server runs. */
  checkup: Checkup | null
}

const askClockWithinMs = 10_000

/** Looks at everything and changes nothing. Never throws: what cannot be learned is a fact, too. */
export async function gatherFacts(deps: GatherDeps): Promise<DoctorFacts> {
  const { config, clock, checkup } = deps
  // Before the database is opened, which narrows what it makes.
  const wideFiles = findWidePaths(config.DATA_DIR)
  const foreignFiles = findForeignPaths(config.DATA_DIR)
  const store = await learn(deps.openStore)
  const database = 'error' in store ? store : await learn(() => readDatabase(store))
  const isUsable = !('error' in store) && !('error' in database)
  const fromDatabase = async <T>(read: (db: Queryable) => Promise<T>): Promise<T | null> =>
    isUsable ? read(store.db).catch(() => null) : null
  const { secretKey } = deps
  const [backup, databaseClock, networkClock, mail, chains, publicAddress, jobs, secret] = await Promise.all([
    fromDatabase(lastBackupAt),
    config.DATABASE_URL === null ? null : fromDatabase((db) => compareDatabaseClock(db, clock)),
    compareNetworkClock(deps),
    checkup && isUsable ? readMail(checkup.mail, clock).catch(() => null) : null,
    checkup && isUsable ? checkup.chains().catch(() => null) : null,
    checkup?.probe() ?? null,
    checkup && isUsable ? checkup.jobs().catch(() => null) : null,
    secretKey && fromDatabase((db) => readSecretKeyState(db, secretKey)),
  ])
  return {
    nowMs: clock(),
    production: config.NODE_ENV === 'production',
    settings: {
      publicUrl: config.PUBLIC_URL,
      examples: exampleSettings(config),
      metricsToken: config.METRICS_TOKEN !== null,
      sharedKey: config.SECRET_KEY !== undefined,
      providerEmail: config.PROVIDER_EMAIL !== undefined,
    },
    serverRuns: checkup !== null,
    database,
    wideFiles,
    foreignFiles,
    mail,
    chains,
    clocks: [databaseClock, networkClock].filter((one) => one !== null),
    lastBackupMs: backup?.getTime() ?? null,
    disk: readDisk(config.DATA_DIR),
    publicAddress,
    jobs,
    secret,
  }
}

async function learn<T>(read: () => Promise<T>): Promise<T | Unlearned> {
  try {
    return await read()
  } catch (error) {
    return { error: plainReason(error) }
  }
}

async function readDatabase(store: Store) {
  const { rows } = await sql<{ version: number }>`
    SELECT current_setting('server_version_num')::int AS version`.execute(store.db)
  const [{ applied, pending }, unknown] = await Promise.all([
    migrationState(store),
    unknownMigrations(store.db),
  ])
  return { engine: store.engine, version: rows[0]?.version ?? 0, applied, pending, unknown }
}

async function readMail({ configured, outbox, check }: Checkup['mail'], clock: () => number) {
  const [state, refusal] = await Promise.all([outbox(), check()])
  return {
    configured,
    refusal,
    oldestQueuedSeconds: oldestQueuedSeconds(state, clock()),
    failed: state.failed,
  }
}

function readDisk(folder: string): DoctorFacts['disk'] {
  const path = resolve(folder)
  try {
    const { bsize, bavail, blocks } = statfsSync(path)
    return { path, freeBytes: bsize * bavail, totalBytes: bsize * blocks }
  } catch (error) {
    return { error: failureInWords(error) }
  }
}

async function compareDatabaseClock(db: Queryable, clock: () => number) {
  const askedMs = clock()
  const { rows } = await sql<{ nowMs: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`.execute(db)
  const answeredMs = clock()
  const theirsMs = rows[0]?.nowMs ?? Number.NaN
  return { of: 'the database', aheadMs: (askedMs + answeredMs) / 2 - theirsMs }
}

/** By the Date of an answer, which is of whole seconds. Asks only what the server asks anyway; null: there is nobody. */
async function compareNetworkClock({ config, clock, fetch }: GatherDeps) {
  const [url] = [...config.NETWORK_SOURCES, ...config.PRICE_SOURCES]
  if (!url) return null
  const askedMs = clock()
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(askClockWithinMs) }).catch(
    () => null,
  )
  const answeredMs = clock()
  const theirsMs = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(theirsMs)) return null
  return { of: new URL(url).host, aheadMs: (askedMs + answeredMs) / 2 - (theirsMs + 500) }
}
