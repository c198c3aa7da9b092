import type { DeviceBoard, DeviceReading } from '@shipminer/contract/telemetry'
import { readStats, statsRow } from '../antminer/antminer-stats.ts'
import { poolFlags, poolsFrom } from '../cgminer/device-pools.ts'
import { shortRateGhs } from '../cgminer/hashrate.ts'
import { type CommandReply, type Section, sectionOf } from '../cgminer/parse-reply.ts'
import type { FiguresReplies } from '../cgminer/read-singly.ts'
import { countOf, fieldOf, hashrateGhs, hottest, type Row, temperatureC, textOf } from '../cgminer/values.ts'
import { emptyReading, withoutOtherWork } from '../reading.ts'

/** How long after its start a machine without a rate counts as starting. */
const START_UP_SECONDS = 300

/** What the machine calls itself in its `stats`. */
export function typeIn(stats: CommandReply | null): string | null {
  return textOf(fieldOf(sectionOf(stats, 'STATS').rows[0], 'Type'), 120)
}

/**
 * What the answers of a Hammer say. It mines scrypt, so its rate only shows that it works. Not read: the shares, of which a recorded summary showed 156
 * accepted and as many refused beside 6.7 a minute for 33 hours and 1.1 % refused; and `temp_max`, above every sensor there. Null without a rate.
 */
export function hammerReading({ stats, summary, pools, partial }: FiguresReplies): DeviceReading | null {
  const statsSection = sectionOf(stats, 'STATS')
  const row = statsRow(statsSection.rows)
  const summarySection = sectionOf(summary, 'SUMMARY')
  const summaryRow = summarySection.rows[0] ?? null
  const rate = shortRateGhs(summaryRow, summarySection.complete) ?? shortRateGhs(row, statsSection.complete)
  if (rate === null) return null
  const boards = row === null ? [] : boardsFrom(row, statsSection, rate)
  const poolSection = sectionOf(pools, 'POOLS')
  const poolList = poolsFrom(poolSection)
  const reading: DeviceReading = {
    ...emptyReading(null),
    temperatureC: hottest(boards.map((board) => board.temperatureC)),
    fanRpm: row === null || !statsSection.complete ? [] : readStats(row).fanRpm,
    uptimeSeconds: countOf(summaryRow, 'Elapsed'),
    boards,
    pools: poolList,
    flags: poolFlags(poolList, poolSection.complete),
  }
  if (boards.some((board) => board.dead)) reading.flags.push('dead-board')
  if (partial) reading.flags.push('partial-answer')
  return withoutOtherWork({ ...reading, state: stateOf(reading, rate) })
}

function stateOf({ uptimeSeconds, boards }: DeviceReading, rate: number): DeviceReading['state'] {
  if (rate > 0) return 'mining'
  if (uptimeSeconds !== null && uptimeSeconds < START_UP_SECONDS) return 'starting'
  return boards.length > 0 && boards.every((board) => board.dead) ? 'fault' : 'idle'
}

/** The rows name the temperature of a board once for each of its four sensors; the last, of the chips where the air leaves, is the one that stands. */
function boardsFrom(row: Row, { complete }: Section, deviceRate: number): DeviceBoard[] {
  if (!complete) return []
  return readStats(row).boards.map((board) => {
    const stands = deviceRate > 0 && hashrateGhs(fieldOf(row, `chain_rate${board.index}`), 1) === 0
    return {
      ...board,
      temperatureC: temperatureC(fieldOf(row, `temp${board.index}`)),
      dead: board.dead || stands,
    }
  })
}
