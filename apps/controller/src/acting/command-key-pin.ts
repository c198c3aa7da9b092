import { type KeyObject, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type KeySuccession, keySuccessionText } from '@shipminer/contract/uplink'
import * as z from 'zod/mini'
import { parseCommandKey } from '../commands/signed-order.ts'
import { writeFileAtomically } from '../platform/atomic-file.ts'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'

/** So long the key before is accepted beside the new one, ms: a server that was restored to the day before has no other. */
const BEFORE_MS = 24 * 60 * 60_000

/** The keys that sign orders to this controller. The first one received is kept; only it can name another one. */
export type CommandKeyPin = {
  /** Those that are accepted now, the newest first; none until one was received. */
  keys(): readonly KeyObject[]
  /** The one that is pinned, base64. */
  pinnedKey(): string | null
  /** A key as the server sent it over the authenticated line. */
  pinFirst(base64: string): void
  /** How another key came to sign orders, oldest step first. */
  succeed(successions: readonly KeySuccession[]): void
}

const BeforeSchema = z.object({ key: z.string(), until: z.number() })

/** Opens the pin kept in `path`. To accept another server's key, the file is removed by hand on board. */
export async function openCommandKeyPin(
  path: string,
  clock: Pick<Clock, 'now'>,
  log: Logger,
): Promise<CommandKeyPin> {
  const beforePath = `${path}.before`
  let pinned = await read(path)
  let key = pinned === null ? null : parseCommandKey(pinned)
  let before = parseBefore(await read(beforePath))
  let written: Promise<void> = Promise.resolve()

  function keep(file: string, text: string): void {
    written = written
      .then(() => writeFileAtomically(file, text, 0o600))
      .catch((error: unknown) => {
        log.error({ error: errorText(error) }, 'the key for orders could not be kept')
      })
  }

  return {
    keys() {
      const old = before !== null && clock.now() < before.until ? parseCommandKey(before.key) : null
      return [key, old].filter((one) => one !== null)
    },
    pinnedKey: () => pinned,
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
      keep(path, base64)
    },
    succeed(successions) {
      for (const { from, to, signature } of successions) {
        if (from !== pinned || key === null) continue
        const next = parseCommandKey(to)
        if (next === null || !isSigned(keySuccessionText(from, to), signature, key)) {
          log.error({}, 'another key for orders is not signed with the one that is pinned: it is not taken')
          return
        }
        log.info({}, 'orders are signed with another key from now on')
        before = { key: from, until: clock.now() + BEFORE_MS }
        pinned = to
        key = next
        keep(beforePath, JSON.stringify(before))
        keep(path, to)
      }
    },
  }
}

function isSigned(text: string, signature: string, key: KeyObject): boolean {
  try {
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

function parseBefore(text: string | null): z.infer<typeof BeforeSchema> | null {
  if (text === null) return null
  try {
    return BeforeSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
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
