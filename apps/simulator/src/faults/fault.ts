import { z } from 'zod'

/** What stands in the place of texts or figures of a poisoned answer. All of it is legal JSON. */
export const poisonForms = [
  'half-character',
  'nul',
  'long-text',
  'huge-figures',
  'uint32-figures',
  'negative-figures',
  'texts-for-figures',
  'deep-figures',
] as const
export type PoisonForm = (typeof poisonForms)[number]

const EndpointFilter = z.enum(['rpc', 'web', 'power']).optional()

/**
 * Something wrong with a device. Line faults act on what travels (`on` limits them to one interface), body faults act
 * on the machine itself and show in every answer. To add one: a member here, its line in `lineEffect` or `bodyInputs`,
 * and a row in the README.
 */
export const FaultSchema = z.discriminatedUnion('kind', [
  /** Accepts connections and never answers. */
  z.object({ kind: z.literal('hung'), on: EndpointFilter }),
  /** Port closed. */
  z.object({ kind: z.literal('refused'), on: EndpointFilter }),
  /** Ends after `fraction` of the answer, like a firmware whose send loop gives up. */
  z.object({
    kind: z.literal('truncated'),
    on: EndpointFilter,
    fraction: z.number().min(0).max(1).default(0.6),
  }),
  /** Answers something that is not an answer. */
  z.object({
    kind: z.literal('garbage'),
    on: EndpointFilter,
    form: z.enum(['bytes', 'empty', 'html', 'missing-comma', 'proxy-refused']).default('bytes'),
  }),
  /** A whole answer of the right form with impossible values in it. */
  z.object({
    kind: z.literal('poisoned'),
    on: EndpointFilter,
    form: z.enum(poisonForms).default('half-character'),
  }),
  /** The right answer, a few bytes at a time. */
  z.object({
    kind: z.literal('slow-drip'),
    on: EndpointFilter,
    bytesPerStep: z.number().int().min(1).default(64),
    stepMs: z.number().min(1).default(250),
  }),
  /** The right answer, late. */
  z.object({ kind: z.literal('slow-answer'), on: EndpointFilter, delayMs: z.number().min(0).default(3000) }),
  /** Goes away for `downMs`, comes back with its counters at zero. Ends by itself. */
  z.object({ kind: z.literal('reboot'), downMs: z.number().min(0).default(45_000) }),
  /** Coolant warmer by `addC`; from about 35 on the chips stop by themselves. */
  z.object({ kind: z.literal('hot'), addC: z.number().default(18) }),
  /** One board gives nothing; boards count from 0. */
  z.object({ kind: z.literal('dead-board'), board: z.number().int().min(0).default(0) }),
  /** The first pool, or all of them, do not answer. */
  z.object({ kind: z.literal('pool-dead'), pools: z.enum(['first', 'all']).default('all') }),
  /** Hangs: on and connected, and no board gives anything until it is restarted. */
  z.object({ kind: z.literal('stuck') }),
  /** Put to sleep: reachable, hashing nothing. */
  z.object({ kind: z.literal('idle') }),
])

/** A fault with all its parameters. */
export type Fault = z.infer<typeof FaultSchema>
/** A fault as requested; parameters have defaults. */
export type FaultRequest = z.input<typeof FaultSchema>
/** Name of a fault. */
export type FaultKind = Fault['kind']
/** One of the ways in which a device is reached. */
export type EndpointRole = 'rpc' | 'web' | 'power'

/** All names of faults. */
export const faultKinds: readonly FaultKind[] = FaultSchema.options.map((option) => option.shape.kind.value)

/** What happens to an answer on its way out. */
export type LineEffect =
  | { kind: 'none' }
  | { kind: 'hung' }
  | { kind: 'truncated'; fraction: number }
  | { kind: 'garbage'; form: 'bytes' | 'empty' | 'html' | 'missing-comma' | 'proxy-refused' }
  | { kind: 'poisoned'; form: PoisonForm }
  | { kind: 'slow-drip'; bytesPerStep: number; stepMs: number }
  | { kind: 'slow-answer'; delayMs: number }

const LINE_ORDER = ['hung', 'garbage', 'poisoned', 'truncated', 'slow-drip', 'slow-answer'] as const

/** The effect on answers of one interface; the worst of several faults wins. */
export function lineEffect(faults: Iterable<Fault>, role: EndpointRole): LineEffect {
  const present = [...faults].filter(
    (fault) => !('on' in fault) || fault.on === undefined || fault.on === role,
  )
  for (const kind of LINE_ORDER) {
    const fault = present.find((candidate) => candidate.kind === kind)
    if (!fault) continue
    switch (fault.kind) {
      case 'hung':
        return { kind: 'hung' }
      case 'garbage':
        return { kind: 'garbage', form: fault.form }
      case 'truncated':
        return { kind: 'truncated', fraction: fault.fraction }
      case 'poisoned':
        return { kind: 'poisoned', form: fault.form }
      case 'slow-drip':
        return { kind: 'slow-drip', bytesPerStep: fault.bytesPerStep, stepMs: fault.stepMs }
      case 'slow-answer':
        return { kind: 'slow-answer', delayMs: fault.delayMs }
    }
  }
  return { kind: 'none' }
}

/** Whether the port of an interface is closed. */
export function isClosed(faults: Iterable<Fault>, role: EndpointRole): boolean {
  for (const fault of faults) {
    if (fault.kind === 'reboot') return true
    if (fault.kind === 'refused' && (fault.on === undefined || fault.on === role)) return true
  }
  return false
}

/** The part of a miner's physical inputs that faults decide. */
export type BodyInputs = {
  asleep: boolean
  deadBoards: ReadonlySet<number>
  deadPools: 'none' | 'first' | 'all'
  extraHeatC: number
}

/** No model has more. */
const mostBoards = 16

/** Collects the faults that act on the machine itself. */
export function bodyInputs(faults: Iterable<Fault>): BodyInputs {
  const deadBoards = new Set<number>()
  const inputs = { asleep: false, deadBoards, deadPools: 'none' as BodyInputs['deadPools'], extraHeatC: 0 }
  for (const fault of faults) {
    // Neither a sleeping unit nor one that is restarting does any work.
    if (fault.kind === 'idle' || fault.kind === 'reboot') inputs.asleep = true
    if (fault.kind === 'hot') inputs.extraHeatC += fault.addC
    if (fault.kind === 'dead-board') deadBoards.add(fault.board)
    if (fault.kind === 'stuck') for (let board = 0; board < mostBoards; board += 1) deadBoards.add(board)
    if (fault.kind === 'pool-dead') inputs.deadPools = fault.pools
  }
  return inputs
}
