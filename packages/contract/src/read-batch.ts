import { CommandReportSchema } from './control.ts'
import { cleanText } from './from-outside.ts'
import { EnvironmentSampleSchema, PowerEventSchema } from './power/environment.ts'
import { SampleSchema } from './telemetry.ts'
import { type Batch, BoardEventSchema, DeviceReportSchema } from './uplink.ts'

/** What a batch carries, by list: the schema of one row and how many rows a batch may have. */
const lists = {
  samples: { schema: SampleSchema, most: 1_000 },
  devices: { schema: DeviceReportSchema, most: 500 },
  events: { schema: BoardEventSchema, most: 100 },
  commands: { schema: CommandReportSchema, most: 500 },
  environment: { schema: EnvironmentSampleSchema, most: 500 },
  powerEvents: { schema: PowerEventSchema, most: 500 },
} as const

export type BatchList = keyof typeof lists
export const batchLists = Object.keys(lists) as BatchList[]

/** A row that cannot be accepted: the server keeps it as received, so that a person can see it. */
export type RefusedRow = { list: BatchList; row: unknown; reason: string }

export type BatchReading =
  | {
      ok: true
      batch: Batch
      refused: RefusedRow[]
      /** Places of values that could not be what they claimed and are unknown or corrected now, e.g. `devices.3.detail.blocksFound`. */
      mended: string[]
    }
  /** Nothing of it can be accepted. `seq` null: not even the number of the batch is known. */
  | { ok: false; seq: number | null; reason: string }

const mostMendedNamed = 50

/**
 * Reads a batch row by row: a bad value becomes unknown, a bad row is refused, and the rest is accepted as if they had never been there.
 * Never throws.
 */
export function readBatch(input: unknown): BatchReading {
  if (typeof input !== 'object' || input === null) return { ok: false, seq: null, reason: 'not an object' }
  const raw = input as Record<string, unknown>
  const { seq } = raw
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1)
    return { ok: false, seq: null, reason: 'no batch number' }
  const batch: Record<string, unknown> = { seq }
  const refused: RefusedRow[] = []
  const mended: string[] = []
  for (const list of batchLists) {
    const rows = raw[list] ?? []
    if (!Array.isArray(rows)) return { ok: false, seq, reason: `${list}: not a list` }
    const { schema, most } = lists[list]
    if (rows.length > most) return { ok: false, seq, reason: `${list}: more than ${most} rows` }
    const taken: unknown[] = []
    for (const [index, row] of rows.entries()) {
      const result = schema.safeParse(row)
      if (result.success) {
        const places = findMended(row, result.data, `${list}.${index}`)
        taken.push(
          list === 'samples' && places.length > 0 ? flagOutOfRange(result.data as Flagged) : result.data,
        )
        mended.push(...places.slice(0, Math.max(0, mostMendedNamed - mended.length)))
      } else {
        const [issue] = result.error.issues
        const reason = cleanText(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`, 200)
        refused.push({ list, row, reason })
      }
    }
    // The last three were added to the format later: a batch may lack these lists.
    if (taken.length > 0 || raw[list] !== undefined || index(list) < 3) batch[list] = taken
  }
  return { ok: true, batch: batch as Batch, refused, mended }
}

const index = (list: BatchList) => batchLists.indexOf(list)

type Flagged = { flags: string[] }
const flagOutOfRange = <Row extends Flagged>(row: Row): Row => ({
  ...row,
  flags: [...new Set([...row.flags, 'value-out-of-range'])],
})

/** Places where the parsed value differs from what was received. */
function findMended(raw: unknown, parsed: unknown, place: string): string[] {
  if (Object.is(raw, parsed) || raw === undefined) return []
  if (typeof raw !== 'object' || typeof parsed !== 'object' || raw === null || parsed === null)
    return raw === 0 && parsed === 0 ? [] : [place]
  if (Array.isArray(parsed)) {
    if (!Array.isArray(raw) || raw.length !== parsed.length) return place.endsWith('.flags') ? [] : [place]
    return parsed.flatMap((value, at) =>
      place.endsWith('.flags') ? [] : findMended(raw[at], value, `${place}.${at}`),
    )
  }
  return Object.entries(parsed).flatMap(([key, value]) =>
    findMended((raw as Record<string, unknown>)[key], value, `${place}.${key}`),
  )
}
