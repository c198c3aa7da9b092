import { readFile } from 'node:fs/promises'
import {
  RuleNoteSchema,
  type RuleSettings,
  RuleSettingsOnBoardSchema,
  ruleEventKinds,
} from '@shipminer/contract/power/rules'
import {
  type KeptMinerRules,
  keepRules,
  type RuleMemory,
  restoreRules,
} from '@shipminer/domain/rules/rule-memory'
import { noRules } from '@shipminer/domain/rules/rule-settings'
import { z } from 'zod'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorText, type Logger } from '../../platform/logger.ts'

const age = z.number().min(0)
const MinerSchema = z.object({
  id: z.string().max(200),
  restartAges: z.array(age).max(100),
  gaveUpAge: age.nullable(),
  coolDown: z
    .object({ how: z.enum(['lowered', 'asleep']), age, holdMs: age, isLowered: z.boolean() })
    .nullable(),
  coolDownAges: z.array(age).max(1_000),
}) satisfies z.ZodType<KeptMinerRules>
/** What the owner set of a miner's power from shore: what it comes back to. */
const OwnPowerSchema = z.object({
  mode: z.enum(['low', 'normal', 'high']).nullable(),
  watts: z.number().min(1).max(100_000).nullable(),
})
const LineSchema = z.object({
  /** By the clock of what is sent, ms. */
  at: z.number().int(),
  kind: z.enum(ruleEventKinds),
  deviceKey: z.string().max(200),
  /** By the contract's own schema. */
  rule: z.custom<z.infer<typeof RuleNoteSchema>>((value) => RuleNoteSchema.safeParse(value).success),
})
const FileSchema = z.object({
  version: z.literal(1),
  /** By the wall clock, ms. */
  savedAt: z.number().int(),
  told: z.object({
    version: z.number().int().min(0),
    settings: z.custom<RuleSettings>((value) => RuleSettingsOnBoardSchema.safeParse(value).success),
  }),
  miners: z.array(MinerSchema).max(10_000),
  own: z.record(z.string().max(200), OwnPowerSchema),
  log: z.array(LineSchema).max(100),
})

export type OwnPower = z.infer<typeof OwnPowerSchema>
/** One thing that a rule did. */
export type RuleLine = z.infer<typeof LineSchema>

/** What the rules keep over a restart of the box. */
export type KeptRules = {
  /** What shore sent last; in the file it is `told`. */
  shore: { version: number; settings: RuleSettings }
  memory: RuleMemory
  own: ReadonlyMap<string, OwnPower>
  /** Newest first. */
  log: readonly RuleLine[]
}

export type RuleStore = {
  before: KeptRules
  /** False: it is not on disk. */
  write(kept: KeptRules): Promise<boolean>
}

/** Opens what is kept in `path`. Where that cannot be read no rule is on until shore sends them again. */
export async function openRuleStore(path: string, clock: Clock, log: Logger): Promise<RuleStore> {
  const file = await read(path, log)
  let writing: Promise<boolean> = Promise.resolve(true)
  return {
    before: {
      shore: file?.told ?? { version: 0, settings: noRules },
      memory:
        file === null ? new Map() : restoreRules(file.miners, clock.monotonic(), clock.now() - file.savedAt),
      own: new Map(Object.entries(file?.own ?? {})),
      log: file?.log ?? [],
    },
    write({ shore, memory, own, log: lines }) {
      const text = JSON.stringify({
        version: 1,
        savedAt: Math.round(clock.now()),
        told: shore,
        miners: keepRules(memory, clock.monotonic()),
        own: Object.fromEntries(own),
        log: [...lines],
      } satisfies z.infer<typeof FileSchema>)
      writing = writing
        .then(() => writeFileAtomically(path, text))
        .then(() => true)
        .catch((error: unknown) => {
          log.error({ error: errorText(error) }, 'what the rules did could not be kept')
          return false
        })
      return writing
    },
  }
}

async function read(path: string, log: Logger): Promise<z.infer<typeof FileSchema> | null> {
  try {
    return FileSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.error({ error: errorText(error) }, 'the rules cannot be read: none is on until shore sends them')
    return null
  }
}
