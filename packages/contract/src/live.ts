import { fleetPageLength } from '@shipminer/domain/fleet/miner-list'
import * as z from 'zod/mini'
import { AlertSchema, ControllerSchema, MinerLiveSchema, OverviewSummarySchema } from './mining.ts'
import { MomentSchema } from './moment.ts'
import { EnvironmentSampleSchema } from './power/environment.ts'

/**
 * Live values over `/ws`. The client's first message carries its access token (never the address), then it subscribes to its fleet,
 * gets one `snapshot` and after it what changed, at most two messages a second. On reconnect it starts over. Server pings every 15 s.
 *
 * After the snapshot the server keeps quiet about what no eye would see: a value that moved less than its deadband is not sent, and totals
 * are those of the values that were sent. That values are fresh is sent for a whole controller at once (`ages`).
 */
export const LiveToServerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticate'), token: z.string().check(z.maxLength(200)) }),
  /** `saver`: messages come less often and in coarser steps. */
  z.object({ type: z.literal('subscribe'), topic: z.literal('fleet'), saver: z.optional(z.boolean()) }),
  /** Which miners are looked at. Of a large fleet values of no others are sent; a small one is sent whole. */
  z.object({
    type: z.literal('view'),
    ids: z.array(MinerLiveSchema.shape.id).check(z.maxLength(fleetPageLength * 2)),
  }),
])
export type LiveToServer = z.infer<typeof LiveToServerSchema>

/** What a follower on board reported last. */
export const LivePowerSchema = z.object({
  controllerId: z.string(),
  receivedAt: MomentSchema,
  sample: EnvironmentSampleSchema,
})
export type LivePower = z.infer<typeof LivePowerSchema>

/** Of a known miner only what changed, with the time of the sample. */
export const MinerChangeSchema = z.extend(z.partial(MinerLiveSchema), {
  id: MinerLiveSchema.shape.id,
  sampledAt: MinerLiveSchema.shape.sampledAt,
  receivedAt: MinerLiveSchema.shape.receivedAt,
})
export type MinerChange = z.infer<typeof MinerChangeSchema>

/** What is known with what changed of it: what a message leaves out stays. */
export function withChange<Known extends object>(
  known: Known,
  change: { [Name in keyof Known]?: Known[Name] | undefined },
): Known {
  return { ...known, ...change }
}

/**
 * Miners of a controller whose sample was of `from` or later have one of `at` now that says the same, but for those in `not`.
 * `power`: the same of what its follower reports, by the time of receipt.
 */
export const LiveAgeSchema = z.object({
  from: z.optional(MomentSchema),
  at: z.optional(MomentSchema),
  not: z.optional(z.array(MinerLiveSchema.shape.id)),
  power: z.optional(MomentSchema),
})
export type LiveAge = z.infer<typeof LiveAgeSchema>

/** Of a follower's report only what changed. */
export const PowerChangeSchema = z.extend(LivePowerSchema, { sample: z.partial(EnvironmentSampleSchema) })
export type PowerChange = z.infer<typeof PowerChangeSchema>

/** A report with what changed of it. */
export function withPowerChange(known: LivePower | undefined, change: PowerChange): LivePower {
  return { ...change, sample: { ...known?.sample, ...change.sample } as LivePower['sample'] }
}

export const LiveToClientSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticated'), serverTime: MomentSchema }),
  z.object({ type: z.literal('refused'), code: z.string() }),
  z.object({
    type: z.literal('snapshot'),
    serverTime: MomentSchema,
    summary: OverviewSummarySchema,
    controllers: z.array(ControllerSchema),
    power: z.array(LivePowerSchema),
    miners: z.array(MinerLiveSchema),
    /** `miners` are those that are looked at, of a fleet that is larger. */
    part: z.optional(z.boolean()),
    alerts: z.array(AlertSchema),
  }),
  /** Only what changed, of totals and alerts too. An unknown id of a miner means a new one, then the list is fetched again. */
  z.object({
    type: z.literal('changes'),
    serverTime: MomentSchema,
    summary: z.optional(z.partial(OverviewSummarySchema)),
    controllers: z.optional(z.array(ControllerSchema)),
    power: z.optional(z.array(PowerChangeSchema)),
    miners: z.optional(z.array(MinerChangeSchema)),
    alerts: z.optional(z.array(AlertSchema)),
  }),
  /** Nothing changed but the ages of values, by controller. */
  z.object({ type: z.literal('ages'), serverTime: MomentSchema, ages: z.record(z.string(), LiveAgeSchema) }),
  z.object({ type: z.literal('heartbeat'), serverTime: MomentSchema }),
])
export type LiveToClient = z.infer<typeof LiveToClientSchema>
