import {
  type MinerState,
  type MinerStateReason,
  minerStateKinds,
  minerStateReasons,
} from '@shipminer/domain/fleet/miner-state'
import * as z from 'zod/mini'
import { SharedSchema } from './account/crew.ts'
import { endpoint } from './endpoint.ts'
import { RowIdSchema } from './from-outside.ts'
import { MemoryStateSchema } from './memory.ts'
import { MomentSchema } from './moment.ts'
import { OtherMeterSchema } from './power/environment.ts'
import { DeviceDetailSchema, DeviceFaultSchema, DeviceStateSchema } from './telemetry.ts'

const known = z.nullable(z.number())
const Id = RowIdSchema
const IdParams = z.object({ id: Id })

/** `unreported`: known to exist, never sampled. Only `online` counts as online (docs/product.md 9.3). */
export const MinerStatusSchema = z.enum(['online', 'stale', 'offline', 'unreported'])
const reasons = Object.values(minerStateReasons).flat() as MinerStateReason[]
/**
 * The one state of a miner with its reason, at the moment of the answer. A page ages it with the domain's `agedState`, and concludes nothing
 * about a miner from other fields.
 */
export const MinerStateSchema = z.object({
  kind: z.enum(minerStateKinds),
  reason: z.enum(reasons),
}) satisfies z.ZodMiniType<MinerState>

export const UnreachableSchema = z.enum([
  'timeout',
  'refused',
  'no-route',
  'closed',
  'garbled',
  'unidentified',
])

/**
 * Expected earnings of a span: whole satoshi, and euro cents at the last known price. `basis` says what they are based on
 * (accepted share difficulty, or hash rate × time where a device reports none; `mixed` in totals). Null is unknown; a solo miner has none.
 */
export const EarningsSchema = z.object({
  sat: z.int(),
  cents: z.nullable(z.int()),
  basis: z.enum(['shares', 'hashrate', 'mixed']),
})
export type Earnings = z.infer<typeof EarningsSchema>

/** The values of a miner that change with every sample. Times are ms of the server's clock. */
export const MinerLiveSchema = z.object({
  id: Id,
  sampledAt: z.nullable(MomentSchema),
  receivedAt: z.nullable(MomentSchema),
  /** What the device itself reports; `minerState` is what is concluded from it and from what was ordered. */
  state: z.nullable(DeviceStateSchema),
  minerState: MinerStateSchema,
  unreachable: z.nullable(UnreachableSchema),
  hashrateThs: known,
  powerWatts: known,
  temperatureC: known,
  uptimeSeconds: known,
  /** Shares of the day so far (UTC). */
  acceptedShares: known,
  rejectedShares: known,
  alertCount: z.int(),
})
export type MinerLive = z.infer<typeof MinerLiveSchema>

/** A miner with everything its card shows. `trend` is the 24 h hash rate in TH/s, oldest first, gaps null; only where the list is short. */
export const MinerSchema = z.object({
  ...MinerLiveSchema.shape,
  /** By age at the moment of the answer; a page recomputes it with the domain's `minerStatus`. */
  status: MinerStatusSchema,
  name: z.string(),
  model: z.nullable(z.string()),
  manufacturer: z.nullable(z.string()),
  firmware: z.nullable(z.string()),
  driver: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  port: z.nullable(z.int()),
  macAddress: z.nullable(z.string()),
  poolUrl: z.nullable(z.string()),
  worker: z.nullable(z.string()),
  location: z.nullable(z.string()),
  group: z._default(z.nullable(z.string()), null),
  notes: z.nullable(z.string()),
  controllerId: z.string(),
  controllerName: z.string(),
  pollIntervalMs: z.int(),
  expectedHashrateThs: known,
  solo: z.nullable(z.boolean()),
  earningsToday: z.nullable(EarningsSchema),
  earningsMonth: z.nullable(EarningsSchema),
  trend: z.nullable(z.array(known)),
})
export type Miner = z.infer<typeof MinerSchema>

export const ControllerSchema = z.object({
  id: z.string(),
  name: z.string(),
  location: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  status: z.enum(['online', 'silent', 'never-seen']),
  lastSeenAt: z.nullable(MomentSchema),
  version: z.nullable(z.string()),
  pollIntervalMs: z.int(),
  connectedMiners: z.int(),
  /** Samples lost on board, as last reported. */
  droppedSamples: z.nullable(z.int()),
  /** As last reported; null: it did not. */
  memory: z.nullable(MemoryStateSchema),
  shared: z.optional(SharedSchema),
})
export type Controller = z.infer<typeof ControllerSchema>

