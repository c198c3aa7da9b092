import type { DeviceReading } from '@shipminer/contract/telemetry'
import { poolFlags, poolsFrom } from '../cgminer/device-pools.ts'
import { shortRateGhs } from '../cgminer/hashrate.ts'
import { sectionOf } from '../cgminer/parse-reply.ts'
import type { FiguresReplies } from '../cgminer/read-singly.ts'
import { totalsFrom } from '../cgminer/totals.ts'
import { emptyReading } from '../reading.ts'
import { type AntminerStats, readStats, statsRow } from './antminer-stats.ts'

/** How long after its start an Antminer without a rate still counts as warming up. */
const WARM_UP_SECONDS = 300

/**
 * What the answers of an Antminer say; power at its side port is not among them. Null when neither stats nor summary
 * have a short-window rate, as after a cut in an unlucky place.
 */
export function antminerReading(
  replies: FiguresReplies,
  seenBoards: ReadonlySet<number> = new Set(),
): DeviceReading | null {
  const statsSection = sectionOf(replies.stats, 'STATS')
  const row = statsRow(statsSection.rows)
  const summarySection = sectionOf(replies.summary, 'SUMMARY')
  const summary = summarySection.rows[0] ?? null
  const stats = row === null ? null : readStats(row, statsSection.complete ? seenBoards : new Set())
  const hashrateGhs = stats?.hashrateGhs ?? shortRateGhs(summary, summarySection.complete)
  if (hashrateGhs === null) return null

  const pools = sectionOf(replies.pools, 'POOLS')
  const poolList = poolsFrom(pools)
  const totals = totalsFrom(summary, pools)
  const boards = stats?.boards ?? []
  const reading: DeviceReading = {
    ...emptyReading(null),
    ...totals,
    uptimeSeconds: totals.uptimeSeconds ?? stats?.uptimeSeconds ?? null,
    hashrateGhs,
    expectedHashrateGhs: stats?.expectedHashrateGhs ?? null,
    powerWatts: stats?.powerWatts ?? null,
    // Without the boards that were cut off, the hottest is not known.
    temperatureC: statsSection.complete ? (stats?.temperatureC ?? null) : null,
    inletTemperatureC: statsSection.complete ? (stats?.inletTemperatureC ?? null) : null,
    outletTemperatureC: statsSection.complete ? (stats?.outletTemperatureC ?? null) : null,
    fanRpm: stats?.fanRpm ?? [],
    boards,
    pools: poolList,
    flags: poolFlags(poolList, pools.complete),
  }
  if (boards.some((board) => board.dead)) reading.flags.push('dead-board')
  if (replies.partial) reading.flags.push('partial-answer')
  return { ...reading, state: stateOf(reading, stats, statsSection.complete) }
}

function stateOf(
  reading: DeviceReading,
  stats: AntminerStats | null,
  complete: boolean,
): DeviceReading['state'] {
  if (reading.hashrateGhs !== null && reading.hashrateGhs > 0) return 'mining'
  const warmingUp = reading.uptimeSeconds !== null && reading.uptimeSeconds < WARM_UP_SECONDS
  if (warmingUp) return 'starting'
  const boards = stats?.boards ?? []
  return complete && boards.length > 0 && boards.every((board) => board.dead) ? 'fault' : 'idle'
}
