import type {
  FirmwareDeviceState,
  FirmwareProgress,
  FirmwareReason,
  FirmwareSeriesState,
} from '@shipminer/contract/control/firmware'
import { type FirmwareFamily, isSameFirmware } from '@shipminer/domain/firmware/families'
import type { FirmwareLook } from '../drivers/device-control.ts'

/**
 * The life of one miner of a series:
 *
 *     waiting → sending → restarting → ended
 *
 * It is written down before anything is sent, so that after a restart of this box in the midst a miner is looked at and never sent the file again.
 */
export type DeviceRun = { deviceKey: string } & (
  | { name: 'waiting' }
  | ({ name: 'sending' } & DeviceBefore)
  | ({
      name: 'restarting'
      deadlineAt: number
      /** It did not answer since, as a device that restarts does. */
      wasAway: boolean
      /** Looks in a row that showed the same version other than the wanted one. */
      sameLooks: number
      seen: string | null
      /** This box was restarted while it sent the file. */
      isInterrupted: boolean
    } & DeviceBefore)
  | ({
      name: 'ended'
      state: FirmwareDeviceState
      reason: FirmwareReason | null
      version: string | null
    } & DeviceBefore)
)

/** What was seen of a miner before it got the file. */
type DeviceBefore = { versionBefore: string | null; mustHash: boolean }

/**
 * The life of a series:
 *
 *     fetching → checking → updating → ended
 */
export type Series = {
  name: 'fetching' | 'checking' | 'updating' | 'ended'
  /** Rises with each event that meant something. */
  step: number
  state: FirmwareSeriesState
  reason: FirmwareReason | null
  isCancelled: boolean
  devices: readonly DeviceRun[]
}

export type SeriesEvent =
  /** The file is on board, and its digest is the signed one. */
  | { type: 'fetched' }
  /** Its header speaks against nothing. */
  | { type: 'fits' }
  /** The series cannot go on at all. */
  | { type: 'refused'; reason: FirmwareReason }
  | { type: 'cancelled' }
  /** A miner is about to be sent the file. */
  | ({ type: 'begin'; deviceKey: string } & DeviceBefore)
  /** A miner runs the version already. */
  | { type: 'already'; deviceKey: string; version: string | null }
  /** Nothing was sent, or the miner said no. */
  | { type: 'failed'; deviceKey: string; state: 'refused' | 'unreachable'; reason: FirmwareReason | null }
  | { type: 'sent'; deviceKey: string; patienceMs: number }
  | { type: 'looked'; deviceKey: string; look: FirmwareLook; isStopped: boolean }
  /** The controller was restarted meanwhile. */
  | { type: 'interrupted'; patienceMs: (deviceKey: string) => number }

/** Which events mean something in which state. */
export const SERIES_EVENTS: Readonly<Record<Series['name'], readonly SeriesEvent['type'][]>> = {
  fetching: ['fetched', 'refused', 'cancelled', 'interrupted'],
  checking: ['fits', 'refused', 'cancelled', 'interrupted'],
  updating: ['refused', 'cancelled', 'begin', 'already', 'failed', 'sent', 'looked', 'interrupted'],
  ended: [],
}

/** Which events mean something for a miner; those of a series as a whole are not named. */
export const DEVICE_EVENTS: Readonly<Record<DeviceRun['name'], readonly SeriesEvent['type'][]>> = {
  waiting: ['begin', 'already', 'failed'],
  sending: ['sent', 'failed'],
  restarting: ['looked'],
  ended: [],
}

/** Looks in a row, with the miner seen to be away before, after which another version is its answer. */
const SURE_LOOKS = 3

/** What a miner ended with that lets the next one begin. */
const wellEnded: readonly FirmwareDeviceState[] = ['confirmed', 'already']

export function newSeries(deviceKeys: readonly string[]): Series {
  return {
    name: 'fetching',
    step: 0,
    state: 'fetching',
    reason: null,
    isCancelled: false,
    devices: [...new Set(deviceKeys)].map((deviceKey) => ({ deviceKey, name: 'waiting' })),
  }
}

/** What there is to do next; null: the series has ended. */
export function nextWork(
  series: Series,
): { kind: 'fetch' } | { kind: 'check' } | { kind: 'device'; run: DeviceRun } | null {
  if (series.name === 'fetching') return { kind: 'fetch' }
  if (series.name === 'checking') return { kind: 'check' }
  const run = series.devices.find(({ name }) => name !== 'ended')
  return series.name === 'ended' || run === undefined ? null : { kind: 'device', run }
}

/** The next state, the same one for an event that means nothing now. `now` is the clock of the controller, ms. */
export function advance(
  series: Series,
  event: SeriesEvent,
  { now, file }: { now: number; file: { family: FirmwareFamily; version: string } },
): Series {
  if (!SERIES_EVENTS[series.name].includes(event.type)) return series
  const next = { ...series, step: series.step + 1 }
  switch (event.type) {
    case 'fetched':
      return { ...next, name: 'checking', state: 'checking' }
    case 'fits':
      return { ...next, name: 'updating', state: 'updating' }
    case 'refused':
      return end(next, 'refused', event.reason)
    case 'cancelled':
      return settle({ ...next, isCancelled: true })
    case 'interrupted':
      return settle({ ...next, devices: series.devices.map((run) => afterRestart(run, event, now)) })
    default: {
      const run = series.devices.find(({ deviceKey }) => deviceKey === event.deviceKey)
      if (run === undefined || !DEVICE_EVENTS[run.name].includes(event.type)) return series
      const changed = advanceDevice(run, event, { now, file })
      return settle({ ...next, devices: series.devices.map((one) => (one === run ? changed : one)) })
    }
  }
}

