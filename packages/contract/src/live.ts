import * as z from 'zod/mini'
import { AlertSchema, ControllerSchema, MinerLiveSchema, OverviewSummarySchema } from './mining.ts'
import { MomentSchema } from './moment.ts'

/**
 * Live values over `/ws`. The client's first message carries its access token (never the address), then it subscribes to its fleet,
 * gets one `snapshot` and after it `changes`, at most two a second. On reconnect it starts over. Server pings every 15 s.
 */
export const LiveToServerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticate'), token: z.string().check(z.maxLength(200)) }),
  z.object({ type: z.literal('subscribe'), topic: z.literal('fleet') }),
])
export type LiveToServer = z.infer<typeof LiveToServerSchema>

const values = {
  serverTime: MomentSchema,
  summary: OverviewSummarySchema,
  controllers: z.array(ControllerSchema),
  miners: z.array(MinerLiveSchema),
}

export const LiveToClientSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticated'), serverTime: MomentSchema }),
  z.object({ type: z.literal('refused'), code: z.string() }),
  z.object({ type: z.literal('snapshot'), ...values, alerts: z.array(AlertSchema) }),
  /** `miners` and `controllers`: only those that changed; an unknown id means a new one, then the list is fetched again. */
  z.object({ type: z.literal('changes'), ...values, alerts: z.nullable(z.array(AlertSchema)) }),
  z.object({ type: z.literal('heartbeat'), serverTime: MomentSchema }),
])
export type LiveToClient = z.infer<typeof LiveToClientSchema>
