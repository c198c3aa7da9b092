import { readFile } from 'node:fs/promises'
import { FuelOnBoardSchema, type MarketFigure, MarketFigureSchema } from '@shipminer/contract/power/fuel'
import { z } from 'zod'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import { errorText, type Logger } from '../../platform/logger.ts'
import {
  GeneratorWiringSchema,
  MeterSchema,
  OnBoardLimitsSchema,
  ShoreSettingsSchema,
} from '../generator-settings.ts'

/** By the contract's own schemas. */
const fuel = z
  .custom<z.infer<typeof FuelOnBoardSchema>>((value) => FuelOnBoardSchema.safeParse(value).success)
  .nullable()
const market = z.custom<MarketFigure>((value) => MarketFigureSchema.safeParse(value).success).nullable()
const StoredSchema = z.object({
  version: z.literal(1),
  masterStop: z.boolean(),
  shore: ShoreSettingsSchema.nullable(),
  onBoard: OnBoardLimitsSchema,
  wiring: GeneratorWiringSchema.nullable(),
  /** What shore sent last of fuel and market; what a later version wrote otherwise is requested again. */
  economy: z.object({ fuel: fuel, market }).nullable().catch(null).default(null),
  signalK: z.object({ clientId: z.string().min(1), token: z.string().nullable() }).nullable(),
  /** The same for what the box tells that server. */
  tellSignalK: z
    .object({ clientId: z.string().min(1), token: z.string().nullable() })
    .nullable()
    .default(null),
  /** Whether the crew found on the ship's panel what the meter reads; for the meter as it was wired then. */
  panel: z
    .object({ meter: z.string().max(100), isSame: z.boolean() })
    .nullable()
    .default(null),
  /**
   * The meter that was chosen on the box's page, and the one of the crew's file that it took the place of; null: none was. With what the set
   * can give, where nothing else said that.
   */
  chosenMeter: z
    .object({
      meter: MeterSchema,
      overKey: z.string().max(100).nullable(),
      capacityKw: z.number().min(1).max(100_000).nullable(),
    })
    .nullable()
    .catch(null)
    .default(null),
  /** Which meter the crew's file names; null: there is no file. */
  fileMeterKey: z.string().max(100).nullable().default(null),
  /** What was kept before could not be read, and nobody on board has released the stop since. */
  isLost: z.boolean().default(false),
})

/** What the follower of the generator keeps over a restart. */
export type StoredGenerator = z.infer<typeof StoredSchema>

const nothing: StoredGenerator = {
  version: 1,
  masterStop: false,
  shore: null,
  onBoard: {},
  wiring: null,
  economy: null,
  signalK: null,
  tellSignalK: null,
  panel: null,
  chosenMeter: null,
  fileMeterKey: null,
  isLost: false,
}

export type GeneratorStore = {
  current(): StoredGenerator
  /** Changes what is kept: at once in memory, and on disk when the promise resolves. Rejects with what the file system says. */
  change(over: Partial<Omit<StoredGenerator, 'version'>>): Promise<void>
  /** When everything that was changed is on disk, or has failed to get there. */
  whenWritten(): Promise<void>
}

/**
 * Opens the file, or starts empty where there is none. A file that exists and cannot be understood may have held the master stop:
 * then everything stays stopped until the crew releases it.
 */
export async function openGeneratorStore(path: string, log: Logger): Promise<GeneratorStore> {
  let current = await load(path, log)
  let writing: Promise<void> = Promise.resolve()
  return {
    current: () => current,
    change(over) {
      current = { ...current, ...over }
      writing = writing
        .catch(() => {})
        .then(() => writeFileAtomically(path, JSON.stringify(current, null, 2)))
      return writing
    },
    whenWritten: () => writing.catch(() => {}),
  }
}

async function load(path: string, log: Logger): Promise<StoredGenerator> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nothing
    log.error({ cause: errorText(error) }, 'generator settings cannot be read: everything is stopped')
    return { ...nothing, masterStop: true, isLost: true }
  }
  try {
    return StoredSchema.parse(JSON.parse(text))
  } catch (error) {
    log.error({ cause: errorText(error) }, 'generator settings cannot be understood: everything is stopped')
    return { ...nothing, masterStop: true, isLost: true }
  }
}
