import { readFile } from 'node:fs/promises'
import { devicePhases } from '@shipminer/domain/generator/devices/device-phase'
import { type KeptLaw, keepLaw, restoreLaw } from '@shipminer/domain/generator/kept-law'
import { type LawState, newLawState } from '@shipminer/domain/generator/law-state'
import { z } from 'zod'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorText, type Logger } from '../../platform/logger.ts'

const dayMs = 86_400_000
const age = z
  .number()
  .min(-dayMs)
  .max(30 * dayMs)
const kw = z.number().min(0).max(100_000)
const DeviceSchema = z.object({
  id: z.string().max(200),
  phase: z.enum(devicePhases),
  changedAge: age,
  told: z.object({ target: z.enum(['normal', 'low', 'asleep']), age, dueIn: age }).nullable(),
  startAges: z.array(age).max(100),
  notBeforeIn: z.number().min(0).max(dayMs),
})
const KeptSchema = z.object({
  version: z.literal(1),
  /** By the wall clock, ms. */
  savedAt: z.number().int(),
  law: z.object({
    /** One that cannot be read is observed from scratch, without the others. */
    devices: z
      .array(DeviceSchema.nullable().catch(null))
      .max(10_000)
      .transform((devices) => devices.filter((device) => device !== null)),
    shipLoadKw: kw.nullable(),
    held: z
      .array(z.object({ fromAge: age, untilAge: age, least: z.number().min(-100_000).max(100_000) }))
      .max(200),
    largestRiseKw: kw,
    mean: z
      .array(z.object({ ms: z.number().min(0).max(dayMs), share: z.number().min(0).max(100) }))
      .max(100)
      .default([]),
    lastStartAge: age.nullable(),
    overAge: age.nullable(),
    overloadAges: z.array(age).max(10_000),
    distrustedIn: z.number().min(0).max(dayMs),
  }),
})

/** The law's memory on disk, so that a restart does not start over. */
export type LawStore = {
  /** The law after a start. */
  restore(): LawState
  /** Saves the state: at once when a phase or a command changed, otherwise from time to time. */
  note(state: LawState): void
  /** Writes the latest state; resolves when it is on disk. */
  flush(state: LawState): Promise<void>
  /** Resolves when what was saved by now is on disk. */
  whenWritten(): Promise<void>
}

const seldomMs = 15_000
const leastBetweenMs = 1_000

/** Opens the memory kept in `path`. What cannot be read is dropped: then everything is observed from scratch, as after a first start. */
export async function openLawStore(path: string, clock: Clock, log: Logger): Promise<LawStore> {
  const kept = await load(path, log)
  let noted: LawState | null = null
  let notedAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> = Promise.resolve()

  function write(state: LawState): Promise<void> {
    noted = state
    notedAt = clock.monotonic()
    const law: KeptLaw = keepLaw(state, notedAt)
    const text = JSON.stringify({ version: 1, savedAt: Math.round(clock.now()), law })
    writing = writing
      .then(() => writeFileAtomically(path, text))
      .catch((error: unknown) =>
        log.error({ cause: errorText(error) }, 'the memory of the generator’s law could not be kept'),
      )
    return writing
  }

  return {
    restore: () =>
      kept === null
        ? newLawState(clock.monotonic())
        : restoreLaw(kept.law, clock.monotonic(), clock.now() - kept.savedAt),
    note(state) {
      const waitedMs = clock.monotonic() - notedAt
      if (waitedMs < leastBetweenMs) return
      if (waitedMs >= seldomMs || hasMoved(noted, state)) void write(state)
    },
    flush: write,
    whenWritten: () => writing,
  }
}

function hasMoved(before: LawState | null, after: LawState): boolean {
  if (before === null || before.devices.size !== after.devices.size) return true
  for (const [id, memory] of after.devices) {
    const known = before.devices.get(id)
    if (known?.phase !== memory.phase || known.lastCommand?.at !== memory.lastCommand?.at) return true
  }
  return before.distrustedUntil !== after.distrustedUntil
}

async function load(path: string, log: Logger): Promise<z.infer<typeof KeptSchema> | null> {
  try {
    return KeptSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ cause: errorText(error) }, 'the memory of the generator’s law cannot be read')
    return null
  }
}
