import { execFile, spawn } from 'node:child_process'
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** A PostgreSQL cluster in a temporary folder, reachable over its own unix socket only. For tests and benchmarks. */
export type ThrowawayPostgresql = {
  urlOf(database: string): string
  /** Where its data and its socket are. */
  dataDir: string
  socketDir: string
  stop(): Promise<void>
}

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Folder that holds `initdb` and `postgres`; the lowest version from 15 on, because the SQL must be limited to it. */
export function findPostgresqlBinaries(searchPath: string): string | null {
  const root = '/usr/lib/postgresql'
  let versions: number[] = []
  try {
    versions = readdirSync(root).map(Number)
  } catch {}
  const installed = versions
    .filter((version) => version >= 15)
    .sort((a, b) => a - b)
    .map((version) => join(root, String(version), 'bin'))
  const candidates = [...installed, ...searchPath.split(delimiter).filter(Boolean)]
  return (
    candidates.find((dir) => isExecutable(join(dir, 'initdb')) && isExecutable(join(dir, 'postgres'))) ?? null
  )
}

const memoryFolder = '/dev/shm'
const roomInMemoryBytes = 4 * 1024 ** 3

/** Folder for files that only have to last for one test run: in memory if there is enough of it. */
export function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    accessSync(memoryFolder, constants.W_OK)
    return bavail * bsize >= roomInMemoryBytes ? memoryFolder : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** PostgreSQL refuses to run as root: so an unprivileged user of this machine runs it. */
export async function findUnprivilegedUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {}
  }
  throw new Error('running as root, and there is neither a user postgres nor a user nobody')
}

export async function awaitConnection(url: string, deadlineMs: number): Promise<void> {
  const giveUpAt = Date.now() + deadlineMs
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => undefined)
      if (Date.now() > giveUpAt) throw new Error('PostgreSQL did not start', { cause: error })
      await sleep(50)
    }
  }
}

/** Stops the server when the pipe to this process closes, so that a killed test run leaves no server behind. */
export const supervisor = '"$@" & child=$!; cat >/dev/null; kill -INT "$child"; wait "$child"'

/**
 * @param durable true: fsync on, as in production (for benchmarks); false: fastest.
 * @param settings of the server, `name=value`, beside those or in their place.
 * @throws when the cluster cannot be made or started.
 */
export async function startThrowawayPostgresql(
  binaries: string,
  { durable = false, settings = [] }: { durable?: boolean; settings?: readonly string[] } = {},
): Promise<ThrowawayPostgresql> {
  const user = await findUnprivilegedUser()
  const root = mkdtempSync(join(durable ? tmpdir() : scratchFolder(), 'sm-pg-'))
  if (user) chownSync(root, user.uid, user.gid)
  const options = { cwd: root, ...user }
  const dataDir = join(root, 'data')
  const urlOf = (database: string) =>
    `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(root)}`
  const removeAll = () => rmSync(root, { recursive: true, force: true })
  try {
    const cluster = ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    await run(join(binaries, 'initdb'), cluster, options)
  } catch (error) {
    removeAll()
    throw new Error('initdb failed', { cause: error })
  }
  const unsafe = [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'wal_level=minimal',
    'max_wal_senders=0',
  ]
  const more = [...(durable ? [] : unsafe), ...settings].flatMap((setting) => ['-c', setting])
  const server = [
    join(binaries, 'postgres'),
    '-D',
    dataDir,
    '-k',
    root,
    '-c',
    'listen_addresses=',
    '-c',
    'shared_buffers=128MB',
  ]
  const child = spawn('sh', ['-c', supervisor, 'sh', ...server, ...more], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.stdin.end()
    await exited
    removeAll()
  }
  try {
    await awaitConnection(urlOf('postgres'), 30_000)
  } catch (error) {
    await stop()
    throw error
  }
  return { urlOf, dataDir, socketDir: root, stop }
}
