import { meterParts } from '@shipminer/domain/generator/load/meter-identity'
import * as z from 'zod/mini'
import { SharedSchema } from '../account/crew.ts'
import { endpoint } from '../endpoint.ts'
import { int32, outsideInt, outsideText, outsideWords, RowIdSchema } from '../from-outside.ts'
import { DeviceKeySchema } from '../telemetry.ts'
import { RuleNoteSchema, ruleEventKinds } from './rules.ts'

/** Power figures in whole watts; null is unknown. */
const watts = outsideInt()
const devices = z.int().check(z.minimum(0), z.maximum(int32.max))

/** What the power follower is doing, as it reports itself. */
export const FollowerStateSchema = z.enum([
  /** No generator is set up on board; nothing is followed. */
  'off',
  /** Room enough: everything may mine. */
  'free',
  /** Some or all miners gave way. */
  'curtailed',
  /** Holding before miners come back. */
  'holding',
  'restoring',
  /** No fresh reading: everything is off. */
  'load-unknown',
  /** The crew stopped everything; only the crew releases it. */
  'master-stop',
  'quiet-hours',
  'shore-power',
  /** There is room, and miners rest for the sake of the fuel; `worth` says why. */
  'not-worth',
  /** The miners’ cooling water does not flow: everything is off. */
  'no-cooling',
])
export type FollowerState = z.infer<typeof FollowerStateSchema>

/** One moment of the power budget on board, kept in the spool like samples. */
export const EnvironmentSampleSchema = z.object({
  at: z.int(),
  /** The period this covers, ending at `at`. */
  periodSeconds: z.int().check(z.minimum(1), z.maximum(300)),
  state: FollowerStateSchema,
  capacityWatts: watts,
  generatorLoadWatts: watts,
  /** Generator load less measured mining load. */
  shipLoadWatts: watts,
  miningLoadWatts: watts,
  /** What mining may take at most now. */
  allowedMiningWatts: watts,
  curtailedDevices: devices,
  curtailedWatts: watts,
  disobedientDevices: devices,
  /** What the generator carried on average over its last 24 running hours, and what its rating allows, percent; null is unknown or no such limit. */
  meanLoadPercent: outsideInt(0, 1_000),
  meanLimitPercent: outsideInt(0, 1_000),
  /** What holds miners back though there is room below the limit, such as `mean-load`, `low-frequency`, `low-voltage`, `not-checked` or `meter-doubted`; a page may not know the word. */
  heldBackBy: outsideWords(40),
  /** Why miners rest although there is room, such as `not-worth` or `worth-unknown`; a page may not know the word. */
  worth: outsideWords(40),
  /** Fuel for one kilowatt hour more and what it earns, thousandths of a cent; and how old the figures of the market are. */
  costMillicentsPerKwh: outsideInt(0),
  earnsMillicentsPerKwh: outsideInt(0),
  marketAgeSeconds: outsideInt(0),
  /** What miners alone make the set burn, grams and thousandths of a cent an hour. */
  fuelGramsPerHour: outsideInt(0),
  fuelMillicentsPerHour: outsideInt(0),
  /** Whether the set has its least load by itself (`own`), only with miners (`held`), or not (`below`). */
  minimumLoad: outsideWords(20),
  /** Time within the period in which the load was above the limit and above what the set can give, ms. */
  overLimitMs: outsideInt(0),
  overCapacityMs: outsideInt(0),
})
export type EnvironmentSample = z.infer<typeof EnvironmentSampleSchema>

