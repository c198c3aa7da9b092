import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeFileAtomically } from '../platform/atomic-file.ts'
import { errorText, type Logger } from '../platform/logger.ts'

const StoredSchema = z.array(z.string()).max(10_000)

/** Which devices their owner wants stopped: the follower of the generator counts them and never starts them. */
export type OwnerWishes = {
  isWanted(deviceKey: string): boolean
  /** The owner's command was confirmed. */
  set(deviceKey: string, isWanted: boolean): void
}

/** Opens the wishes kept in `path`. A file that cannot be read means that everything is wanted. */
export async function openOwnerWishes(path: string, log: Logger): Promise<OwnerWishes> {
  const stopped = new Set(await read(path, log))
  let writing: Promise<void> = Promise.resolve()
  return {
    isWanted: (deviceKey) => !stopped.has(deviceKey),
    set(deviceKey, isWanted) {
      if (isWanted === !stopped.has(deviceKey)) return
      if (isWanted) stopped.delete(deviceKey)
      else stopped.add(deviceKey)
      const text = JSON.stringify([...stopped])
      writing = writing
        .then(() => writeFileAtomically(path, text, 0o600))
        .catch((error: unknown) => log.error({ error: errorText(error) }, 'a wish could not be kept'))
    },
  }
}

async function read(path: string, log: Logger): Promise<string[]> {
  try {
    return StoredSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.error({ error: errorText(error) }, 'the wishes of the owner cannot be read')
    return []
  }
}
