import type { Stranger } from '@shipminer/contract/control/strangers'
import { pause } from '../platform/clock.ts'
import { isPortOpen } from './port-probe.ts'
import type { StrangerBook } from './stranger-book.ts'

const LOOK_EVERY_MS = 30_000
const LOOK_MS = 3_000
/** In a row; one that restarts is away for less. */
const LOOKS_UNTIL_GONE = 3
const AT_ONCE = 8

/**
 * Looks at what is there and not known between two searches of the whole network, so that its silence is reported within two minutes. What was
 * gone and answers again is back at once.
 */
export function watchStrangers(options: {
  book: Pick<StrangerBook, 'list' | 'note' | 'remove'>
  /** It was recognised meanwhile, and is no stranger any more. */
  isKnown: (stranger: Stranger) => boolean
  /** What is there has changed. */
  onChange: () => void
  signal: AbortSignal
  isOpen?: (host: string, port: number) => Promise<boolean>
}): { look(): Promise<void> } {
  const { book, isKnown, onChange, signal } = options
  const isOpen = options.isOpen ?? ((host, port) => isPortOpen(host, port, LOOK_MS, signal))
  let misses = new Map<string, number>()
  const gone = new Map<string, Stranger>()

  async function isThere({ address, ports }: Stranger): Promise<boolean> {
    const open = await Promise.all(ports.map(({ port }) => isOpen(address, port)))
    return open.includes(true)
  }

  async function look(): Promise<void> {
    const listed = book.list()
    const keys = new Set(listed.map(({ key }) => key))
    for (const key of keys) gone.delete(key)
    const waiting = [...listed, ...gone.values()].filter(({ ports }) => ports.length > 0)
    const seen = new Map<string, boolean>()
    const lookOn = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        seen.set(next.key, await isThere(next))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lookOn))
    if (signal.aborted) return
    let isChange = false
    const still = new Map<string, number>()
    // As the book is now: a search may have ended meanwhile, and what it knows by now is no stranger.
    for (const stranger of book.list()) {
      const { key } = stranger
      if (seen.get(key) !== false) continue
      const count = (misses.get(key) ?? 0) + 1
      if (count < LOOKS_UNTIL_GONE) still.set(key, count)
      else {
        book.remove(key)
        gone.set(key, stranger)
        isChange = true
      }
    }
    misses = still
    for (const [key, stranger] of gone) {
      if (seen.get(key) !== true) continue
      gone.delete(key)
      if (isKnown(stranger)) continue
      book.note(stranger)
      isChange = true
    }
    if (isChange) onChange()
  }

  async function loop(): Promise<void> {
    for (;;) {
      await pause(LOOK_EVERY_MS, signal)
      if (signal.aborted) return
      await look()
    }
  }
  void loop()
  return { look }
}
