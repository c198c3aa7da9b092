import {
  contactorDefaults,
  type FollowerSettings,
  ratingDefaults,
  settingsProblems,
  settingsRanges,
} from '@shipminer/domain/generator/follower-settings'
import { z } from 'zod'
import { ContactSchema } from './contact-source.ts'
import { HeartbeatOutputSchema } from './heartbeat.ts'
import { exportedMap } from './modbus/meter-presets.ts'
import { ModbusMeterSchema } from './modbus/modbus-source.ts'
import { SunspecMeterSchema } from './modbus/sunspec-source.ts'
import { BrokerSchema } from './mqtt/mqtt-line.ts'
import { MqttMeterSchema } from './mqtt/mqtt-source.ts'
import { VictronMeterSchema } from './mqtt/victron-source.ts'
import { CoolingSchema, GeneratorSetSchema, ReadyStepSchema, SupplySchema } from './set-source.ts'
import { ShellyMeterSchema } from './shelly/shelly-source.ts'

const number = (name: keyof typeof settingsRanges) => {
  const [least, most] = settingsRanges[name]
  return z.number().min(least).max(most)
}
/** How the contactor opens: set on board only. */
const contactor = {
  tripPickupPercent: number('tripPickupPercent'),
  tripTimeMs: number('tripTimeMs'),
  tripUnknownMs: number('tripUnknownMs'),
  tripCoolMs: number('tripCoolMs'),
  tripReturnMs: number('tripReturnMs'),
  tripLockOpenings: number('tripLockOpenings').int(),
  relayDropMs: number('relayDropMs'),
  ratedCurrentAmps: number('ratedCurrentAmps').nullable(),
  nominalHz: number('nominalHz'),
  shedFrequencyPercent: number('shedFrequencyPercent').nullable(),
  nominalVolts: number('nominalVolts'),
  shedVoltagePercent: number('shedVoltagePercent').nullable(),
}
const minute = z.number().int().min(0).max(1_439)
const limits = {
  capacityKw: number('capacityKw'),
  limitPercent: number('limitPercent'),
  meanLimitPercent: number('meanLimitPercent').nullable(),
  reserveKw: number('reserveKw'),
  holdMs: number('holdMs'),
  staleAfterMs: number('staleAfterMs'),
  restoreGroupKw: number('restoreGroupKw'),
  restoreStaggerMs: number('restoreStaggerMs'),
  rampHeadroom: number('rampHeadroom'),
  deadbandKw: number('deadbandKw'),
  maxStartsPerHour: number('maxStartsPerHour'),
  shoreCapacityKw: number('shoreCapacityKw').nullable(),
  batteryCapacityKw: number('batteryCapacityKw').nullable(),
  contactBudgetKw: number('contactBudgetKw').nullable(),
  largestStepKw: number('largestStepKw').nullable(),
  toleratedOverMs: number('toleratedOverMs'),
  ...contactor,
  watchPhases: z.boolean(),
  quietHours: z
    .array(z.object({ fromMinute: minute, toMinute: minute }))
    .max(20)
    .readonly(),
  shedFirst: z.array(z.string().max(200)).max(2_000).readonly(),
}

/** Settings from shore; the master stop is not among them. Settings that an older version did not know take the product's defaults. */
export const ShoreSettingsSchema = z
  .preprocess(
    (kept) =>
      typeof kept === 'object' && kept !== null ? { ...ratingDefaults, ...contactorDefaults, ...kept } : kept,
    z.object(limits),
  )
  .refine((settings) => settingsProblems({ ...settings, masterStop: false }).length === 0, {
    message: 'cannot be followed',
  })
export type ShoreSettings = Omit<FollowerSettings, 'masterStop'>

/** What the crew set on board; each overrides the shore's. */
export const OnBoardLimitsSchema = z.object(limits).partial()

