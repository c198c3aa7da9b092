import type { DeviceDetail, DeviceIdentity, DeviceReading } from '@shipminer/contract/telemetry'
import type { DeviceReport } from '@shipminer/contract/uplink'

const FAN_STEP_RPM = 300
const TEMPERATURE_STEP_C = 3
const HASHRATE_STEP = 0.1

/** The details of a reading, cut to what the wire carries. */
export function toDetail(reading: DeviceReading): DeviceDetail {
  return {
    expectedHashrateGhs: reading.expectedHashrateGhs,
    inletTemperatureC: reading.inletTemperatureC,
    outletTemperatureC: reading.outletTemperatureC,
    fanRpm: reading.fanRpm.slice(0, 16),
    bestShareDifficulty: reading.bestShareDifficulty,
    blocksFound: reading.blocksFound,
    boards: reading.boards.slice(0, 32),
    pools: reading.pools.slice(0, 16),
    faults: reading.faults.slice(0, 32),
  }
}

/**
 * Whether a report says something that the last one did not. Figures that always tremble (fans, temperatures, board rates)
 * count only when they moved by a step worth seeing; everything else counts at once.
 */
export function isNewsworthy(last: DeviceReport, next: DeviceReport): boolean {
  return (
    last.unreachable !== next.unreachable ||
    !sameIdentity(last.identity, next.identity) ||
    hasDetailChanged(last.detail, next.detail)
  )
}

function sameIdentity(a: DeviceIdentity, b: DeviceIdentity): boolean {
  return (Object.keys(a) as (keyof DeviceIdentity)[]).every((name) => a[name] === b[name])
}

function hasDetailChanged(last: DeviceDetail | null, next: DeviceDetail | null): boolean {
  if (last === null || next === null) return last !== next
  return (
    hasMovedByShare(last.expectedHashrateGhs, next.expectedHashrateGhs) ||
    hasMovedBy(last.inletTemperatureC, next.inletTemperatureC, TEMPERATURE_STEP_C) ||
    hasMovedBy(last.outletTemperatureC, next.outletTemperatureC, TEMPERATURE_STEP_C) ||
    last.bestShareDifficulty !== next.bestShareDifficulty ||
    last.blocksFound !== next.blocksFound ||
    last.fanRpm.length !== next.fanRpm.length ||
    last.fanRpm.some(
      (rpm, index) =>
        hasMovedBy(rpm, next.fanRpm[index] ?? null, FAN_STEP_RPM) ||
        (rpm === 0) !== (next.fanRpm[index] === 0),
    ) ||
    JSON.stringify(last.pools) !== JSON.stringify(next.pools) ||
    JSON.stringify(last.faults) !== JSON.stringify(next.faults) ||
    haveBoardsChanged(last.boards, next.boards)
  )
}

function haveBoardsChanged(last: DeviceDetail['boards'], next: DeviceDetail['boards']): boolean {
  if (last.length !== next.length) return true
  return last.some((board, position) => {
    const other = next[position]
    return (
      other === undefined ||
      board.index !== other.index ||
      board.dead !== other.dead ||
      board.chipsOk !== other.chipsOk ||
      board.chipsTotal !== other.chipsTotal ||
      hasMovedBy(board.temperatureC, other.temperatureC, TEMPERATURE_STEP_C) ||
      hasMovedByShare(board.hashrateGhs, other.hashrateGhs)
    )
  })
}

function hasMovedBy(last: number | null, next: number | null, step: number): boolean {
  if (last === null || next === null) return last !== next
  return Math.abs(next - last) >= step
}

function hasMovedByShare(last: number | null, next: number | null): boolean {
  if (last === null || next === null) return last !== next
  return Math.abs(next - last) > Math.abs(last) * HASHRATE_STEP
}
