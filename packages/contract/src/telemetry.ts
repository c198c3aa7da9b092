import { type DeviceFault, type FaultMeaning, faultMeanings } from '@shipminer/domain/fleet/device-fault'
import * as z from 'zod/mini'
import { int32, outsideInt, outsideNumber, outsideText, outsideWords } from './from-outside.ts'

/** What a device is doing, as its driver concludes from a fresh answer. Never concluded from averages. Where it cannot tell, it is null. */
export const DeviceStateSchema = z.enum(['mining', 'idle', 'starting', 'sleeping', 'fault'])
export type DeviceState = z.infer<typeof DeviceStateSchema>

/** Facts worth reporting about one answer of a device. A vocabulary, not free text. */
export const SampleFlagSchema = z.enum([
  'partial-answer',
  'power-estimated',
  'dead-board',
  'pool-dead',
  'pool-fallback',
  'overheat',
  'hardware-fault',
  'counter-reset',
  /** A figure was out of its possible range and is unknown instead. */
  'value-out-of-range',
])
export type SampleFlag = z.infer<typeof SampleFlagSchema>

/** One pool as the device reports it. `user` is the worker name; passwords are never read. */
export const DevicePoolSchema = z.object({
  url: outsideText(300),
  user: outsideWords(200),
  status: z.enum(['alive', 'dead', 'disabled', 'unknown']),
  active: z.boolean(),
  priority: outsideInt(),
})
export type DevicePool = z.infer<typeof DevicePoolSchema>

/** One hash board. Unknown figures are null. */
export const DeviceBoardSchema = z.object({
  index: z.int().check(z.minimum(int32.min), z.maximum(int32.max)),
  hashrateGhs: outsideNumber(),
  temperatureC: outsideNumber(),
  chipsOk: outsideInt(),
  chipsTotal: outsideInt(),
  dead: z.boolean(),
})
export type DeviceBoard = z.infer<typeof DeviceBoardSchema>

/** A meaning that this side does not know is `unknown`: the code and the device's own words are there. */
export const DeviceFaultSchema = z.object({
  code: outsideWords(60),
  meaning: z.catch(z.enum(faultMeanings as [FaultMeaning, ...FaultMeaning[]]), 'unknown'),
  place: outsideInt(1, 10_000),
  text: outsideWords(200),
}) satisfies z.ZodMiniType<DeviceFault>
/** Boxes of before report none. */
export const DeviceFaultsSchema = z.catch(z.array(DeviceFaultSchema).check(z.maxLength(32)), [])
export type { DeviceFault }

/**
 * What a device is: changes rarely. `key` is its identity and never the IP address:
 * `mac:aa:bb:cc:dd:ee:ff`, else `serial:<board serial>`, else `net:<ip>:<port>` as a marked last resort.
 */
export const DeviceIdentitySchema = z.object({
  key: z.string().check(z.regex(/^(mac|serial|net):[\x21-\x7e]{1,120}$/)),
  driver: outsideText(40),
  make: outsideWords(80),
  model: outsideWords(120),
  firmware: outsideWords(160),
  serial: outsideWords(120),
  macAddress: z.catch(z.nullable(z.string().check(z.regex(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/))), null),
  hostname: outsideWords(120),
  ipAddress: outsideText(45),
  port: z.int().check(z.minimum(1), z.maximum(65535)),
})
export type DeviceIdentity = z.infer<typeof DeviceIdentitySchema>

/**
 * What one poll read, in the device's own running totals. Made by a driver; becomes a `Sample` on board.
 * Totals are since the device started counting and may reset; null is unknown.
 */
export type DeviceReading = {
  state: DeviceState | null
  /** Short-window rate in GH/s (5 s to 1 min); null when the device gives only averages. */
  hashrateGhs: number | null
  /** What the device itself expects to make at its present setting, GH/s. */
  expectedHashrateGhs: number | null
  powerWatts: number | null
  /** Hottest chip, else hottest board, °C. */
  temperatureC: number | null
  inletTemperatureC: number | null
  outletTemperatureC: number | null
  fanRpm: number[]
  uptimeSeconds: number | null
  acceptedShares: number | null
  rejectedShares: number | null
  staleShares: number | null
  /** Sum of the difficulty of accepted shares, as the pool set it; the base of earnings. */
  acceptedDifficulty: number | null
  bestShareDifficulty: number | null
  blocksFound: number | null
  boards: DeviceBoard[]
  pools: DevicePool[]
  /** Faults that the device names itself, as they stand now; at most 32. */
  faults: DeviceFault[]
  flags: SampleFlag[]
}

/** `DeviceReading` of the details a page shows but no chart sums. Sent when it changed. */
export const DeviceDetailSchema = z.object({
  expectedHashrateGhs: outsideNumber(),
  inletTemperatureC: outsideNumber(),
  outletTemperatureC: outsideNumber(),
  fanRpm: z.catch(z.array(z.number().check(z.minimum(0), z.maximum(1e6))).check(z.maxLength(16)), []),
  bestShareDifficulty: outsideNumber(),
  blocksFound: outsideInt(0),
  boards: z.catch(z.array(DeviceBoardSchema).check(z.maxLength(32)), []),
  pools: z.catch(z.array(DevicePoolSchema).check(z.maxLength(16)), []),
  faults: DeviceFaultsSchema,
})
export type DeviceDetail = z.infer<typeof DeviceDetailSchema>

const count = outsideInt(0, Number.MAX_SAFE_INTEGER)

/** A device's key where it is used without its identity. */
export const DeviceKeySchema = z.string().check(z.regex(/^[\x21-\x7e]{1,130}$/))

/** Flags that this side does not know are dropped. */
const FlagsSchema = z.pipe(
  z.array(z.unknown()).check(z.maxLength(64)),
  z.transform((flags) => SampleFlagSchema.options.filter((flag) => flags.includes(flag))),
)

/**
 * One sample of one device. Integers, so that every sum downstream is exact:
 * GH/s, W, tenths of a degree, shares since the previous sample, thousandths of a unit of difficulty since the previous sample.
 * `sampledAt` is milliseconds of the controller's clock; `periodSeconds` is the time this sample covers.
 */
export const SampleSchema = z.object({
  deviceKey: DeviceKeySchema,
  sampledAt: z.int(),
  periodSeconds: z.int().check(z.minimum(5), z.maximum(300)),
  /** A state that this side does not know is null: unknown. */
  state: z.catch(z.nullable(DeviceStateSchema), null),
  /** Set where `state` is not known: then that is what is sent to servers which know no such sample. Read with `stateOfSample`. */
  stateUnknown: z.optional(z.catch(z.boolean(), true)),
  hashrateGhs: count,
  powerWatts: count,
  temperatureDeciC: outsideInt(),
  uptimeSeconds: count,
  acceptedShares: count,
  rejectedShares: count,
  staleShares: count,
  acceptedDifficultyMilli: count,
  flags: FlagsSchema,
})
export type Sample = z.infer<typeof SampleSchema>

/** What the device of a sample was doing; null is unknown. */
export function stateOfSample({
  state,
  stateUnknown,
}: Pick<Sample, 'state' | 'stateUnknown'>): DeviceState | null {
  return stateUnknown ? null : state
}
