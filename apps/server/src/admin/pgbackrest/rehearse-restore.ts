import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { migrationState, unknownMigrations } from '../../platform/db/migrate.ts'
import { openPostgresqlStore } from '../../platform/db/postgresql-store.ts'
import type { Queryable, StoreLogger } from '../../platform/db/store.ts'
import { callPgbackrest, listBackups, PgbackrestError } from './run-pgbackrest.ts'

const run = promisify(execFile)

export type RehearsalRequest = {
  stanza: string
  /** A folder that is empty or not there: all of the database is put into it, and removed at the end. */
  to: string
  /** A moment to go back to, as PostgreSQL writes it; null: the newest that the archive has. */
  target: string | null
  /** Name of the database of the server. */
  database: string
  logger: StoreLogger
}

/** What a restored database holds. */
export type RehearsalReport = {
  backup: { label: string; type: string; ageSeconds: number }
  /** Time of the last change in it; null: none since the backup itself. */
  lastChangeAt: Date | null
  restoreSeconds: number
  recoverySeconds: number
  bytes: number
  tables: number
  people: number
  orders: number
  newestOrderAt: Date | null
  newestSampleAt: Date | null
  /** Migrations that this release does not know, and how many of its own are not applied. */
  unknown: readonly string[]
  pending: number
  /** What `pg_checksums` said; null: the cluster has no checksums. */
  checksums: { sound: boolean; says: string } | null
}

/**
 * Restores the database from the repository into a folder of its own, lets PostgreSQL recover it beside the one that is in use, which it does not
 * touch, reads what is there, and removes it.
 * @throws PgbackrestError when it cannot be restored, or does not start.
 */
export async function rehearseRestore(request: RehearsalRequest): Promise<RehearsalReport> {
  if (process.getuid?.() === 0)
    throw new PgbackrestError(
      'PostgreSQL does not run as root: run this as the user that PostgreSQL runs as (runuser -u postgres -- …).',
    )
  const folder = resolve(request.to)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new PgbackrestError(`${folder} is not empty. Name an empty folder, or one that is not there.`)
  const backup = (await listBackups(request.stanza)).at(-1)
  if (!backup) throw new PgbackrestError(`The repository has no backup of ${request.stanza}.`)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const startedAt = performance.now()
    const target = request.target
      ? ['--type=time', `--target=${request.target}`, '--target-action=promote']
      : []
    // Without archiving, or the copy would write into the repository of the one in use.
    await callPgbackrest([
      `--stanza=${request.stanza}`,
      `--pg1-path=${dataDir}`,
      '--archive-mode=off',
      '--log-level-file=off',
      ...target,
      'restore',
    ])
    const restoredAt = performance.now()
    const binaries = binariesFor(dataDir)
    const found = await withServer(folder, dataDir, binaries, async (databaseUrl) => ({
      recoverySeconds: (performance.now() - restoredAt) / 1000,
      ...(await look(databaseUrl(request.database), request.logger)),
    }))
    return {
      backup: {
        label: backup.label,
        type: backup.type,
        ageSeconds: Math.round((Date.now() - backup.startedAt.getTime()) / 1000),
      },
      restoreSeconds: (restoredAt - startedAt) / 1000,
      ...found,
      checksums: await examineChecksums(binaries, dataDir),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** PostgreSQL of the version that wrote the data. */
function binariesFor(dataDir: string): string {
  const version = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim()
  const folder = `/usr/lib/postgresql/${version}/bin`
  if (!existsSync(join(folder, 'postgres')))
    throw new PgbackrestError(`The backup is of PostgreSQL ${version}, which is not in ${folder}.`)
  return folder
}

/** Recovers and serves the data on a socket in `folder` only, with settings of its own: Debian keeps those of a cluster elsewhere. */
async function withServer<T>(
  folder: string,
  dataDir: string,
  binaries: string,
  work: (databaseUrl: (database: string) => string) => Promise<T>,
): Promise<T> {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  // Nobody may ask before it is recovered, so what the one in use allows does not matter.
  const settings = [
    `config_file=${file('postgresql.conf', 'hot_standby = off\n')}`,
    `data_directory=${dataDir}`,
    `hba_file=${file('pg_hba.conf', 'local all all trust\n')}`,
    `ident_file=${file('pg_ident.conf', '')}`,
    `unix_socket_directories=${folder}`,
    'listen_addresses=',
    'archive_mode=off',
    'logging_collector=off',
    'ssl=off',
  ]
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', dataDir, ...settings.flatMap((one) => ['-c', one])],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const said: string[] = []
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.push(text)
    said.splice(0, said.length - 100)
  })
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const databaseUrl = (database: string) =>
    `postgresql://localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`
  try {
    // As long as it takes: there may be days of changes to follow.
    while (!(await isReady(binaries, folder))) {
      if (server.exitCode !== null)
        throw new PgbackrestError(`What was restored does not start:\n${said.join('').trim()}`)
      await sleep(200)
    }
    return await work(databaseUrl)
  } finally {
    server.kill('SIGINT')
    await ended
  }
}

