import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseCommandKey } from '../commands/order.ts'
import { writeFileAtomically } from '../platform/atomic-file.ts'
import { errorText, type Logger } from '../platform/logger.ts'

/** The key that signs orders to this controller. The first one received is kept for good; any other is rejected. */
export type CommandKeyPin = {
  key(): KeyObject | null
  /** A key as the server sent it over the authenticated line. */
  pinFirst(base64: string): void
}

/** Opens the pin kept in `path`. To accept another server's key, the file is removed by hand on board. */
export async function openCommandKeyPin(path: string, log: Logger): Promise<CommandKeyPin> {
  let pinned = await read(path)
  let key = pinned === null ? null : parseCommandKey(pinned)
  return {
    key: () => key,
    pinFirst(base64) {
      if (pinned === base64) return
      if (pinned !== null) {
        log.error({}, 'the server names another key for orders than before: it is not taken')
        return
      }
      const parsed = parseCommandKey(base64)
      if (parsed === null) return
      pinned = base64
      key = parsed
      writeFileAtomically(path, base64, 0o600).catch((error: unknown) => {
        log.error({ error: errorText(error) }, 'the key for orders could not be kept')
      })
    },
  }
}

async function read(path: string): Promise<string | null> {
  try {
    const text = (await readFile(path, 'utf8')).trim()
    return text === '' ? null : text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
