import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastBackupAt } from '../../platform/backup/last-backup.ts'
import { migrateToLatest } from '../../platform/db/migrate.ts'
import { openPostgresqlStore } from '../../platform/db/postgresql-store.ts'
import type { Store } from '../../platform/db/store.ts'
import {
  findPostgresqlBinaries,
  findUnprivilegedUser,
  startThrowawayPostgresql,
  type ThrowawayPostgresql,
} from '../../platform/db/throwaway-postgresql.ts'

const repo = join(import.meta.dirname, '../../../../..')
const binaries = findPostgresqlBinaries(process.env.PATH ?? '')
const isThere = binaries !== null && ['/usr/bin/pgbackrest', '/usr/local/bin/pgbackrest'].some(existsSync)
if (!isThere)
  console.warn(
    'NOT CHECKED: backups by pgBackRest: this machine lacks it, or PostgreSQL (Debian: apt-get install pgbackrest postgresql)',
  )
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The command as it is run on the host of PostgreSQL, by its user, against a real cluster that archives into a real repository. */
describe.runIf(isThere)('npm run pgbackrest', () => {
  const root = mkdtempSync(join(tmpdir(), 'sm-pgbackrest-'))
  let user: { uid: number; gid: number } | null
  let cluster: ThrowawayPostgresql
  let store: Store
  const own = (path: string) => {
    if (user) chownSync(path, user.uid, user.gid)
  }
  const environment = () => ({
    PATH: process.env.PATH,
    DATABASE_URL: cluster.urlOf('postgres'),
    PGBACKREST_CONFIG: join(root, 'pgbackrest.conf'),
  })
  const command = async (...args: string[]) => {
    const script = [join(repo, 'scripts/pgbackrest.ts'), ...args, '--stanza', 'shipminer']
    return promisify(execFile)(process.execPath, script, { cwd: repo, env: environment(), ...user }).then(
      ({ stdout }) => ({ failed: false, said: stdout }),
      (error: { stdout: string; stderr: string }) => ({ failed: true, said: error.stdout + error.stderr }),
    )
  }
  const addPerson = (name: string) =>
    sql`INSERT INTO users (name, email) VALUES (${name}, ${`${name}@example.org`})`.execute(store.db)

  beforeAll(async () => {
    user = await findUnprivilegedUser()
    own(root)
    const config = join(root, 'pgbackrest.conf')
    cluster = await startThrowawayPostgresql(binaries ?? '', {
      durable: true,
      settings: [
        'archive_mode=on',
        `archive_command=pgbackrest --config=${config} --stanza=shipminer archive-push %p`,
      ],
    })
    for (const name of ['repository', 'log', 'lock']) {
      mkdirSync(join(root, name))
      own(join(root, name))
    }
    writeFileSync(
      config,
      `[global]
repo1-path=${root}/repository
repo1-retention-full=2
log-path=${root}/log
lock-path=${root}/lock
start-fast=y
[shipminer]
pg1-path=${cluster.dataDir}
pg1-socket-path=${cluster.socketDir}
pg1-user=postgres
`,
    )
    store = await openPostgresqlStore({
      databaseUrl: cluster.urlOf('postgres'),
      logger,
      statementLimitMs: 60_000,
      poolSize: 2,
    })
    await migrateToLatest(store)
    execFileSync('pgbackrest', [`--config=${config}`, '--stanza=shipminer', 'stanza-create'], { ...user })
  })
  afterAll(async () => {
    await store?.close()
    await cluster?.stop()
    rmSync(root, { recursive: true, force: true })
  })

  test('backs up whole and then what changed, and the desk knows when', async () => {
    expect(await lastBackupAt(store.db)).toBeNull()
    expect(await command('backup', '--type', 'full')).toMatchObject({
      said: expect.stringMatching(/F: full, /),
    })
    const first = await lastBackupAt(store.db)
    expect(Date.now() - (first?.getTime() ?? 0)).toBeLessThan(600_000)
    await addPerson('before')
    const { said } = await command('backup', '--type', 'incr')
    const [, bytes, added] = /: incr, (\d+) bytes, of which (\d+) are new/.exec(said) ?? []
    expect(Number(added)).toBeLessThan(Number(bytes) / 4)
    expect((await lastBackupAt(store.db))?.getTime()).toBeGreaterThan(first?.getTime() ?? 0)
  })

  test('rehearses a restore beside the one in use, to the newest change and to a moment', async () => {
    const { rows } = await sql<{ at: string }>`SELECT clock_timestamp()::text AS at`.execute(store.db)
    await addPerson('after')
    await sql`SELECT pg_switch_wal()`.execute(store.db)
    const to = join(root, 'rehearsal')
    const newest = await command('rehearse', '--to', to)
    expect(newest).toMatchObject({ failed: false, said: expect.stringContaining('2 people') })
    expect(newest.said).toMatch(/restored from .+I \(incr, .+\nlast change in it: 20.+SOUND/s)
    expect(existsSync(to)).toBe(false)
    const then = await command('rehearse', '--to', to, '--target', rows[0]?.at ?? '')
    expect(then).toMatchObject({ failed: false, said: expect.stringContaining('1 people') })
    // The one in use went on.
    await addPerson('still')
  })

  test('says in words what stands in the way', async () => {
    const full = mkdtempSync(join(root, 'full-'))
    writeFileSync(join(full, 'note'), '')
    own(full)
    expect(await command('rehearse', '--to', full)).toEqual({
      failed: true,
      said: `${full} is not empty. Name an empty folder, or one that is not there.\n`,
    })
    expect(readdirSync(full)).toEqual(['note'])
    expect((await command('backup', '--type', 'half')).said).toMatch(/^Usage: /)
    const backups = join(root, 'repository/backup/shipminer')
    const whole = readdirSync(backups).find((name) => /^\d.*F$/.test(name)) ?? ''
    rmSync(join(backups, whole, 'pg_data/base'), { recursive: true })
    const broken = await command('rehearse', '--to', join(root, 'rehearsal'))
    expect(broken).toMatchObject({ failed: true, said: expect.stringContaining('ERROR') })
    expect(existsSync(join(root, 'rehearsal'))).toBe(false)
  })
})
