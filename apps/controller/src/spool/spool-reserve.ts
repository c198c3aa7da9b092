import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { errorText, type Logger } from '../platform/logger.ts'
import type { SpoolFiles } from './spool-files.ts'

const RESERVE_FILE = 'reserve.bin'
const RESERVE_BYTES = 2 ** 20
const RETRY_MS = 60_000

/** A filler file: deleting it gives the spool room to continue when something else has filled the disk. */
export type Reserve = {
  isThere(): boolean
  giveUp(): Promise<void>
  /** Recreates it when it is missing and the disk has had a minute to get better. */
  keepUp(): Promise<void>
}

export async function openReserve(options: {
  directory: string
  files: SpoolFiles
  now: () => number
  log: Logger
}): Promise<Reserve> {
  const { files, now, log } = options
  const path = join(options.directory, RESERVE_FILE)
  let isThere = (await files.sizeOf(path).catch(() => 0)) >= RESERVE_BYTES
  let triedAt = Number.NEGATIVE_INFINITY

  return {
    isThere: () => isThere,
    async giveUp() {
      isThere = false
      triedAt = now()
      await files.remove(path)
    },
    async keepUp() {
      if (isThere || Math.abs(now() - triedAt) < RETRY_MS) return
      triedAt = now()
      try {
        await files.replace(path, randomBytes(RESERVE_BYTES))
        isThere = true
      } catch (error) {
        log.debug({ error: errorText(error) }, 'no room for the reserve')
        await files.remove(`${path}.tmp`).catch(() => {})
      }
    },
  }
}
