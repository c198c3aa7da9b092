import { readFile } from 'node:fs/promises'
import {
  type CommissioningReport,
  CommissioningReportSchema,
  CommissioningResultsSchema,
} from '@shipminer/contract/power/commissioning'
import {
  type CommissioningFigures,
  type CommissioningPosition,
  type CommissioningResults,
  isCheckDone,
  noFigures,
  type StepResult,
} from '@shipminer/domain/generator/commissioning/commissioning'
import {
  findOtherMeter,
  type MeterIdentity,
  meterParts,
  type OtherMeter,
} from '@shipminer/domain/generator/load/meter-identity'
import { type MeterStep, meterDoubt } from '@shipminer/domain/generator/load/meter-watch'
import { z } from 'zod'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import { errorText, type Logger } from '../../platform/logger.ts'
import { MeterIdentitySchema } from '../meter/meter-identity.ts'

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
  /** They were too many, or another meter answered, and nobody has looked since. */
  isDoubted: z.boolean().catch(false).default(false),
  /** Who the meter is that was found to be right; null: it does not say, or the check is of a version that did not ask. */
  identity: MeterIdentitySchema.nullable().catch(null).default(null),
  /** What showed that another one answered; null: nothing did. */
  otherMeter: z
    .object({ part: z.enum(meterParts), is: z.string().max(100), was: z.string().max(100) })
    .nullable()
    .catch(null)
    .default(null),
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
  otherCheck(): string | null
  /** The meter did not follow the miners, or another one answered, and nobody has looked since. */
  isDoubted(): boolean
  /** Who the meter is that was found to be right. */
  identity(): MeterIdentity | null
  /** What showed that another one answers; null where nothing did. */
  otherMeter(): OtherMeter | null
  /** The meter in force says who it is. Where that is another one than was found to be right, the step with the miner has failed; says whether that is so now. */
  noteIdentity(identity: MeterIdentity, at: number): boolean
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
  beginAnew(meterKey: string, identity?: MeterIdentity | null): Promise<void>
  whenWritten(): Promise<void>
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
    identity: null,
    otherMeter: null,
    elsewhere: null,
    report: null,
  })
  /** Who the meter in force said last that it is. */
  let answers: MeterIdentity | null = null
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

  function position(): CommissioningPosition {
    if (isCheckDone(kept.results)) return 'done'
    if (kept.isDoubted) return 'open'
    if (elsewhereNow() !== null) return 'elsewhere'
    return kept.isEarlier ? 'earlier' : 'open'
  }

  /** The step with the miner has failed since, and with it the check. */
  function doubt(
    at: number,
    failure: 'meter-did-not-follow' | 'other-meter',
    figures: CommissioningFigures,
  ): void {
    const failed = { outcome: 'failed', at, failure, reason: null, figures } as const
    kept = {
      ...kept,
      isDoubted: true,
      strays: [],
      results: { ...kept.results, miner: failed },
      finishedAt: null,
      report: null,
    }
  }

  /** Somebody found this meter to be right: with the step with the miner, by leaving that out, or before or without this check. */
  const isVouchedFor = () =>
    isSettled(kept.results.miner) || position() === 'elsewhere' || position() === 'earlier'

  return {
    results: () => kept.results,
    startedAt: () => kept.startedAt,
    finishedAt: () => kept.finishedAt,
    isLost: () => kept.isLost,
    position,
    otherCheck: elsewhereNow,
    isDoubted: () => kept.isDoubted,
    strays: () => kept.strays,
    identity: () => kept.identity,
    otherMeter: () => kept.otherMeter,
    noteStrays(strays, at) {
      const last = strays.at(-1)
      const isDoubted = meterDoubt(strays) !== null && last !== undefined
      kept = { ...kept, strays: [...strays] }
      if (isDoubted)
        doubt(at, 'meter-did-not-follow', { ...noFigures, minerKw: last.minersKw, movedKw: last.meterKw })
      void writeOrSay()
      return isDoubted
    },
    noteIdentity(identity, at) {
      answers = identity
      // A meter that is doubted is nobody's measure; and one that nobody found right cannot be another.
      if (kept.isDoubted || !isVouchedFor()) return false
      const otherMeter = kept.identity === null ? null : findOtherMeter(kept.identity, identity)
      if (otherMeter !== null) {
        kept = { ...kept, otherMeter }
        doubt(at, 'other-meter', noFigures)
        void writeOrSay()
        return true
      }
      // A check of a version that did not ask has no identity, and at others the meter did not answer: what it says first counts as that of the meter that was checked.
      const learnt = learnIdentity(kept.identity, identity)
      if (learnt === kept.identity) return false
      kept = { ...kept, identity: learnt }
      void writeOrSay()
      return false
    },
    keep(results, at) {
      const isDone = isCheckDone(results)
      const isMinerNew = results.miner !== kept.results.miner
      // Anyone who has it tried, or leaves it out, has looked.
      const hasLooked = isSettled(results.miner)
      kept = {
        ...kept,
        results,
        startedAt: kept.startedAt ?? at,
        // Each time it ends otherwise it is another report.
        finishedAt: isDone ? at : null,
        report: null,
        isEarlier: kept.isEarlier && !isDone,
        isLost: kept.isLost && !isDone,
        isDoubted: kept.isDoubted && !hasLooked,
        otherMeter: hasLooked ? null : kept.otherMeter,
        // It is the meter that answers now.
        identity: isMinerNew && hasLooked ? answers : kept.identity,
        strays: isMinerNew ? [] : kept.strays,
      }
      return write()
    },
    report: () => kept.report,
    keepReport(report) {
      kept = { ...kept, report }
      return write()
    },
    beginAnew(key, identity = null) {
      answers = identity
      kept = { ...fresh(false, key), elsewhere: kept.elsewhere }
      return writeOrSay()
    },
    whenWritten: () => writing.catch(() => {}),
  }
}

const isSettled = (result: StepResult | undefined) =>
  result?.outcome === 'passed' || result?.outcome === 'skipped'

/** With what the meter says for the first time; the same where it says nothing new. */
function learnIdentity(kept: MeterIdentity | null, answers: MeterIdentity): MeterIdentity {
  // Asked in another way than before, which the wiring and the version decide and not the meter: nothing can be compared.
  if (kept === null || kept.by !== answers.by) return answers
  const isNew = meterParts.some((part) => kept[part] === null && answers[part] !== null)
  if (!isNew) return kept
  return {
    ...kept,
    ...Object.fromEntries(meterParts.map((part) => [part, kept[part] ?? answers[part]])),
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
