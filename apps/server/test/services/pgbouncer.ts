import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import {
  awaitConnection,
  findUnprivilegedUser,
  supervisor,
} from '../../src/platform/db/throwaway-postgresql.ts'

/** The program of PgBouncer; null when this machine has none. */
export function findPgbouncer(environment: NodeJS.ProcessEnv): string | null {
  const folders = ['/usr/sbin', ...(environment.PATH ?? '').split(delimiter).filter(Boolean)]
  return folders.map((folder) => join(folder, 'pgbouncer')).find(existsSync) ?? null
}

/** Few enough that connections change hands all the time. */
const serverConnections = 3

const configOf = (folder: string, { host, port }: pg.Client) => `[databases]
* = host=${host} port=${port}
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 1000
max_db_connections = 0
`

/**
 * PgBouncer in transaction mode in front of a throwaway cluster, reachable over a socket of its own, with every database of the cluster
 * by its name. The role gets the settings that connections of a pooler cannot keep. @throws when there is no PgBouncer
 */
export async function startPgbouncer(
  clusterUrl: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ url: string; stop(): Promise<void> }> {
  const program = findPgbouncer(environment)
  if (!program) throw new Error('there is no pgbouncer on this machine (Debian: apt-get install pgbouncer)')
  const user = await findUnprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'sm-pgb-'))
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  await client.query("ALTER ROLE postgres SET statement_timeout = '30s'; ALTER ROLE postgres SET jit = off")
  await client.end()
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  writeFileSync(settings, configOf(folder, client))
  writeFileSync(users, '"postgres" ""\n"unlimited" ""\n')
  // The files too: a test before this one may have made this process write files that only their owner reads.
  if (user) for (const path of [folder, settings, users]) chownSync(path, user.uid, user.gid)
  const child = spawn('sh', ['-c', supervisor, 'sh', program, '-q', settings], {
    cwd: folder,
    ...user,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}&port=6432`
  const stop = async () => {
    child.stdin.end()
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await awaitConnection(url, 30_000)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}