/** Why miners were commanded to give way or come back. */
export const PowerEventSchema = z.object({
  at: z.int(),
  kind: z.enum([
    'overload',
    'curtailed',
    'restored',
    'readings-lost',
    'readings-back',
    'master-stop',
    'master-released',
    'disobedient',
    'settings-changed',
    /** The contactor took the power of the boxes away, or gave it back. Locked: a person on board has to check first. */
    'contactor-opened',
    'contactor-locked',
    'contactor-closed',
    /** A miner ran although its owner had stopped it, and was stopped again. */
    'ran-against-stop',
    /** Miners gave way before a step of the ship that had announced itself. */
    'making-room',
    /** The cooling water stopped flowing, and flows again. */
    'cooling-lost',
    'cooling-back',
    /** Miners rest because their fuel costs more than they earn, or that is not known; and run again. */
    'not-worth',
    'worth-again',
    /** The overload contact asked for power. */
    'ship-asked',
    /** The meter no longer moves by what miners do that start and stop, or another one answers: what the check found of it holds no more. */
    'meter-doubted',
    /** The load fits again after the ship asked: `tookMs` after the reading that showed it. */
    'gave-way',
    ...ruleEventKinds,
  ]),
  deviceKey: z.nullable(DeviceKeySchema),
  watts,
  tookMs: z.optional(outsideInt(0)),
  /** Why a rule acted, with the reading; only of events of rules. */
  rule: z.optional(z.catch(z.nullable(RuleNoteSchema), null)),
})
export type PowerEvent = z.infer<typeof PowerEventSchema>

/** Files of a box that could not be read: its settings and limits, or the result of its check at commissioning. */
export const UnreadableSchema = z.array(z.enum(['settings', 'check'])).check(z.maxLength(2))
export type Unreadable = z.infer<typeof UnreadableSchema>[number]

/** Another meter answers a box than the one that was checked: what shows it, and what that was. */
export const OtherMeterSchema = z.object({
  part: z.enum(meterParts),
  is: outsideText(64),
  was: outsideText(64),
})

/** Settings of a ship. Limits set on board win over these when they are stricter. */
export const PowerSettingsSchema = z.strictObject({
  capacityKw: z.number().check(z.minimum(1), z.maximum(10_000)),
  /** Share of the capacity that may be used in all, percent. */
  limitPercent: z.int().check(z.minimum(10), z.maximum(100)),
  reserveKw: z.number().check(z.minimum(0), z.maximum(10_000)),
  holdSeconds: z.int().check(z.minimum(30), z.maximum(86_400)),
  /** Miners in the order in which they give way, by id (by device key on the line); those not named go by least revenue for their power. */
  order: z.array(z.string().check(z.maxLength(130))).check(z.maxLength(1000)),
  /** Local times of the ship in which nothing mines, `HH:MM`; an end before its start is on the next day. */
  quietHours: z
    .array(
      z.strictObject({
        from: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
        to: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
      }),
    )
    .check(z.maxLength(8)),
  /** What may be used on shore power or batteries; null: no mining on them. */
  shoreCapacityKw: z.nullable(z.number().check(z.minimum(1), z.maximum(10_000))),
  batteryCapacityKw: z.nullable(z.number().check(z.minimum(1), z.maximum(10_000))),
})
export type PowerSettings = z.infer<typeof PowerSettingsSchema>

export const EnvironmentPointSchema = z.object({
  at: z.int(),
  generatorLoadWatts: watts,
  shipLoadWatts: watts,
  miningLoadWatts: watts,
  allowedMiningWatts: watts,
  /** Seconds of the step in which miners gave way. */
  curtailedSeconds: z.int(),
  coverage: z.number(),
})

export const MiningShipSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  generatorCapacityKw: z.nullable(z.int()),
  /** Its days begin and end here. */
  timeZone: z.string(),
  controllers: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
  minerCount: z.int(),
  onlineMiners: z.int(),
  hashrateThs: z.nullable(z.number()),
  powerWatts: z.nullable(z.number()),
  /** Null: no generator is being followed. */
  follower: z.nullable(FollowerStateSchema),
  shared: z.optional(SharedSchema),
})
export type MiningShip = z.infer<typeof MiningShipSchema>

/** Spare energy over a span, watt hours, and what giving way cost. */
export const PowerReportSchema = z.object({
  from: z.int(),
  to: z.int(),
  spareWh: z.nullable(z.int()),
  usedWh: z.nullable(z.int()),
  curtailedSeconds: z.int(),
  /** Estimated revenue lost while curtailed, satoshi. */
  lostSat: z.nullable(z.int()),
})

const params = z.object({ id: z.string().check(z.maxLength(64)) })
const controllerParams = z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) })