/** How the load is read over Signal K. */
export const SignalKSettingsSchema = z
  .object({
    kind: z.literal('signal-k'),
    baseUrl: z.url({ protocol: /^https?$/ }),
    preset: z.enum([
      'three-phase',
      'single-phase',
      'nmea2000-three-phase',
      'nmea2000-power',
      'engine-load',
      'generator-power',
    ]),
    /** The generators' names in the paths; more than one are added up. */
    ids: z
      .array(z.string().regex(/^[\w.:-]{1,100}$/))
      .min(1)
      .max(8),
    /** Other paths than the preset's, W; none where only the frequency is measured. */
    paths: z
      .array(z.string().regex(/^[\w.:-]{1,200}$/))
      .max(24)
      .nullable()
      .default(null),
    sourceFilter: z.string().max(200).nullable().default(null),
    powerSource: z
      .object({
        path: z.string().max(200),
        shore: z.array(z.string()).max(10),
        battery: z.array(z.string()).max(10),
      })
      .nullable()
      .default(null),
    shipNeedsPower: z.string().max(200).nullable().default(null),
    /** Paths of frequency, Hz, and of the currents of the phases, A: further inputs of the contactor. */
    frequency: z.string().max(200).nullable().default(null),
    currents: z.array(z.string().max(200)).max(12).default([]),
    /** Of the voltages of the phases to neutral, V: a sign of overload. No default: it would make a checked meter another one. */
    voltages: z.array(z.string().max(200)).max(12).optional(),
  })
  .refine(
    ({ paths, frequency }) => paths === null || paths.length > 0 || frequency !== null,
    'needs paths of the power, or of the frequency',
  )

const topic = z.string().regex(/^[^#+\0]{1,200}$/)
/** Whom the box tells its power, state, reserve and alarms; both off where nothing is said. `language` is that of names and messages. */
const TellSchema = z.object({
  language: z.enum(['nl', 'en', 'de', 'ro']).default('nl'),
  signalK: z
    .object({ baseUrl: z.url({ protocol: /^https?$/ }) })
    .nullable()
    .default(null),
  mqtt: BrokerSchema.extend({
    baseTopic: topic.default('shipminer'),
    discoveryPrefix: topic.default('homeassistant'),
  })
    .nullable()
    .default(null),
})

/** A meter, of any kind. */
export const MeterSchema = z.discriminatedUnion('kind', [
  SignalKSettingsSchema,
  ModbusMeterSchema.extend({ kind: z.literal('modbus-tcp') })
    .refine(
      ({ preset, total, phases, frequency }) =>
        preset !== null || total !== null || phases.length > 0 || frequency !== null,
      'needs a preset, a total, phases or a frequency',
    )
    .refine(
      ({ preset, total, phases, voltages, frequency }) =>
        preset !== exportedMap ||
        ((total !== null || phases.length > 0) && voltages.length > 0 && frequency !== null),
      'needs the registers of its power, voltages and frequency',
    ),
  SunspecMeterSchema.extend({ kind: z.literal('sunspec') }),
  ShellyMeterSchema.extend({ kind: z.literal('shelly-rpc') }),
  VictronMeterSchema.extend({ kind: z.literal('victron-mqtt') }),
  MqttMeterSchema.extend({ kind: z.literal('mqtt') }).refine(
    ({ total, phases, frequency }) => total !== null || phases.length > 0 || frequency !== null,
    'needs a total, phases or a frequency',
  ),
])
export type MeterWiring = z.infer<typeof MeterSchema>

/** Where readings come from and the heartbeat goes to. */
export const GeneratorWiringSchema = z.object({
  meter: MeterSchema.nullable().default(null),
  contact: ContactSchema.nullable().default(null),
  heartbeat: z.array(HeartbeatOutputSchema).max(4).default([]),
  /** Generators that may run together; empty: there is one, of `capacityKw`. */
  sets: z.array(GeneratorSetSchema).max(8).default([]),
  /** Steps of the ship that announce themselves (bow thruster enabled, lock, crane). */
  steps: z.array(ReadyStepSchema).max(8).default([]),
  /** Shore power and batteries, where the meter itself does not say which of them feeds the ship. */
  supplies: z.array(SupplySchema).max(4).default([]),
  cooling: CoolingSchema.nullable().default(null),
  tell: TellSchema.nullable().default(null),
  /** Who checked this box on this ship in another way than with the guided check, and when: then no cautious limit holds. */
  checkedElsewhere: z.string().trim().min(3).max(200).nullable().default(null),
})
export type GeneratorWiring = z.infer<typeof GeneratorWiringSchema>
