import { SpoolMarkSchema } from '@shipminer/contract/uplink'
import type { SpoolMark } from '@shipminer/domain/fleet/spool-identity'
import { z } from 'zod'
import type { ClockSpan } from './clock-spans.ts'
import type { DamagedLines } from './record.ts'
import type { SeqRange } from './seq-ranges.ts'

export const STATE_FILE = 'spool.json'
export const CARRY_FILE = 'carry.json'

/** Batches that the disk gave back damaged, by the segment they lay in; `from` and `to` are the clock of that time, `clockSeq` tells which. */
export type SpoolDamage = DamagedLines & { clockSeq: number }

/** More are only added to the last. */
const MOST_DAMAGES = 50

/** A segment that is read again has the same damage still. */
export function withDamage(damages: readonly SpoolDamage[], damage: SpoolDamage): SpoolDamage[] {
  const others = damages.filter(({ clockSeq }) => clockSeq !== damage.clockSeq)
  return [...others.slice(-(MOST_DAMAGES - 1)), damage]
}

/**
 * What the spool remembers beside its segments (`spool.json`). `settled` are batches that need not be sent any more:
 * acknowledged, or dropped. `nextSeq` keeps numbers from being used twice when all segments are gone.
 */
export type SpoolState = {
  nextSeq: number
  settled: SeqRange[]
  droppedSamples: number
  /** Which memory this is; null in the file of an earlier version. */
  epoch: string | null
  /** Of the last welcome; null: none in this epoch yet. */
  mark: SpoolMark | null
  /** Up to this number counts since values of an earlier run are unknown, because those values turned out to be old. */
  distrustTo: number
  /** Which batches have times of which clock. */
  clocks: ClockSpan[]
  damages: SpoolDamage[]
}

const SpoolStateSchema = z.object({
  nextSeq: z.int().min(1),
  settled: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
  droppedSamples: z.int().min(0),
  epoch: z.string().nullish().default(null),
  mark: z.unknown(),
  distrustTo: z.int().default(0),
  clocks: z
    .array(
      z.object({
        fromSeq: z.int().min(1),
        startedAt: z.number(),
        endedAt: z.number().nullable(),
        offsetMs: z.number().nullable(),
        wallAheadMs: z.number(),
      }),
    )
    .catch([])
    .default([]),
  damages: z
    .array(
      z.object({
        clockSeq: z.int(),
        lines: z.int().min(1),
        from: z.number().nullable(),
        to: z.number().nullable(),
      }),
    )
    .catch([])
    .default([]),
})

/** Null when the text is damaged: the segments alone then count, in a new epoch, and the server recognises what it receives twice. */
export function parseSpoolState(text: string): SpoolState | null {
  try {
    const parsed = SpoolStateSchema.safeParse(JSON.parse(text))
    if (!parsed.success) return null
    return { ...parsed.data, mark: SpoolMarkSchema.safeParse(parsed.data.mark).data ?? null }
  } catch {
    return null
  }
}

/** The carried values up to and including batch `seq` (`carry.json`); later ones are read from the segments. */
export type CarrySnapshot<Carry> = { seq: number; carry: Record<string, Carry> }

export function parseCarrySnapshot<Carry>(text: string): CarrySnapshot<Carry> | null {
  try {
    const parsed = z
      .object({ seq: z.int().min(0), carry: z.record(z.string(), z.unknown()) })
      .safeParse(JSON.parse(text))
    return parsed.success ? (parsed.data as CarrySnapshot<Carry>) : null
  } catch {
    return null
  }
}
