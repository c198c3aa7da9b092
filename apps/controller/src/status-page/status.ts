import type { Stranger } from '@shipminer/contract/control/strangers'
import type { FollowerState } from '@shipminer/contract/power/environment'
import type { RuleEventKind, RuleNote, RuleSettings } from '@shipminer/contract/power/rules'
import type { DeviceIdentity, SampleFlag } from '@shipminer/contract/telemetry'
import type { DeviceReport, UplinkRefusal } from '@shipminer/contract/uplink'
import type { MinerState } from '@shipminer/domain/fleet/miner-state'
import type { SpoolConflict } from '@shipminer/domain/fleet/spool-identity'
import type { CommissioningPosition } from '@shipminer/domain/generator/commissioning/commissioning'
import type { LoadProblem } from '@shipminer/domain/generator/load/judge-load'
import type { PowerSource } from '@shipminer/domain/generator/load/load-reading'
import type { OtherMeter } from '@shipminer/domain/generator/load/meter-identity'
import type { SetState } from '@shipminer/domain/generator/load/parallel-sets'
import type { Worth } from '@shipminer/domain/generator/proof/worth'
import type { UpdateStatus } from '../update/updater.ts'

/** A device as the status page shows it. null is not known. */
export type DeviceStatus = {
  key: string
  make: string | null
  model: string | null
  hostname: string | null
  address: string
  lastAnswerAgeMs: number | null
  /** Older than 2.5 poll intervals, or never answered. */
  stale: boolean
  unreachable: DeviceReport['unreachable']
  /** Figures of the last answer, stale or not; the state with the reason that is known on board. */
  state: MinerState | null
  hashrateGhs: number | null
  powerWatts: number | null
  temperatureDeciC: number | null
  flags: SampleFlag[]
}

/** The power budget as the page shows it; kW, null is unknown. */
export type PowerStatus = {
  isSetUp: boolean
  masterStop: boolean
  state: FollowerState | null
  capacityKw: number | null
  limitKw: number | null
  generatorLoadKw: number | null
  shipLoadKw: number | null
  miningKw: number | null
  /** Over the last 24 running hours, percent of what the generator can give; the limit of its rating, null: none. */
  meanLoadPercent: number | null
  meanLimitPercent: number | null
  headroomKw: number | null
  curtailedKw: number | null
  /** Fuel against earnings; null where nothing is followed. */
  worth: Worth | null
  loadAgeMs: number | null
  warnings: string[]
  asleep: number
  devices: number
  /** The ship's generators, where it has several; `isRunning` null is unknown. */
  sets: SetState[]
  /** What feeds the ship; left out: the generator. */
  supply?: PowerSource
  sources: {
    kind: string
    state: string
    detail: string | null
    problem?: LoadProblem | null
    preset?: { name: string; isVerified: boolean } | null
  }[]
  /** What the meter reads, and whether the crew found that on the panel; null where no meter is wired. */
  panelCheck: { readsKw: number | null; isSame: boolean | null } | null
  /** Whether the box was checked on this ship; missing where nothing says so. */
  check?: { position: CommissioningPosition; checkedElsewhere: string | null }
  /** Another meter answers than the one that was checked; null or missing: nothing shows that. */
  otherMeter?: OtherMeter | null
  /** Whom on board the box tells of itself. */
  publishers: { kind: string; state: string }[]
  heartbeat: { beating: boolean; stop: string | null; failures: string[] }
}

