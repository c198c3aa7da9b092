import { readFile } from 'node:fs/promises'
import {
  type CommissioningReport,
  CommissioningReportSchema,
  CommissioningResultsSchema,
} from '@shipminer/contract/power/commissioning'
import {
  type CommissioningPosition,
  type CommissioningResults,
  isCheckDone,
} from '@shipminer/domain/generator/commissioning/commissioning'
import { z } from 'zod'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import { errorText, type Logger } from '../../platform/logger.ts'

/** By the contract's own schema. */
const results = z.custom<CommissioningResults>((value) => CommissioningResultsSchema.safeParse(value).success)
const report = z.custom<CommissioningReport>((value) => CommissioningReportSchema.safeParse(value).success)
const KeptSchema = z.object({
  version: z.literal(1),
  /** The box followed before there was this check. */
  isEarlier: z.boolean(),
  /** For the meter as it was wired then. */
  meterKey: z.string().max(100),
  startedAt: z.number().int().nullable(),
  finishedAt: z.number().int().nullable(),
  results,
  /** What was found before could not be read, and the check was not done since. */
  isLost: z.boolean().catch(false).default(false),
  /** As it was when the check ended; null: it has not, or an earlier version kept none. */
  report: report.nullable().default(null),
})
type Kept = z.infer<typeof KeptSchema>

export type CommissioningStore = {
  results(): CommissioningResults
  startedAt(): number | null
  finishedAt(): number | null
  position(): CommissioningPosition
  /** What was found before could not be read, and the check was not done since. */
  isLost(): boolean
  /** Writes down what was found; resolves when it is on disk. */
  keep(results: CommissioningResults, at: number): Promise<void>
  /** The report as it was when the check ended. */
  report(): CommissioningReport | null
  keepReport(report: CommissioningReport): Promise<void>
  /** Another meter is in force: nothing that was found holds for it. */
  beginAnew(meterKey: string): Promise<void>
  settled(): Promise<void>
}

/**
 * Opens what the commissioning check found. Another meter begins it anew. Where there is no file yet, a box that followed the same meter before
 * this check existed goes on as it did; one whose file cannot be read is checked again.
 */
export async function openCommissioningStore(options: {
  path: string
  wasSetUp: boolean
  meterKey: string
  checkedElsewhere: string | null
  log: Logger
}): Promise<CommissioningStore> {
  const { path, meterKey, log } = options
  const fresh = (isEarlier: boolean, key = meterKey): Kept => ({
    version: 1,
    isEarlier,
    meterKey: key,
    startedAt: null,
    finishedAt: null,
    results: {},
    isLost: false,
    report: null,
  })
  let writing: Promise<void> = Promise.resolve()
  function write(): Promise<void> {
    const text = JSON.stringify(kept, null, 2)
    writing = writing.catch(() => {}).then(() => writeFileAtomically(path, text))
    return writing
  }
  const read = await load(path, log)
  let kept = read === 'damaged' ? { ...fresh(false), isLost: true } : (read ?? fresh(options.wasSetUp))
  if (kept.meterKey !== meterKey) kept = fresh(false)
  await write().catch((error: unknown) =>
    log.error({ error: errorText(error) }, 'the check at commissioning could not be kept'),
  )
  return {
    results: () => kept.results,
    startedAt: () => kept.startedAt,
    finishedAt: () => kept.finishedAt,
    isLost: () => kept.isLost,
    position() {
      if (isCheckDone(kept.results)) return 'done'
      if (options.checkedElsewhere !== null) return 'elsewhere'
      return kept.isEarlier ? 'earlier' : 'open'
    },
    keep(results, at) {
      const isDone = isCheckDone(results)
      kept = {
        ...kept,
        results,
        startedAt: kept.startedAt ?? at,
        // Each time it ends otherwise it is another report.
        finishedAt: isDone ? at : null,
        report: null,
        isEarlier: kept.isEarlier && !isDone,
        isLost: kept.isLost && !isDone,
      }
      return write()
    },
    report: () => kept.report,
    keepReport(report) {
      kept = { ...kept, report }
      return write()
    },
    beginAnew(key) {
      kept = fresh(false, key)
      return write().catch((error: unknown) =>
        log.error({ error: errorText(error) }, 'the check at commissioning could not be kept'),
      )
    },
    settled: () => writing.catch(() => {}),
  }
}

async function load(path: string, log: Logger): Promise<Kept | 'damaged' | null> {
  try {
    return KeptSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    log.error(
      { error: errorText(error) },
      'the check at commissioning cannot be read: it has to be done again',
    )
    return 'damaged'
  }
}