/** Names of docs/product.md 3.6; hash rate in TH/s, power in W, temperature in °C. Totals count fresh values: `…Known` of `onlineDevices` knew the figure. */
export const OverviewSummarySchema = z.object({
  totalDevices: z.int(),
  onlineDevices: z.int(),
  staleDevices: z.int(),
  offlineDevices: z.int(),
  /** How many miners are in each state. */
  states: z.record(z.enum(minerStateKinds), z.int()),
  /** Those of them that a person should look at, by their state alone. */
  needAttention: z.int(),
  totalHashRate: known,
  hashRateKnown: z.int(),
  totalPowerConsumption: known,
  powerKnown: z.int(),
  totalEarningsToday: z.nullable(EarningsSchema),
  totalEarningsMonth: z.nullable(EarningsSchema),
  averageTemperature: known,
  alertsCount: z.int(),
})
export type OverviewSummary = z.infer<typeof OverviewSummarySchema>

/** What earnings are computed from, so that a page can state it. */
export const NetworkInputsSchema = z.object({
  difficulty: z.number(),
  blockHeight: z.int(),
  subsidySat: z.int(),
  feesSatPerBlock: z.int(),
  networkSource: z.string(),
  networkObservedAt: MomentSchema,
  /** True when no source could be reached and the value built into the product is used. */
  networkBuiltIn: z.boolean(),
  centsPerBtc: z.nullable(z.int()),
  priceSource: z.nullable(z.string()),
  priceObservedAt: z.nullable(MomentSchema),
  poolFeeBasisPoints: z.int(),
})
export type NetworkInputs = z.infer<typeof NetworkInputsSchema>

export const AlertSchema = z.object({
  id: z.string(),
  kind: z.enum([
    'miner-offline',
    'miner-stale',
    'controller-silent',
    'low-hashrate',
    'overheat',
    'dead-board',
    'fan-fault',
    'device-fault',
    'pool-down',
    'pool-fallback',
    'pool-changed',
    'high-rejects',
    'block-found',
    'overload-repeated',
    'readings-lost',
    'meter-doubted',
    'device-disobedient',
    'miner-idle',
    'against-stop',
    'all-pools-down',
    'all-miners-silent',
    'all-miners-idle',
    'memory-restored',
    'key-shared',
    'stranger-silent',
    'rule-gave-up',
  ]),
  severity: z.enum(['info', 'warning', 'critical']),
  status: z.enum(['active', 'acknowledged', 'resolved']),
  minerId: z.nullable(Id),
  minerName: z.nullable(z.string()),
  /** What the device said of itself when the alert was raised, as far as it explains it. */
  faults: z.array(DeviceFaultSchema),
  /** Another meter answered than the one that was checked: what showed it. */
  otherMeter: z._default(z.nullable(OtherMeterSchema), null),
  controllerId: z.string(),
  controllerName: z.string(),
  /** For how many miners this one alert stands, where it stands for all of a controller. */
  standsFor: z._default(z.nullable(z.int()), null),
  raisedAt: MomentSchema,
  resolvedAt: z.nullable(MomentSchema),
  /** When it went to the second person, for nobody had acknowledged it. */
  escalatedAt: z._default(z.nullable(MomentSchema), null),
})
export type Alert = z.infer<typeof AlertSchema>

/** A miner's chance at a whole block, mining solo: never an expected income. */
export const SoloOddsSchema = z.object({
  probabilityDay: z.number(),
  probabilityYear: z.number(),
  meanYears: z.nullable(z.number()),
  bestShareDifficulty: known,
  blocksFound: z.nullable(z.int()),
})
export type SoloOdds = z.infer<typeof SoloOddsSchema>

/** One step of a chart: mean hash rate and power, hottest temperature, over what was sampled in it. `coverage` is 0 to 1. */
export const PerformancePointSchema = z.object({
  at: z.int(),
  hashrateThs: known,
  powerWatts: known,
  temperatureMaxC: known,
  acceptedShares: known,
  rejectedShares: known,
  coverage: z.number(),
})
export type PerformancePoint = z.infer<typeof PerformancePointSchema>

/** One step of the fleet together: sums of the means, and the hottest miner. Null where nothing was measured. */
export const TrendPointSchema = z.object({
  at: z.int(),
  hashrateThs: known,
  powerWatts: known,
  temperatureMaxC: known,
})
export type TrendPoint = z.infer<typeof TrendPointSchema>

/** `stats` entry of docs/product.md 3.6, over a period. */
export const DeviceStatsSchema = z.object({
  device_id: Id,
  period: z.string(),
  hashrate: known,
  power_consumption: known,
  miner: MinerSchema,
  detail: z.nullable(DeviceDetailSchema),
  odds: z.nullable(SoloOddsSchema),
})
export type DeviceStats = z.infer<typeof DeviceStatsSchema>

