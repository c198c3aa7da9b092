import type { Readable } from 'node:stream'
import type { DeviceIdentity, DeviceReading } from '@shipminer/contract/telemetry'
import type { DeviceAddress, ReadContext } from './device-address.ts'

/** The device a command is for: where it answers, and who must answer there. */
export type DeviceTarget = { address: DeviceAddress; identity: DeviceIdentity }

/**
 * Login of one device. Null in its place means: as delivered by the maker. `otp` is the one-time code that some
 * NerdQAxe boards ask for.
 */
export type DeviceCredentials = { user: string | null; password: string; otp?: string }

/** A pool to be set. A `password` of null keeps the one the device has for that pool, else the maker's usual `x`. */
export type PoolWish = { url: string; user: string; password: string | null }

/** The steps of power that firmware names itself; what they mean in watts differs from device to device. */
export type PowerMode = 'low' | 'normal' | 'high'

/**
 * What a device can be commanded to do. `stop` ends hashing and `start` begins it; `sleep` is the deepest rest the device
 * has, which on most is the same as `stop`, and `wake` ends it. `restart` is of the mining program, `reboot` of the whole machine.
 */
export type DeviceCommand =
  | { kind: 'start' }
  | { kind: 'stop' }
  | { kind: 'sleep' }
  | { kind: 'wake' }
  | { kind: 'restart' }
  | { kind: 'reboot' }
  | { kind: 'locate'; on: boolean }
  /** `isManaged`: the firmware may choose by itself from there on, as it did before. */
  | { kind: 'power-limit'; watts: number; isManaged?: boolean }
  | { kind: 'power-percent'; percent: number }
  | { kind: 'power-mode'; mode: PowerMode }
  | { kind: 'pools'; pools: readonly PoolWish[] }
  | { kind: 'restore'; image: ConfigImage }

/**
 * The settings of a device as they were before a write, in the device's own words, passwords included where it reports
 * them. Stays on board, sealed; only its driver understands `content`.
 */
export type ConfigImage = {
  driver: string
  deviceKey: string
  /** Controller clock, ms. */
  takenAt: number
  content: Readonly<Record<string, unknown>>
}

/** Why a device did not do what it was commanded. A vocabulary, not free text. */
export type RefusalReason =
  /** The login is wrong, or the device has none that is known. */
  | 'login'
  /** The owner's own lock: writes are switched off in the device; only the maker's tool or the owner opens it. */
  | 'writes-disabled'
  /** The device takes writes only after its password was changed from the one it was delivered with. */
  | 'default-password'
  /** The device wants a one-time code. */
  | 'code-required'
  /** The value is out of the range the device allows, or has a form it does not know. */
  | 'invalid-value'
  /** What the device has set now cannot be read whole, so nothing was written. */
  | 'config-unreadable'
  /** The settings read back are not those written. */
  | 'config-mismatch'
  /** Another session holds the only one the device has. */
  | 'session-busy'
  /** Another device answers at that address. */
  | 'wrong-device'
  /** The device said no and gave no reason that is known. */
  | 'device-error'

/** `yes`; `no`: the device has no such ability; else why it is not available at present. */
export type Ability =
  | 'yes'
  | 'no'
  /** Nothing on the device shows it; it shows when it is tried. */
  | 'untried'
  | 'firmware-too-old'
  | 'unreachable'
  | Exclude<RefusalReason, 'config-mismatch' | 'invalid-value'>

/** A limit of power as a device reports it. `isManaged`: its firmware chooses it by itself, by its temperature. */
export type SetLimit = { watts: number; isManaged: boolean }

/** What can be done to a device now, found by querying it and never from its model name. */
export type DeviceCapabilities = {
  start: Ability
  stop: Ability
  sleep: Ability
  wake: Ability
  restart: Ability
  reboot: Ability
  locate: Ability
  pools: Ability
  powerLimit: Ability
  powerPercent: Ability
  powerMode: Ability
  /** Range of `powerLimit` where the device reports one. */
  powerLimitWatts: { min: number; max: number } | null
  /** The limit that is set in the device now; null where it reports none in watts. */
  powerLimitNow: SetLimit | null
  /** Range of `powerPercent`. */
  percentRange: { min: number; max: number } | null
  /** Modes of `powerMode`. */
  powerModes: readonly PowerMode[]
}

/** What was seen of a device just before a command: the baseline that confirming compares with. */
export type Before = {
  /** Controller clock, ms. */
  at: number
  hashrateGhs: number | null
  /** What it would have made at full speed; shows whether its power was that of full speed too. */
  expectedHashrateGhs: number | null
  powerWatts: number | null
  uptimeSeconds: number | null
}

/** What confirming remembers from one look to the next. */
export type ConfirmMemo = {
  /** Consecutive checks at which a device that reports no power hashed nothing. */
  quietLooks: number
  /** It did not answer after the command, as a device that restarts does. */
  wasAway: boolean
  /** Corrective writes already made while confirming; see the driver. */
  corrections: number
  /** Looks in a row at which the new first pool was dead. */
  deadPoolLooks?: number
}

export const freshMemo: ConfirmMemo = { quietLooks: 0, wasAway: false, corrections: 0 }

/** A command that a device took, or may have taken, and that is to be confirmed. */
export type Accepted = {
  before: Before
  /** Null where the command writes no settings. */
  image: ConfigImage | null
  /** Settings that must be found when read back; the driver's own words. */
  expected: Readonly<Record<string, unknown>> | null
}

