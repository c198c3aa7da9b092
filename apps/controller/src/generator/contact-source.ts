import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { LoadSource, LoadSourceStatus } from './load-source.ts'

/** A contact "ship needs power" as a file: a GPIO line in sysfs (`…/value`), or any file that another program writes. */
export const ContactSchema = z.object({
  path: z.string().min(1).max(1_000),
  /** What the file holds while the ship needs all power. With `0`, a broken wire on an input with pull-down means the same. */
  needsPowerWhen: z.enum(['0', '1']).default('0'),
  intervalMs: z.number().int().min(50).max(5_000).default(200),
})
export type Contact = z.infer<typeof ContactSchema>

/** What the contact says; null: it cannot be read. */
export type ContactState = { shipNeedsPower: boolean | null; arrivedAt: number }

/** The values in such a file: the first character counts. Anything else is unknown. */
export function readContact(text: string, needsPowerWhen: '0' | '1'): boolean | null {
  const first = text.trim()
  return first === '0' || first === '1' ? first === needsPowerWhen : null
}

/** Reads the contact again and again. */
export function createContactSource(options: {
  contact: Contact
  onState: (state: ContactState) => void
  clock: Clock
}): LoadSource {
  const { contact, clock } = options
  let state: LoadSourceStatus['state'] = 'stopped'
  let detail: string | null = null
  let lastReadingAt: number | null = null
  let timer: NodeJS.Timeout | null = null

  async function turn(): Promise<void> {
    const text = await readFile(contact.path, 'utf8').catch(() => null)
    if (state === 'stopped') return
    const shipNeedsPower = text === null ? null : readContact(text, contact.needsPowerWhen)
    const arrivedAt = clock.monotonic()
    state = shipNeedsPower === null ? 'waiting' : 'connected'
    detail = text === null ? 'cannot be read' : shipNeedsPower === null ? 'holds neither 0 nor 1' : null
    if (shipNeedsPower !== null) lastReadingAt = arrivedAt
    options.onState({ shipNeedsPower, arrivedAt })
    timer = setTimeout(() => void turn(), contact.intervalMs)
  }

  return {
    start() {
      if (state !== 'stopped') return
      state = 'connecting'
      void turn()
    },
    status: () => ({ kind: 'contact', state, detail, lastReadingAt }),
    async stop() {
      state = 'stopped'
      if (timer !== null) clearTimeout(timer)
    },
  }
}