async function isReady(binaries: string, folder: string): Promise<boolean> {
  return run(join(binaries, 'pg_isready'), ['-q', '-h', folder]).then(
    () => true,
    () => false,
  )
}

async function look(databaseUrl: string, logger: StoreLogger) {
  const store = await openPostgresqlStore({
    // Who may read everything; its socket is in a folder that nobody else opens.
    databaseUrl: `${databaseUrl}&user=postgres`,
    logger,
    statementLimitMs: 30 * 60_000,
    poolSize: 1,
  })
  try {
    const unknown = await unknownMigrations(store.db)
    const { pending } = await migrationState(store)
    return { ...(await readFigures(store.db)), unknown, pending: pending.length }
  } finally {
    await store.close()
  }
}

type Figures = Pick<RehearsalReport, 'people' | 'orders' | 'newestOrderAt' | 'newestSampleAt'>

async function readFigures(db: Queryable) {
  const { rows: sizes } = await sql<
    Pick<RehearsalReport, 'lastChangeAt' | 'bytes' | 'tables'> & { isOurs: boolean }
  >`
    SELECT pg_last_xact_replay_timestamp() AS last_change_at, pg_database_size(current_database())::int8 AS bytes,
      (SELECT count(*)::int4 FROM pg_tables WHERE schemaname = 'public') AS tables,
      (SELECT count(*) = 3 FROM pg_tables WHERE schemaname = 'public' AND tablename IN ('users', 'orders', 'miner_state')) AS is_ours`.execute(
    db,
  )
  const [size] = sizes
  if (!size) throw new PgbackrestError('What was restored answers nothing.')
  const { isOurs, ...found } = size
  const nothing: Figures = { people: 0, orders: 0, newestOrderAt: null, newestSampleAt: null }
  if (!isOurs) return { ...found, ...nothing, tables: 0 }
  const { rows } = await sql<Figures>`
    SELECT (SELECT count(*)::int4 FROM users) AS people, (SELECT count(*)::int4 FROM orders) AS orders,
      (SELECT max(placed_at) FROM orders) AS newest_order_at, (SELECT max(sampled_at) FROM miner_state) AS newest_sample_at`.execute(
    db,
  )
  return { ...found, ...(rows[0] ?? nothing) }
}

/** Reads every page; of a cluster that is stopped. */
async function examineChecksums(binaries: string, dataDir: string): Promise<RehearsalReport['checksums']> {
  const settled = await run(join(binaries, 'pg_checksums'), ['--check', '-D', dataDir]).then(
    ({ stdout }) => ({ sound: true, says: stdout }),
    (error: { stdout?: string; stderr?: string }) => ({
      sound: false,
      says: `${error.stdout ?? ''}${error.stderr ?? ''}`,
    }),
  )
  return /not enabled/.test(settled.says) ? null : { ...settled, says: settled.says.trim() }
}

const noTables =
  'WRONG: it has none of the tables of this program. Does DATABASE_URL name the database of the server?'

/** What was found, for people; `sound` is whether the server could go on with it. */
export function rehearsalText(report: RehearsalReport): { sound: boolean; lines: string[] } {
  const at = (time: Date | null) => time?.toISOString() ?? 'none'
  const seconds = (value: number) => `${value.toFixed(1)} s`
  const { backup, checksums, unknown } = report
  const wrong = [
    ...(report.tables === 0 ? [noTables] : []),
    ...(unknown.length > 0 ? [`WRONG: it is of a newer release (${unknown.join(', ')}).`] : []),
    ...(checksums && !checksums.sound ? [`WRONG: pages are damaged.\n${checksums.says}`] : []),
  ]
  return {
    sound: wrong.length === 0,
    lines: [
      `restored from ${backup.label} (${backup.type}, begun ${Math.round(backup.ageSeconds / 60)} min ago): ${seconds(report.restoreSeconds)}, and ${seconds(report.recoverySeconds)} to follow what changed since`,
      `last change in it: ${at(report.lastChangeAt)}`,
      `${report.tables} tables, ${report.bytes} bytes, ${report.people} people, ${report.orders} orders`,
      `newest order: ${at(report.newestOrderAt)}; newest sample: ${at(report.newestSampleAt)}`,
      checksums
        ? 'checksums of all pages were read'
        : 'LOOK: the cluster has no checksums, damage goes unseen',
      ...(report.tables > 0 && report.pending > 0
        ? [
            `LOOK: its tables are of an older release; the server brings them up to date when it starts (${report.pending} changes)`,
          ]
        : []),
      ...wrong,
      wrong.length === 0
        ? 'SOUND: the server could go on with it. It was removed again.'
        : 'NOT SOUND. It was removed again.',
    ],
  }
}
