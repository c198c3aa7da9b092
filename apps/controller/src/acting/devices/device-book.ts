import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorText, type Logger } from '../../platform/logger.ts'

const watts = z.number().min(0).max(100_000)
const durations = z.array(z.number().min(0).max(3_600_000)).max(50)
const NoteSchema = z.object({
  /** The highest power it was seen to take while it mined. */
  highestWatts: watts.nullable(),
  /** What it reached over its last ten minutes of mining at full level, W; null: not known. */
  reachedWatts: watts.nullable().catch(null).default(null),
  /** How long it was seen mining in all, ms. */
  minedMs: z.number().min(0),
  /** The commands it could take when it was last queried. */
  canSleep: z.boolean(),
  limitWatts: z.object({ min: watts, max: watts }).nullable(),
  leastPercent: z.number().min(0).max(100).nullable().default(null),
  /** The limit that was set in it, where it tells no range of them, W. */
  setWatts: watts.nullable().catch(null).default(null),
  /** The limit of power that was found in it, to be given back; null: none is known. */
  foundLimit: z
    .object({ watts, isManaged: z.boolean(), ownWatts: watts.nullable() })
    .nullable()
    .catch(null)
    .default(null),
  /** The follower brought it to lower power and has not lifted that since: it comes back at lower power from a sleep, too. */
  isLowered: z.boolean().default(false),
  /** It was seen to have the lower limit since: it is at lower power whatever it reports, until the follower lifts it. */
  isSeenLow: z.boolean().catch(false).default(false),
  /** What it hashes for its power at full rate, 10⁹ hashes a joule; null: it was never seen to mine for long enough. */
  ghPerJoule: z.number().positive().max(10_000).nullable().catch(null).default(null),
  /** When a hashboard was last seen to work in each slot, ms. */
  boards: z
    .record(z.string().regex(/^\d{1,2}$/), z.number().int())
    .catch({})
    .default({}),
  /** How it was when it last answered. */
  last: z
    .object({
      mode: z.enum(['normal', 'low', 'asleep', 'unknown']),
      isHashing: z.boolean().nullable(),
      watts: watts.nullable(),
    })
    .nullable(),
  /** How long it took until a command was seen to be done, ms, the newest last. */
  took: z.object({ sleep: durations, lower: durations, start: durations }),
})
const BookSchema = z.object({
  version: z.literal(1),
  /** By the wall clock, ms. */
  savedAt: z.number().int(),
  /** One note that cannot be read is learned again, without the others. */
  devices: z
    .record(z.string(), NoteSchema.nullable().catch(null))
    .transform((notes) =>
      Object.fromEntries(
        Object.entries(notes).flatMap(([key, note]) => (note === null ? [] : [[key, note] as const])),
      ),
    ),
})

/** What is known of one device and is kept over a restart. */
export type DeviceNote = z.infer<typeof NoteSchema>

export type DeviceBook = {
  of(key: string): DeviceNote
  /** How it was just before a short restart; null after a long one. Believed until it answers. */
  lastBeforeRestart(key: string): DeviceNote['last']
  /** `isUrgent`: must be known after a restart within the next minute. */
  update(key: string, over: Partial<DeviceNote>, isUrgent: boolean): void
  close(): Promise<void>
}

const blank: DeviceNote = {
  highestWatts: null,
  reachedWatts: null,
  minedMs: 0,
  canSleep: false,
  limitWatts: null,
  leastPercent: null,
  setWatts: null,
  foundLimit: null,
  isLowered: false,
  isSeenLow: false,
  ghPerJoule: null,
  boards: {},
  last: null,
  took: { sleep: [], lower: [], start: [] },
}
/** After a longer absence devices are observed again from scratch. */
const longestAbsenceMs = 180_000
const urgentMs = 1_000
const seldomMs = 60_000

/** Opens the book kept in `path`. What cannot be read is learned again. */
export async function openDeviceBook(path: string, clock: Clock, log: Logger): Promise<DeviceBook> {
  const kept = await load(path, log)
  const notes = new Map(Object.entries(kept?.devices ?? {}))
  const awayMs = kept === null ? Number.POSITIVE_INFINITY : clock.now() - kept.savedAt
  const resumed =
    awayMs >= 0 && awayMs <= longestAbsenceMs
      ? new Map([...notes].map(([key, { last }]) => [key, last]))
      : new Map<string, DeviceNote['last']>()
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let dueAt = Number.POSITIVE_INFINITY
  let isDirty = false

  function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    dueAt = Number.POSITIVE_INFINITY
    isDirty = false
    const text = JSON.stringify({
      version: 1,
      savedAt: Math.round(clock.now()),
      devices: Object.fromEntries(notes),
    })
    writing = writing
      .then(() => writeFileAtomically(path, text))
      .catch((error: unknown) =>
        log.error({ error: errorText(error) }, 'what is known of the devices could not be kept'),
      )
    return writing
  }
  function writeWithin(ms: number): void {
    isDirty = true
    const at = clock.monotonic() + ms
    if (at >= dueAt) return
    if (timer !== null) clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => void write(), ms)
    timer.unref()
  }
  // Saved from time to time while running, so that after a restart the absence is known to have been short.
  const alive = setInterval(() => void (notes.size > 0 && write()), seldomMs)
  alive.unref()

  return {
    of: (key) => notes.get(key) ?? blank,
    lastBeforeRestart: (key) => resumed.get(key) ?? null,
    update(key, over, isUrgent) {
      notes.set(key, { ...(notes.get(key) ?? blank), ...over })
      writeWithin(isUrgent ? urgentMs : seldomMs)
    },
    async close() {
      clearInterval(alive)
      if (isDirty || notes.size > 0) await write()
      await writing
    },
  }
}

async function load(path: string, log: Logger): Promise<z.infer<typeof BookSchema> | null> {
  try {
    return BookSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ error: errorText(error) }, 'what is known of the devices cannot be read')
    return null
  }
}