export const environmentEndpoints = {
  miningShips: endpoint({
    method: 'GET',
    path: '/mining/ships',
    summary: 'The ships of the caller with what mines on them.',
    auth: 'user',
    keyScope: 'read',
    data: z.object({
      serverTime: z.int(),
      ships: z.array(MiningShipSchema),
      /** Of what concerns all ships together: the zone of the first one. */
      timeZone: z.string(),
    }),
    errors: ['unauthorized'],
  }),
  miningShip: endpoint({
    method: 'GET',
    path: '/mining/ships/{id}',
    summary: 'One ship with what mines on it.',
    auth: 'user',
    keyScope: 'read',
    params,
    data: z.object({ serverTime: z.int(), ship: MiningShipSchema }),
    errors: ['unauthorized', 'ship-not-found'],
  }),
  miningShipMiners: endpoint({
    method: 'GET',
    path: '/mining/ships/{id}/miners',
    summary: 'Ids of the miners of one ship; their values are those of /dashboard/miners.',
    auth: 'user',
    keyScope: 'read',
    params,
    data: z.object({ serverTime: z.int(), minerIds: z.array(z.string()) }),
    errors: ['unauthorized', 'ship-not-found'],
  }),
  assignController: endpoint({
    method: 'PUT',
    path: '/mining/controllers/{id}',
    summary: 'Puts a controller of the caller on a ship, or takes it off; names it.',
    auth: 'user',
    params: controllerParams,
    body: z.strictObject({
      shipId: z.optional(z.nullable(z.uuid())),
      name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.regex(/^\P{Cc}*$/u))),
    }),
    data: z.object({}),
    errors: ['unauthorized', 'not-found', 'ship-not-found', 'invalid-request'],
  }),
  shipEnvironment: endpoint({
    method: 'GET',
    path: '/mining/ships/{id}/environment',
    summary:
      'Generator, ship load, mining load and headroom of a ship: now, as a chart, and what gave way and why.',
    auth: 'user',
    keyScope: 'read',
    params,
    query: z.object({
      hours: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9528)), 24),
      /** Ms of the server's clock: only points and events from about then on, for one who has the rest. */
      since: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8_640_000_000_000_000))),
    }),
    data: z.object({
      serverTime: z.int(),
      /** The latest value of each controller on the ship. */
      now: z.array(
        z.object({ controllerId: z.string(), receivedAt: z.int(), sample: EnvironmentSampleSchema }),
      ),
      stepSeconds: z.int(),
      /** From when on points and events are reported. */
      tellsFrom: z.int(),
      points: z.array(EnvironmentPointSchema),
      events: z.array(
        z.object({
          ...PowerEventSchema.shape,
          minerId: z.nullable(RowIdSchema),
          minerName: z.nullable(z.string()),
        }),
      ),
      /** What the owner set; null: nothing was set here. `effective`: what the controller follows, limits on board included. */
      settings: z.nullable(PowerSettingsSchema),
      effective: z.nullable(PowerSettingsSchema),
      /** What boxes of this ship say that they could not read, and nobody on board has set right since. */
      unreadable: UnreadableSchema,
      /** Another meter answers a box of this ship than the one that was checked; null: nothing shows that. */
      otherMeter: z.nullable(OtherMeterSchema),
      /** How many boxes of this ship follow a generator. */
      followers: z.int(),
      report: PowerReportSchema,
    }),
    errors: ['unauthorized', 'ship-not-found'],
  }),
  savePowerSettings: endpoint({
    method: 'PUT',
    path: '/mining/ships/{id}/power-settings',
    summary: 'Sets how a ship’s miners follow its generator. They count when the controller has them.',
    auth: 'user',
    params,
    body: PowerSettingsSchema,
    data: z.object({ settings: PowerSettingsSchema }),
    errors: ['unauthorized', 'ship-not-found', 'invalid-request'],
  }),
  previewPowerSettings: endpoint({
    method: 'POST',
    path: '/mining/ships/{id}/power-settings/preview',
    summary: 'Replays the load of the last week with other settings.',
    auth: 'user',
    params,
    body: PowerSettingsSchema,
    data: z.object({ present: PowerReportSchema, preview: PowerReportSchema, warnings: z.array(z.string()) }),
    errors: ['unauthorized', 'ship-not-found', 'invalid-request', 'rate-limited'],
    limit: { max: 30, windowMs: 60_000 },
  }),
}