const Period = z.enum(['1h', '24h', '7d', '30d'])
/** Means over a period; null is unknown. Hash rate in TH/s, power in W, as docs/product.md 3.6 names them. */
const StatsAnswerSchema = z.object({
  serverTime: MomentSchema,
  period: Period,
  stats: z.array(z.object({ device_id: Id, hashrate: known, power_consumption: known })),
})

const PeriodQuery = z.object({ period: z._default(Period, '24h') })

export const miningEndpoints = {
  dashboardMiners: endpoint({
    method: 'GET',
    path: '/dashboard/miners',
    summary: 'Every miner of the caller with its latest values.',
    auth: 'user',
    keyScope: 'read',
    data: z.object({
      serverTime: MomentSchema,
      miners: z.array(MinerSchema),
      controllers: z.array(ControllerSchema),
    }),
    errors: ['unauthorized', 'dashboard-unavailable'],
  }),
  dashboardMinerStats: endpoint({
    method: 'GET',
    path: '/dashboard/miners/{id}/stats',
    summary: 'One miner: latest values, details, and means over a period (default 24h).',
    auth: 'user',
    keyScope: 'read',
    params: IdParams,
    query: PeriodQuery,
    data: DeviceStatsSchema,
    errors: ['unauthorized', 'not-found'],
  }),
  miningDashboard: endpoint({
    method: 'GET',
    path: '/mining/dashboard',
    summary: 'Totals over the fleet, open alerts, and what earnings are computed from.',
    auth: 'user',
    keyScope: 'read',
    data: z.object({
      serverTime: MomentSchema,
      offlineAfterMs: z.int(),
      summary: OverviewSummarySchema,
      alerts: z.array(AlertSchema),
      network: NetworkInputsSchema,
    }),
    errors: ['unauthorized', 'dashboard-unavailable'],
  }),
  miningTrends: endpoint({
    method: 'GET',
    path: '/mining/trends',
    summary: 'Hash rate, power and highest temperature of the last 24 hours, of the fleet or one ship.',
    auth: 'user',
    keyScope: 'read',
    query: z.object({ shipId: z.optional(z.uuid()) }),
    data: z.object({
      serverTime: MomentSchema,
      stepSeconds: z.int(),
      /** Oldest first; a step without any sample is missing. */
      points: z.array(TrendPointSchema),
    }),
    errors: ['unauthorized'],
  }),
  miningDevices: endpoint({
    method: 'GET',
    path: '/mining/devices',
    summary: 'The same miners as a plain list of devices.',
    auth: 'user',
    keyScope: 'read',
    data: z.object({ serverTime: MomentSchema, devices: z.array(MinerSchema) }),
    errors: ['unauthorized'],
  }),
  miningDeviceStats: endpoint({
    method: 'GET',
    path: '/mining/devices/{id}/stats',
    summary: 'One device: latest values, details, and means over a period (default 24h).',
    auth: 'user',
    keyScope: 'read',
    params: IdParams,
    query: PeriodQuery,
    data: DeviceStatsSchema,
    errors: ['unauthorized', 'not-found'],
  }),
  miningStats: endpoint({
    method: 'GET',
    path: '/mining/stats',
    summary: 'Means of every device of the caller, or of one, over a period (default 24h).',
    auth: 'user',
    keyScope: 'read',
    query: z.object({ period: z._default(Period, '24h'), device_id: z.optional(Id) }),
    data: StatsAnswerSchema,
    errors: ['unauthorized', 'invalid-request', 'not-found'],
  }),
  findMiningStats: endpoint({
    method: 'POST',
    path: '/mining/stats',
    summary: 'The same with period and device in the body.',
    auth: 'user',
    body: z.strictObject({ period: z._default(Period, '24h'), device_id: z.optional(Id) }),
    data: StatsAnswerSchema,
    errors: ['unauthorized', 'invalid-request', 'not-found'],
  }),
  minerPerformance: endpoint({
    method: 'GET',
    path: '/mining/miners/{id}/performance',
    summary: 'A chart of one miner over the last hours (default 24, at most 13 months).',
    auth: 'user',
    keyScope: 'read',
    params: IdParams,
    query: z.object({
      hours: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9528)), 24),
    }),
    data: z.object({
      serverTime: MomentSchema,
      stepSeconds: z.int(),
      points: z.array(PerformancePointSchema),
      /** Times without a line to shore: what was measured in them arrived later. */
      backfilled: z.array(z.object({ from: z.int(), to: z.int() })),
    }),
    errors: ['unauthorized', 'not-found'],
  }),
}
