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
  noFigures,
} from '@shipminer/domain/generator/commissioning/commissioning'
import { type MeterStep, meterDoubt } from '@shipminer/domain/generator/load/meter-watch'
import { z } from 'zod'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import { errorText, type Logger } from '../../platform/logger.ts'

const kw = z.number().min(-100_000).max(100_000)
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
  /** The last starts and stops of miners that the meter did not follow. */
  strays: z
    .array(z.object({ minersKw: kw, meterKw: kw }))
    .max(100)
    .catch([])
    .default([]),
  /** They were too many, and nobody has looked since. */
  isDoubted: z.boolean().catch(false).default(false),
  /** What the crew's file said of a check in another way, and of which meter; null: nothing yet. */
  elsewhere: z
    .object({ text: z.string().max(200), meterKey: z.string().max(100) })
    .nullable()
    .catch(null)
    .default(null),
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
  /** Who checked the meter in force otherwise, and when. */
  checkedElsewhere(): string | null
  /** The meter did not follow the miners, and nobody has looked since. */
  isDoubted(): boolean
  /** The starts and stops that the meter did not follow. */
  strays(): readonly MeterStep[]
  /** Keeps them. Where they are too many the step with the miner has failed; says whether that is so. */
  noteStrays(strays: readonly MeterStep[], at: number): boolean
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
    strays: [],
    isDoubted: false,
    elsewhere: null,
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
  if (kept.meterKey !== meterKey) kept = { ...fresh(false), elsewhere: kept.elsewhere }
  // The words of the crew's file are of the meter that was in force when they were first read: they do not hold for the next one.
  const { checkedElsewhere } = options
  if (checkedElsewhere !== (kept.elsewhere?.text ?? null))
    kept = { ...kept, elsewhere: checkedElsewhere === null ? null : { text: checkedElsewhere, meterKey } }
  const elsewhereNow = () => (kept.elsewhere?.meterKey === kept.meterKey ? kept.elsewhere.text : null)
  const writeOrSay = () =>
    write().catch((error: unknown) =>
      log.error({ error: errorText(error) }, 'the check at commissioning could not be kept'),
    )
  await writeOrSay()
  return {
    results: () => kept.results,
    startedAt: () => kept.startedAt,
    finishedAt: () => kept.finishedAt,
    isLost: () => kept.isLost,
    position() {
      if (isCheckDone(kept.results)) return 'done'
      if (kept.isDoubted) return 'open'
      if (elsewhereNow() !== null) return 'elsewhere'
      return kept.isEarlier ? 'earlier' : 'open'
    },
    checkedElsewhere: elsewhereNow,
    isDoubted: () => kept.isDoubted,
    strays: () => kept.strays,
    noteStrays(strays, at) {
      const last = strays.at(-1)
      const isDoubted = meterDoubt(strays) !== null && last !== undefined
      kept = { ...kept, strays: isDoubted ? [] : [...strays] }
      if (isDoubted) {
        const figures = { ...noFigures, minerKw: last.minersKw, movedKw: last.meterKw }
        const failed = {
          outcome: 'failed',
          at,
          failure: 'meter-did-not-follow',
          reason: null,
          figures,
        } as const
        kept = {
          ...kept,
          isDoubted,
          results: { ...kept.results, miner: failed },
          finishedAt: null,
          report: null,
        }
      }
      void writeOrSay()
      return isDoubted
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
        // Whoever has it tried, or leaves it out, has looked.
        isDoubted: kept.isDoubted && !['passed', 'skipped'].includes(results.miner?.outcome ?? ''),
        strays: results.miner === kept.results.miner ? kept.strays : [],
      }
      return write()
    },
    report: () => kept.report,
    keepReport(report) {
      kept = { ...kept, report }
      return write()
    },
    beginAnew(key) {
      kept = { ...fresh(false, key), elsewhere: kept.elsewhere }
      return writeOrSay()
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
