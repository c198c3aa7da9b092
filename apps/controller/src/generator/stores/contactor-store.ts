import { readFile } from 'node:fs/promises'
import type { KeptContactor } from '@shipminer/domain/generator/contactor'
import { z } from 'zod'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import { errorText, type Logger } from '../../platform/logger.ts'

const KeptSchema = z.object({
  version: z.literal(1),
  phase: z.enum(['closed', 'open', 'locked']),
  heat: z.number().min(0).max(1),
  openedAt: z.array(z.number().int()).max(1_000),
  behindKw: z.number().min(0).max(100_000),
  returnsKw: z.number().min(0).max(100_000).default(0),
})

/** The contactor's memory on disk, so that a restart does not cool it. */
export type ContactorStore = {
  /** What was kept; null where nothing was. */
  readonly kept: KeptContactor | null
  /** Saves changes that are large enough to matter: an opening at once, that it is closed again, heat and what returns in steps at most once a second. `now` on the monotonic clock. */
  note(contactor: KeptContactor, now: number): void
  whenWritten(): Promise<void>
}

const heatStep = 0.1
const stepKw = 1
const leastBetweenMs = 1_000
/** A memory that cannot be read may have been of an open or hot contactor. */
const worst: KeptContactor = { phase: 'open', heat: 1, openedAt: [], behindKw: 0, returnsKw: 0 }

/** Opens the memory kept in `path`. A file that exists and cannot be understood counts as a contactor that is open and hot. */
export async function openContactorStore(path: string, log: Logger): Promise<ContactorStore> {
  const kept = await load(path, log)
  let last = kept
  let notedAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> = Promise.resolve()
  return {
    kept,
    note(contactor, now) {
      const isOpening =
        contactor.phase !== 'closed' &&
        (contactor.phase !== last?.phase || contactor.openedAt.length > last.openedAt.length)
      const isMoved =
        contactor.phase !== last?.phase ||
        Math.abs(contactor.heat - last.heat) >= heatStep ||
        Math.abs(contactor.returnsKw - last.returnsKw) >= stepKw ||
        Math.abs(contactor.behindKw - last.behindKw) >= stepKw
      if (!isOpening && !(isMoved && now - notedAt >= leastBetweenMs)) return
      last = contactor
      notedAt = now
      writing = writing
        .then(() => writeFileAtomically(path, JSON.stringify({ version: 1, ...contactor }), 0o600))
        .catch((error: unknown) =>
          log.error({ cause: errorText(error) }, 'the contactor’s memory could not be kept'),
        )
    },
    whenWritten: () => writing,
  }
}

async function load(path: string, log: Logger): Promise<KeptContactor | null> {
  try {
    const { version: _, ...kept } = KeptSchema.parse(JSON.parse(await readFile(path, 'utf8')))
    return kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    log.error({ cause: errorText(error) }, 'the contactor’s memory cannot be read: it counts as open')
    return worst
  }
}
