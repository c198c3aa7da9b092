import type { DeviceBoard, DeviceReading, DeviceState } from '@shipminer/contract/telemetry'
import { emptyReading } from '../reading.ts'
import { faultsFromSummary } from '../whatsminer/error-codes.ts'
import { boardsFromDevs, deviceTemperatureC } from './device-boards.ts'
import { poolFlags, poolsFrom } from './device-pools.ts'
import { shortRateGhs } from './hashrate.ts'
import { type CommandReply, sectionOf } from './parse-reply.ts'
import { totalsFrom } from './totals.ts'
import {
  amountOf,
  fanRpm,
  fieldOf,
  finiteNumber,
  hottest,
  powerWatts,
  type Row,
  shareAgeSeconds,
  sumOf,
  temperatureC,
  textOf,
} from './values.ts'

/** How long after its start a device that has boards but no rate yet counts as starting. */
const START_UP_SECONDS = 180
/** A share younger than this proves that a device hashes, where it reports no short-window rate. */
const FRESH_SHARE_SECONDS = 120
/** A device that hashes has sent a share within this time: pools set their difficulty for several a minute. */
const OLD_SHARE_SECONDS = 1_800

export type CgminerReplies = {
  summary: CommandReply | null
  devs: CommandReply | null
  pools: CommandReply | null
  partial: boolean
}

/**
 * What the answers of any cgminer-like device say. Units come from the keys (`GHS`, `MHS` …), so vendors need no
 * mention. Null when there is no summary to read, or when its rate was cut off.
 */
export function readingFromReplies(replies: CgminerReplies): DeviceReading | null {
  const summarySection = sectionOf(replies.summary, 'SUMMARY')
  const summary = summarySection.rows[0] ?? null
  if (summary === null) return null
  const devs = sectionOf(replies.devs, 'DEVS')
  const pools = sectionOf(replies.pools, 'POOLS')
  // A reply that is missing from a cut answer is not an empty one.
  const devsAreWhole = devs.complete && (replies.devs !== null || !replies.partial)
  const whole = summarySection.complete && devsAreWhole
  const hashrateGhs =
    shortRateGhs(summary, summarySection.complete) ?? (whole ? sumOfDevices(devs.rows) : null)
  if (hashrateGhs === null && !whole) return null

  const poolList = poolsFrom(pools)
  const boards = boardsFromDevs(devs, hashrateGhs)
  const reading: DeviceReading = {
    ...emptyReading(null),
    ...totalsFrom(summary, pools),
    hashrateGhs,
    expectedHashrateGhs: summarySection.complete ? expectedRateGhs(summary) : null,
    powerWatts: measuredPower(summary, summarySection.complete),
    temperatureC: summarySection.complete ? hottestOf(summary, devsAreWhole ? boards : []) : null,
    inletTemperatureC: temperatureC(fieldOf(summary, 'Env Temp')),
    fanRpm: [fieldOf(summary, 'Fan Speed In'), fieldOf(summary, 'Fan Speed Out')]
      .map(fanRpm)
      .filter((rpm) => rpm !== null),
    boards,
    pools: poolList,
    faults: (summarySection.complete ? faultsFromSummary(summary) : null) ?? [],
    flags: poolFlags(poolList, pools.complete),
  }
  if (boards.some((board) => board.dead)) reading.flags.push('dead-board')
  if (replies.partial) reading.flags.push('partial-answer')
  const now = replies.summary?.status?.when ?? replies.devs?.status?.when ?? null
  return { ...reading, state: stateOf(reading, [...devs.rows, ...pools.rows], now) }
}

function sumOfDevices(rows: readonly Row[]): number | null {
  return sumOf(rows.map((row) => shortRateGhs(row)))
}

/** What the summary says, else the hottest board. */
function hottestOf(summary: Row, boards: readonly DeviceBoard[]): number | null {
  return deviceTemperatureC(summary) ?? hottest(boards.map((board) => board.temperatureC))
}

/** The newer of two figures where firmware has both; a truncated row may hold only the older. */
function measuredPower(summary: Row, complete: boolean): number | null {
  return powerWatts(fieldOf(summary, 'Power_RT')) ?? (complete ? powerWatts(fieldOf(summary, 'Power')) : null)
}

/** Whatsminer names its factory rate; it holds for the normal power mode only. */
function expectedRateGhs(summary: Row): number | null {
  const mode = textOf(fieldOf(summary, 'Power Mode'))?.toLowerCase() ?? 'normal'
  const factory = mode === 'normal' ? amountOf(summary, 'Factory GHS') : null
  return factory === 0 ? null : factory
}

function stateOf(
  reading: DeviceReading,
  shareRows: readonly Row[],
  deviceNow: number | null,
): DeviceState | null {
  if (reading.hashrateGhs === null) return stateByShares(shareRows, deviceNow)
  if (reading.hashrateGhs > 0) return 'mining'
  if (reading.boards.length > 0 && reading.boards.every((board) => board.dead)) return 'fault'
  const young = reading.uptimeSeconds !== null && reading.uptimeSeconds < START_UP_SECONDS
  return young && reading.boards.length > 0 ? 'starting' : 'idle'
}

/** Where no rate of the moment is reported, the newest share says whether it hashes; without one, or between the two ages, nothing does. */
function stateByShares(rows: readonly Row[], deviceNow: number | null): DeviceState | null {
  const ages = rows.map((row) => ageOfShare(row, deviceNow)).filter((age) => age !== null)
  if (ages.length === 0) return null
  const newest = Math.min(...ages)
  if (newest <= FRESH_SHARE_SECONDS) return 'mining'
  return newest >= OLD_SHARE_SECONDS ? 'idle' : null
}

function ageOfShare(row: Row, deviceNow: number | null): number | null {
  const accepted = finiteNumber(fieldOf(row, 'Accepted'))
  if (accepted === null || accepted <= 0) return null
  return (
    shareAgeSeconds(fieldOf(row, 'Last Valid Work'), deviceNow) ??
    shareAgeSeconds(fieldOf(row, 'Last Share Time'), deviceNow)
  )
}
