import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FirmwareOrderSchema } from '@shipminer/contract/control/firmware'
import { z } from 'zod'
import { writeFileAtomically } from '../platform/atomic-file.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import type { Series } from './series.ts'

/**
 * One series with the order it came from. `path` is where its file is, as the server said last; `restingBefore` are those that their owner had
 * stopped when the order came.
 */
export type KeptSeries = {
  order: z.infer<typeof FirmwareOrderSchema>
  path: string
  series: Series
  restingBefore: readonly string[]
}

/** Series that are remembered, so that an order sent again is known. */
const MOST_KEPT = 20

const before = { versionBefore: z.string().nullable(), mustHash: z.boolean() }
const DeviceRunSchema = z.discriminatedUnion('name', [
  z.object({ deviceKey: z.string(), name: z.literal('waiting') }),
  z.object({ deviceKey: z.string(), name: z.literal('sending'), ...before }),
  z.object({
    deviceKey: z.string(),
    name: z.literal('restarting'),
    deadlineAt: z.number(),
    wasAway: z.boolean(),
    sameLooks: z.number(),
    seen: z.string().nullable(),
    isInterrupted: z.boolean(),
    ...before,
  }),
  z.object({
    deviceKey: z.string(),
    name: z.literal('ended'),
    state: z.custom<Extract<Series['devices'][number], { name: 'ended' }>['state']>(
      (value) => typeof value === 'string',
    ),
    reason: z.custom<Series['reason']>((value) => value === null || typeof value === 'string'),
    version: z.string().nullable(),
    ...before,
  }),
])
const StoredSchema = z.array(
  z.object({
    order: FirmwareOrderSchema as unknown as z.ZodType<z.infer<typeof FirmwareOrderSchema>>,
    path: z.string(),
    restingBefore: z.array(z.string()).default([]),
    series: z.object({
      name: z.enum(['fetching', 'checking', 'updating', 'ended']),
      step: z.number().int(),
      state: z.custom<Series['state']>((value) => typeof value === 'string'),
      reason: z.custom<Series['reason']>((value) => value === null || typeof value === 'string'),
      isCancelled: z.boolean(),
      devices: z.array(DeviceRunSchema),
    }),
  }),
)

export type SeriesStore = {
  find(orderId: string): KeptSeries | null
  all(): readonly KeptSeries[]
  /** Resolves when it would survive a power cut. Throws what the disk throws; then it is as before. */
  keep(kept: KeptSeries): Promise<void>
  /** Remembers it without the disk, which does not take it. */
  hold(kept: KeptSeries): void
}

/** Opens the series kept in `path`. What cannot be read is set aside: none of it is carried on with. */
export async function openSeriesStore(path: string, log: Logger): Promise<SeriesStore> {
  let kept = await load(path, log)
  let writing: Promise<void> = Promise.resolve()
  const withNext = (next: KeptSeries) =>
    [...kept.filter(({ order }) => order.id !== next.order.id), next].slice(-MOST_KEPT)
  return {
    find: (orderId) => kept.find(({ order }) => order.id === orderId) ?? null,
    all: () => kept,
    keep(next) {
      const written = writing.then(async () => {
        const all = withNext(next)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeFileAtomically(path, JSON.stringify(all), 0o600)
        kept = all
      })
      writing = written.catch(() => {})
      return written
    },
    hold(next) {
      kept = withNext(next)
    },
  }
}

async function load(path: string, log: Logger): Promise<readonly KeptSeries[]> {
  try {
    return StoredSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.error({ error: errorText(error) }, 'the series of firmware updates cannot be read')
    return []
  }
}
