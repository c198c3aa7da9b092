import type { DeviceBoard, DevicePool, DeviceReading } from '@shipminer/contract/telemetry'
import { poolFlags, poolUrl } from '../cgminer/device-pools.ts'
import {
  countOf,
  difficultyOf,
  fanSpeeds,
  fieldOf,
  flagOf,
  hashrateGhs,
  hottest,
  isRow,
  powerWatts,
  type Row,
  rowIn,
  rowsIn,
  temperatureC,
  textOf,
} from '../cgminer/values.ts'
import { emptyReading } from '../reading.ts'

/** `status` of the miner's details. */
export const MINER_STATUS = { normal: 2, paused: 3, restricted: 5 } as const
/** How long after its start a mining program without a rate counts as starting: it tests its chips first. */
const START_UP_SECONDS = 300
const MOST_BOARDS = 16
const MOST_POOLS = 16

/** The answers of the REST interface that one poll is made of; null where one did not come whole. */
export type BraiinsAnswers = {
  details: Row | null
  stats: Row | null
  hashboards: Row | null
  cooling: Row | null
  /** Groups of pools. */
  pools: readonly unknown[] | null
}

/**
 * What the REST interface says, where the cgminer API is closed. Its power is an estimate of the tuner; the sum of the accepted difficulty
 * is not reported. Null when neither details nor figures came.
 */
export function braiinsReading(answers: BraiinsAnswers): DeviceReading | null {
  const { details, stats, hashboards, cooling } = answers
  if (details === null && stats === null) return null
  const miner = rowIn(stats, 'miner_stats')
  const shares = rowIn(stats, 'pool_stats')
  const rate = rateIn(rowIn(miner, 'real_hashrate'), 'last_5s')
  const nominal = rateIn(miner, 'nominal_hashrate')
  const reported = powerWatts(fieldOf(rowIn(rowIn(stats, 'power_stats'), 'approximated_consumption'), 'watt'))
  const watts = reported === 0 && rate !== 0 ? null : reported
  const boards = boardsFrom(hashboards)
  const pools = poolsFrom(answers.pools)
  const uptime = countOf(details, 'bosminer_uptime_s')
  const reading: DeviceReading = {
    ...emptyReading(stateOf(fieldOf(details, 'status'), rate, uptime)),
    hashrateGhs: rate,
    expectedHashrateGhs: nominal === 0 ? null : nominal,
    powerWatts: watts,
    temperatureC:
      temperatureC(fieldOf(rowIn(rowIn(cooling, 'highest_temperature'), 'temperature'), 'degree_c')) ??
      hottest(boards.map((board) => board.temperatureC)),
    fanRpm: fanSpeeds(rowsIn(cooling, 'fans').map((fan) => fieldOf(fan, 'rpm'))),
    uptimeSeconds: uptime,
    acceptedShares: countOf(shares, 'accepted_shares'),
    rejectedShares: countOf(shares, 'rejected_shares'),
    staleShares: countOf(shares, 'stale_shares'),
    bestShareDifficulty: difficultyOf(miner, 'best_share'),
    blocksFound: countOf(miner, 'found_blocks'),
    boards,
    pools,
    flags: poolFlags(pools, answers.pools !== null),
  }
  if (watts !== null) reading.flags.push('power-estimated')
  if (boards.some((board) => board.dead)) reading.flags.push('dead-board')
  if (Object.values(answers).some((answer) => answer === null)) reading.flags.push('partial-answer')
  return reading
}

/** Of a program that was stopped, suspended itself or reports another state nothing is claimed but what its rate shows. */
function stateOf(status: unknown, rate: number | null, uptimeSeconds: number | null): DeviceReading['state'] {
  if (rate !== null && rate > 0) return 'mining'
  if (status === MINER_STATUS.paused) return 'sleeping'
  if (rate === null || (status !== MINER_STATUS.normal && status !== MINER_STATUS.restricted)) return null
  return uptimeSeconds !== null && uptimeSeconds < START_UP_SECONDS ? 'starting' : 'idle'
}

function boardsFrom(answer: Row | null): DeviceBoard[] {
  return (answer === null ? [] : rowsIn(answer, 'hashboards')).slice(0, MOST_BOARDS).map((row, position) => ({
    index: countOf(row, 'id') ?? position,
    hashrateGhs: rateIn(rowIn(rowIn(row, 'stats'), 'real_hashrate'), 'last_5s'),
    temperatureC:
      temperatureC(fieldOf(rowIn(rowIn(row, 'highest_chip_temp'), 'temperature'), 'degree_c')) ??
      temperatureC(fieldOf(rowIn(row, 'board_temp'), 'degree_c')),
    chipsOk: null,
    chipsTotal: countOf(row, 'chips_count'),
    dead: flagOf(fieldOf(row, 'enabled')) === false,
  }))
}

function poolsFrom(groups: readonly unknown[] | null): DevicePool[] {
  const rows = (groups ?? []).filter(isRow).flatMap((group) => rowsIn(group, 'pools'))
  const pools: DevicePool[] = []
  for (const [priority, row] of rows.slice(0, MOST_POOLS).entries()) {
    const url = poolUrl(fieldOf(row, 'url'))
    if (url === null) continue
    const alive = flagOf(fieldOf(row, 'alive'))
    const status = alive === null ? 'unknown' : alive ? 'alive' : 'dead'
    pools.push({
      url,
      user: textOf(fieldOf(row, 'user'), 200),
      status: flagOf(fieldOf(row, 'enabled')) === false ? 'disabled' : status,
      active: flagOf(fieldOf(row, 'active')) ?? false,
      priority,
    })
  }
  return pools
}

function rateIn(row: Row | null, name: string): number | null {
  return hashrateGhs(fieldOf(rowIn(row, name), 'gigahash_per_second'), 1)
}