/** What `/status.json` answers. Times are the controller's clock in ms, ages are ms. */
export type ControllerStatus = {
  controllerId: string
  /** Of its identity key (`boxMarkOf`). */
  mark: string
  version: string
  madeAt: number
  startedAt: number
  pollIntervalMs: number
  enrolment: { state: 'enrolled' | 'pending' | 'refused' | 'no-token'; detail: string | null }
  uplink: {
    state: 'disconnected' | 'connecting' | 'challenged' | 'live' | 'refused' | 'waiting'
    sinceAgeMs: number | null
    refusal: UplinkRefusal | null
    lastAckAgeMs: number | null
    clockOffsetMs: number | null
  }
  spool: {
    bytes: number
    maxBytes: number
    unsentBatches: number
    oldestUnsentAgeMs: number | null
    droppedSamples: number
    full: boolean
    failure: string | null
    heldSamples: number
    /** Batches that the disk gave back damaged, and between which times, as far as those are known. */
    damaged: { batches: number; from: number | null; to: number | null } | null
    /** What shore last said against this memory since the start. */
    doubt: { cause: SpoolConflict; at: number } | null
  }
  scan: { lastEndedAgeMs: number | null }
  power: PowerStatus
  rules: {
    settings: RuleSettings
    /** What they did last, newest first; ms of the ship's day. */
    log: { at: number; kind: RuleEventKind; deviceKey: string; rule: RuleNote }[]
  }
  update: UpdateStatus
  devices: DeviceStatus[]
  /** What answers on miners' ports and is not known. */
  strangers: Stranger[]
  /** Sums over devices that are not stale and know the figure; null when none does. */
  totals: {
    fresh: number
    devices: number
    hashrateGhs: number | null
    hashrateOf: number
    powerWatts: number | null
    powerOf: number
  }
}

/** Why the box needs somebody, for a watchdog of the ship's own; `/health` answers 503 with these and 200 without. */
export function problemsOf({ spool, enrolment }: ControllerStatus): string[] {
  return [
    ...(spool.full ? ['disk-full'] : []),
    ...(spool.damaged === null ? [] : ['memory-damaged']),
    ...(enrolment.state === 'refused' ? ['enrolment-refused'] : []),
  ]
}

const STALE_PERIODS = 2.5

/** What is known of one device, as the poller keeps it. */
export type KnownDevice = {
  identity: DeviceIdentity
  lastAnswerAt: number | null
  unreachable: DeviceReport['unreachable']
  lastSample: {
    hashrateGhs: number | null
    powerWatts: number | null
    temperatureDeciC: number | null
    flags: SampleFlag[]
  } | null
}

export function deviceStatus(
  device: KnownDevice,
  state: MinerState | null,
  now: number,
  pollIntervalMs: number,
): DeviceStatus {
  const { identity, lastSample } = device
  const lastAnswerAgeMs = device.lastAnswerAt === null ? null : Math.max(0, now - device.lastAnswerAt)
  return {
    key: identity.key,
    make: identity.make,
    model: identity.model,
    hostname: identity.hostname,
    address: identity.ipAddress,
    lastAnswerAgeMs,
    stale: lastAnswerAgeMs === null || lastAnswerAgeMs > STALE_PERIODS * pollIntervalMs,
    unreachable: device.unreachable,
    state,
    hashrateGhs: lastSample?.hashrateGhs ?? null,
    powerWatts: lastSample?.powerWatts ?? null,
    temperatureDeciC: lastSample?.temperatureDeciC ?? null,
    flags: lastSample?.flags ?? [],
  }
}

/** Totals count fresh and known values only, and say of how many. */
export function totalsOf(devices: readonly DeviceStatus[]): ControllerStatus['totals'] {
  const fresh = devices.filter(({ stale }) => !stale)
  const hashrates = fresh.flatMap(({ hashrateGhs }) => (hashrateGhs === null ? [] : [hashrateGhs]))
  const powers = fresh.flatMap(({ powerWatts }) => (powerWatts === null ? [] : [powerWatts]))
  return {
    fresh: fresh.length,
    devices: devices.length,
    hashrateGhs: sumOrNull(hashrates),
    hashrateOf: hashrates.length,
    powerWatts: sumOrNull(powers),
    powerOf: powers.length,
  }
}

function sumOrNull(figures: readonly number[]): number | null {
  return figures.length === 0 ? null : figures.reduce((sum, figure) => sum + figure, 0)
}
