import * as z from 'zod/mini'
import { MomentSchema } from './moment.ts'

/** How well a box can keep what was measured. */
export const MemoryStateSchema = z.object({
  /** The disk refuses writes: what is measured is kept in working memory only, and goes ashore from there. */
  diskFull: z.boolean(),
  heldSamples: z.int().check(z.minimum(0)),
  droppedSamples: z.int().check(z.minimum(0)),
  /** Batches that the disk gave back damaged, between these times (server's clock, where the box knows it; null: unknown). */
  damaged: z.nullable(
    z.object({
      batches: z.int().check(z.minimum(1)),
      from: z.nullable(MomentSchema),
      to: z.nullable(MomentSchema),
    }),
  ),
})
export type MemoryState = z.infer<typeof MemoryStateSchema>