/** The outcome of sending a command to a device. `accepted` is not a result: it is followed by confirming. */
export type Execution =
  | ({ outcome: 'accepted' } & Accepted)
  /** It is as wanted already, or was read back at once. */
  | { outcome: 'confirmed'; image: ConfigImage | null }
  | { outcome: 'refused'; reason: RefusalReason; image: ConfigImage | null }
  | { outcome: 'unsupported' }
  | { outcome: 'unreachable' }

/** One look at whether a command has come true. */
export type Confirmation =
  | { verdict: 'confirmed' }
  | { verdict: 'pending'; memo: ConfirmMemo }
  | { verdict: 'refused'; reason: RefusalReason }
  /** The device did what it was commanded, and it is no good, or that is unknown: the new first pool does not answer; the device rests, so that none is tried. */
  | { verdict: 'failed'; reason: 'pool-dead' | 'pools-untried' }

/** Budget of one call, and the controller's clock in ms. `keep` saves an image to disk before the write that it belongs to. */
export type ControlContext = ReadContext & {
  now: () => number
  keep?: (image: ConfigImage) => Promise<void>
}

/** A file of firmware on board, its digest checked. */
export type FirmwareUpload = {
  name: string
  bytes: number
  /** Its digest, in hexadecimal. */
  sha256: string
  /** From its beginning, anew at each call. */
  open(): Readable
}

/** What became of sending firmware to a device. */
export type FirmwareSent =
  /** It has the whole, or may have it: what it runs now shows when it is back. */
  | { outcome: 'sent' }
  /** It said no: it still runs what it ran. */
  | { outcome: 'refused'; reason: RefusalReason }
  | { outcome: 'unreachable' }

/** What a device shows of itself around an update. */
export type FirmwareLook =
  | { shows: 'version'; version: string | null; isHashing: boolean | null }
  | { shows: 'nothing' }
  /** Another device answers at its address. */
  | { shows: 'other-device' }

/** Installing firmware from a file. Nothing here throws: every failure is a value. */
export type FirmwareControl = {
  /** From a whole file sent until it hashes with it, ms; longer is no return. */
  readonly patienceMs: number
  /** Sends the file once. Never repeats what may have been taken. */
  send(
    target: DeviceTarget,
    file: FirmwareUpload,
    credentials: DeviceCredentials | null,
    context: ControlContext,
  ): Promise<FirmwareSent>
  look(
    target: DeviceTarget,
    credentials: DeviceCredentials | null,
    context: ControlContext,
  ): Promise<FirmwareLook>
}

/** What a device says to a login. `unclear`: it does not show whether the login is right. */
export type LoginAnswer = 'works' | 'refused' | 'unreachable' | 'unclear'

/** Tries a login once, and changes nothing but a light that blinks. */
export type TryLogin = (
  target: DeviceTarget,
  credentials: DeviceCredentials,
  context: ControlContext,
) => Promise<LoginAnswer>

/** The acting half of a driver. Nothing here throws: every failure is a value. */
export type DeviceControl = {
  /** Left out where no public source says how such a device takes a file. */
  readonly firmware?: FirmwareControl
  /** Queries the device for what it can do; writes nothing. */
  capabilities(
    target: DeviceTarget,
    credentials: DeviceCredentials | null,
    context: ControlContext,
  ): Promise<DeviceCapabilities>
  /** Left out where no login is used. */
  tryLogin?: TryLogin
  /**
   * Carries out one command: reads the settings, merges, writes. Never repeats a write that may have been taken. The
   * image in the outcome is what was set before.
   */
  execute(
    target: DeviceTarget,
    command: DeviceCommand,
    credentials: DeviceCredentials | null,
    context: ControlContext,
  ): Promise<Execution>
  /** Checks once whether an accepted command has taken effect: settings read back, power or hash rate as they should be. */
  confirm(
    target: DeviceTarget,
    command: DeviceCommand,
    accepted: Accepted,
    memo: ConfirmMemo,
    credentials: DeviceCredentials | null,
    context: ControlContext,
  ): Promise<Confirmation>
}

/** Everything with the same answer; the start from which a driver names what differs. */
export function allAbilities(ability: Ability): DeviceCapabilities {
  return {
    start: ability,
    stop: ability,
    sleep: ability,
    wake: ability,
    restart: ability,
    reboot: ability,
    locate: ability,
    pools: ability,
    powerLimit: ability,
    powerPercent: ability,
    powerMode: ability,
    powerLimitWatts: null,
    powerLimitNow: null,
    percentRange: null,
    powerModes: [],
  }
}

/**
 * A driver that only reads.
 *
 * @internal For tests.
 */
export const readOnlyControl: DeviceControl = {
  capabilities: async () => allAbilities('no'),
  execute: async () => ({ outcome: 'unsupported' }),
  confirm: async (_target, _command, _accepted, memo) => ({ verdict: 'pending', memo }),
}

export const unsupported: Execution = { outcome: 'unsupported' }
export const unreachable: Execution = { outcome: 'unreachable' }

export function refuse(reason: RefusalReason, image: ConfigImage | null = null): Execution {
  return { outcome: 'refused', reason, image }
}

/** The baseline out of a reading; everything unknown without one. */
export function beforeFrom(reading: DeviceReading | null, at: number): Before {
  return {
    at,
    hashrateGhs: reading?.hashrateGhs ?? null,
    expectedHashrateGhs: reading?.expectedHashrateGhs ?? null,
    powerWatts: reading?.powerWatts ?? null,
    uptimeSeconds: reading?.uptimeSeconds ?? null,
  }
}
