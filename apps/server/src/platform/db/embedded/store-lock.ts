import { linkSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** The holder of the embedded database. A holder on another host is recognised as alive by the heartbeat on the file alone. */
export type LockHolder = { pid: number; startedAt: string | null; host: string }

export class StoreInUseError extends Error {
  override readonly name = 'StoreInUseError'
  readonly holder: LockHolder
  constructor(dir: string, holder: LockHolder) {
    super(
      `The database in ${dir} is in use by process ${holder.pid} on ${holder.host}. ` +
        'Two processes on one embedded database would destroy it. Stop the other one, or set DATABASE_URL to share a PostgreSQL.',
    )
    this.holder = holder
  }
}

/** Ticks since boot at which a process started: distinguishes a reused pid from the old holder. null when /proc is not available. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function isRunning(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const start = processStart(holder.pid)
  return start === null || holder.startedAt === null || start === holder.startedAt
}

function readHolder(file: string): { text: string; holder: LockHolder } | null {
  try {
    const text = readFileSync(file, 'utf8')
    return { text, holder: JSON.parse(text) as LockHolder }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`The lock file ${file} cannot be read. Delete it when no server uses this folder.`, {
      cause: error,
    })
  }
}

const mtimeOf = (file: string) => {
  try {
    return statSync(file).mtimeMs
  } catch {
    return null
  }
}

/** True when the file's heartbeat stood still for the whole watch: its holder, on another host, is gone. */
async function isSilent(file: string, watchMs: number): Promise<boolean> {
  const first = mtimeOf(file)
  const steps = 10
  for (let step = 0; step < steps; step += 1) {
    await sleep(watchMs / steps)
    if (mtimeOf(file) !== first) return false
  }
  return true
}

const unlinkQuietly = (file: string) => {
  try {
    unlinkSync(file)
  } catch {}
}

/** Moves a stale lock away; puts it back when another process turns out to have just taken it over. */
function removeStale(file: string, staleText: string): void {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
    if (readFileSync(aside, 'utf8') !== staleText) linkSync(aside, file)
  } catch {}
  unlinkQuietly(aside)
}

/**
 * Takes `<dir>.lock` for this process and keeps a heartbeat on it. A lock left by a dead process of this host is taken over at once, one of
 * another host (a container restarted under a new name) after `foreignWatchMs` without heartbeat.
 * @returns a function that releases the lock.
 * @throws StoreInUseError when a living process holds it.
 */
export async function lockStore(
  dir: string,
  { heartbeatMs = 5_000, foreignWatchMs = 16_000, host = hostname() } = {},
): Promise<() => void> {
  const file = `${dir}.lock`
  const me: LockHolder = { pid: process.pid, startedAt: processStart(process.pid), host }
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const mine = `${file}.${process.pid}`
    writeFileSync(mine, JSON.stringify(me))
    try {
      linkSync(mine, file)
      const heartbeat = setInterval(() => {
        try {
          utimesSync(file, new Date(), new Date())
        } catch {}
      }, heartbeatMs)
      heartbeat.unref()
      return () => {
        clearInterval(heartbeat)
        unlinkQuietly(file)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkQuietly(mine)
    }
    const found = readHolder(file)
    if (!found) continue
    const alive =
      found.holder.host === host ? isRunning(found.holder) : !(await isSilent(file, foreignWatchMs))
    if (alive) throw new StoreInUseError(dir, found.holder)
    removeStale(file, found.text)
  }
  throw new Error(`The lock file ${file} could not be taken.`)
}