type DeviceEvent = Extract<SeriesEvent, { deviceKey: string }>

function advanceDevice(
  run: DeviceRun,
  event: DeviceEvent,
  { now, file }: { now: number; file: { family: FirmwareFamily; version: string } },
): DeviceRun {
  const { deviceKey } = run
  const before = beforeOf(run)
  switch (event.type) {
    case 'begin':
      return { deviceKey, name: 'sending', versionBefore: event.versionBefore, mustHash: event.mustHash }
    case 'already':
      return makeEnd(deviceKey, 'already', { ...before, versionBefore: event.version }, event.version)
    case 'failed':
      return { ...makeEnd(deviceKey, event.state, before, before.versionBefore), reason: event.reason }
    case 'sent':
      return watchRestart(deviceKey, before, now + event.patienceMs, false)
    case 'looked':
      return run.name === 'restarting' ? afterLook(run, event, now, file) : run
  }
}

function afterLook(
  run: DeviceRun & { name: 'restarting' },
  { look, isStopped }: Extract<SeriesEvent, { type: 'looked' }>,
  now: number,
  file: { family: FirmwareFamily; version: string },
): DeviceRun {
  const { deviceKey } = run
  const before = beforeOf(run)
  const isLate = now >= run.deadlineAt
  if (look.shows === 'other-device')
    return { ...makeEnd(deviceKey, 'no-return', before, null), reason: 'wrong-device' }
  if (look.shows === 'nothing' || look.version === null) {
    if (isLate) return makeEnd(deviceKey, 'no-return', before, null)
    return { ...run, wasAway: true, sameLooks: 0, seen: null }
  }
  const { version } = look
  if (isSameFirmware(file.family, file.version, version)) {
    // Its owner may have stopped it meanwhile: then it is to rest, not to hash.
    if (look.isHashing === true || !run.mustHash || isStopped)
      return makeEnd(deviceKey, 'confirmed', before, version)
    return isLate
      ? makeEnd(deviceKey, 'not-hashing', before, version)
      : { ...run, seen: version, sameLooks: 0 }
  }
  const sameLooks = run.seen === version ? run.sameLooks + 1 : 1
  if (!isLate && !(run.wasAway && sameLooks >= SURE_LOOKS)) return { ...run, seen: version, sameLooks }
  const isOld = run.versionBefore === null || version === run.versionBefore
  const old = run.isInterrupted ? 'interrupted' : 'old-version'
  return makeEnd(deviceKey, isOld ? old : 'other-version', before, version)
}

/** What was being sent may have arrived whole: it is looked at for as long as an update takes. */
function afterRestart(
  run: DeviceRun,
  { patienceMs }: Extract<SeriesEvent, { type: 'interrupted' }>,
  now: number,
): DeviceRun {
  if (run.name !== 'sending') return run
  return watchRestart(run.deviceKey, beforeOf(run), now + patienceMs(run.deviceKey), true)
}

function watchRestart(
  deviceKey: string,
  before: DeviceBefore,
  deadlineAt: number,
  isInterrupted: boolean,
): DeviceRun {
  return {
    ...{ deviceKey, name: 'restarting', deadlineAt, wasAway: false, sameLooks: 0, seen: null },
    ...{ isInterrupted, ...before },
  } as DeviceRun
}

function beforeOf(run: DeviceRun): DeviceBefore {
  if (run.name === 'waiting') return { versionBefore: null, mustHash: false }
  return { versionBefore: run.versionBefore, mustHash: run.mustHash }
}

function makeEnd(
  deviceKey: string,
  state: FirmwareDeviceState,
  before: DeviceBefore,
  version: string | null,
): DeviceRun & { name: 'ended' } {
  return { deviceKey, name: 'ended', state, reason: null, version, ...before }
}

/** Ends a series whose miners are through, of which one failed, or that was cancelled with none under way. */
function settle(series: Series): Series {
  const { devices, isCancelled } = series
  if (devices.some(({ name }) => name === 'sending' || name === 'restarting')) return series
  const failed = devices.find((run) => run.name === 'ended' && !wellEnded.includes(run.state))
  if (failed !== undefined) return end(series, 'stopped', null)
  if (devices.every(({ name }) => name === 'ended')) return end(series, 'done', null)
  return isCancelled ? end(series, 'cancelled', null) : series
}

function end(series: Series, state: FirmwareSeriesState, reason: FirmwareReason | null): Series {
  const devices = series.devices.map((run) =>
    run.name === 'ended' ? run : makeEnd(run.deviceKey, 'untouched', beforeOf(run), null),
  )
  return { ...series, name: 'ended', state, reason, devices }
}

/** A series as it is reported to shore. */
export function progressOf(orderId: string, series: Series, fetchedPercent: number | null): FirmwareProgress {
  return {
    type: 'firmware-progress',
    orderId,
    step: series.step,
    state: series.state,
    reason: series.reason,
    fetchedPercent: series.name === 'fetching' ? fetchedPercent : null,
    devices: series.devices.map((run) => ({
      deviceKey: run.deviceKey,
      state: run.name === 'ended' ? run.state : run.name,
      reason: run.name === 'ended' ? run.reason : null,
      versionBefore: beforeOf(run).versionBefore,
      version: run.name === 'ended' ? run.version : null,
    })),
  }
}
