import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import { errorText, type Logger } from '../../platform/logger.ts'

const StoredSchema = z.array(z.string()).max(10_000)

/** Which devices their owner wants stopped. A wish counts from the moment it arrives on board, and overrides the follower. */
export type OwnerWishes = {
  /** Whether it may be started by anything other than its owner. */
  isWanted(deviceKey: string): boolean
  /** Whether its owner stopped it. */
  isStopped(deviceKey: string): boolean
  /** In force at once. Resolves when it is on disk, or cannot be. */
  set(deviceKey: string, isWanted: boolean): Promise<void>
}

/**
 * Opens the wishes kept in `path`. When the file cannot be read, it is unknown which miners it named: then no miner is wanted until its owner
 * starts it, and those that run are left running.
 */
export async function openOwnerWishes(path: string, log: Logger): Promise<OwnerWishes> {
  const kept = await read(path, log)
  const stopped = new Set(kept)
  const started = new Set<string>()
  let writing: Promise<void> = Promise.resolve()
  return {
    isWanted: (deviceKey) => !stopped.has(deviceKey) && (kept !== null || started.has(deviceKey)),
    isStopped: (deviceKey) => stopped.has(deviceKey),
    set(deviceKey, isWanted) {
      if (isWanted) started.add(deviceKey)
      else started.delete(deviceKey)
      if (isWanted === !stopped.has(deviceKey)) return writing
      if (isWanted) stopped.delete(deviceKey)
      else stopped.add(deviceKey)
      const text = JSON.stringify([...stopped])
      writing = writing
        .then(() => writeFileAtomically(path, text, 0o600))
        .catch((error: unknown) => log.error({ error: errorText(error) }, 'a wish could not be kept'))
      return writing
    },
  }
}

async function read(path: string, log: Logger): Promise<string[] | null> {
  try {
    return StoredSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    log.error(
      { error: errorText(error) },
      'the wishes of the owner cannot be read: nothing is started until its owner starts it',
    )
    return null
  }
}
