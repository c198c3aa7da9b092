import * as z from 'zod/mini'

/** What a device is doing, as its driver concludes from a fresh answer. Never concluded from averages. */
export const DeviceStateSchema = z.enum(['mining', 'idle', 'starting', 'sleeping', 'fault'])
export type DeviceState = z.infer<typeof DeviceStateSchema>

/** Facts worth telling about one answer of a device. A vocabulary, not free text. */
export const SampleFlagSchema = z.enum([
  'partial-answer',
  'power-estimated',
  'dead-board',
  'pool-dead',
  'pool-fallback',
  'overheat',
  'hardware-fault',
  'counter-reset',
])
export type SampleFlag = z.infer<typeof SampleFlagSchema>

/** One pool as the device reports it. `user` is the worker name; passwords are never read. */
export const DevicePoolSchema = z.object({
  url: z.string(),
  user: z.nullable(z.string()),
  status: z.enum(['alive', 'dead', 'disabled', 'unknown']),
  active: z.boolean(),
  priority: z.nullable(z.int()),
})
export type DevicePool = z.infer<typeof DevicePoolSchema>

/** One hash board. Unknown figures are null. */
export const DeviceBoardSchema = z.object({
  index: z.int(),
  hashrateGhs: z.nullable(z.number()),
  temperatureC: z.nullable(z.number()),
  chipsOk: z.nullable(z.int()),
  chipsTotal: z.nullable(z.int()),
  dead: z.boolean(),
})
export type DeviceBoard = z.infer<typeof DeviceBoardSchema>

/**
 * What a device is: changes rarely. `key` is its identity and never the IP address:
 * `mac:aa:bb:cc:dd:ee:ff`, else `serial:<board serial>`, else `net:<ip>:<port>` as a marked last resort.
 */
export const DeviceIdentitySchema = z.object({
  key: z.string().check(z.regex(/^(mac|serial|net):[\x21-\x7e]{1,120}$/)),
  driver: z.string().check(z.maxLength(40)),
  make: z.nullable(z.string().check(z.maxLength(80))),
  model: z.nullable(z.string().check(z.maxLength(120))),
  firmware: z.nullable(z.string().check(z.maxLength(160))),
  serial: z.nullable(z.string().check(z.maxLength(120))),
  macAddress: z.nullable(z.string().check(z.regex(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/))),
  hostname: z.nullable(z.string().check(z.maxLength(120))),
  ipAddress: z.string().check(z.maxLength(45)),
  port: z.int().check(z.minimum(1), z.maximum(65535)),
})
export type DeviceIdentity = z.infer<typeof DeviceIdentitySchema>

/**
 * What one poll read, in the device's own running totals. Made by a driver; becomes a `Sample` on board.
 * Totals are since the device started counting and may reset; null is unknown.
 */
export type DeviceReading = {
  state: DeviceState
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
  flags: SampleFlag[]
}

/** `DeviceReading` of the details a page shows but no chart sums. Sent when it changed. */
export const DeviceDetailSchema = z.object({
  expectedHashrateGhs: z.nullable(z.number()),
  inletTemperatureC: z.nullable(z.number()),
  outletTemperatureC: z.nullable(z.number()),
  fanRpm: z.array(z.number()).check(z.maxLength(16)),
  bestShareDifficulty: z.nullable(z.number()),
  blocksFound: z.nullable(z.int()),
  boards: z.array(DeviceBoardSchema).check(z.maxLength(32)),
  pools: z.array(DevicePoolSchema).check(z.maxLength(16)),
})
export type DeviceDetail = z.infer<typeof DeviceDetailSchema>

const nonNegativeInt = z.int().check(z.minimum(0))

/**
 * One sample of one device. Integers, so that every sum downstream is exact:
 * GH/s, W, tenths of a degree, shares since the previous sample, thousandths of a unit of difficulty since the previous sample.
 * `sampledAt` is milliseconds of the controller's clock; `periodSeconds` is the time this sample stands for.
 */
export const SampleSchema = z.object({
  deviceKey: z.string().check(z.maxLength(130)),
  sampledAt: z.int(),
  periodSeconds: z.int().check(z.minimum(5), z.maximum(300)),
  state: DeviceStateSchema,
  hashrateGhs: z.nullable(nonNegativeInt),
  powerWatts: z.nullable(nonNegativeInt),
  temperatureDeciC: z.nullable(z.int()),
  uptimeSeconds: z.nullable(nonNegativeInt),
  acceptedShares: z.nullable(nonNegativeInt),
  rejectedShares: z.nullable(nonNegativeInt),
  staleShares: z.nullable(nonNegativeInt),
  acceptedDifficultyMilli: z.nullable(nonNegativeInt),
  flags: z.array(SampleFlagSchema),
})
export type Sample = z.infer<typeof SampleSchema>
