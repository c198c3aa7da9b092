import type { DeviceBoard, DeviceIdentity, DevicePool, DeviceReading } from '@shipminer/contract/telemetry'
import type { SystemInfo } from '../antminer/antminer-web.ts'
import { poolFlags, poolUrl } from '../cgminer/device-pools.ts'
import {
  amountOf,
  countOf,
  fanRpm,
  fieldOf,
  finiteNumber,
  hottest,
  isRow,
  powerWatts,
  type Row,
  rowsIn,
  sumOf,
  temperatureC,
  textOf,
} from '../cgminer/values.ts'
import type { DeviceAddress } from '../device-address.ts'
import { identityKey } from '../identity-key.ts'
import { emptyReading, withoutOtherWork, withUnknownRest } from '../reading.ts'

const SLEEP_MODE = 1
/** How long after its start a mining program without a rate counts as starting. */
const START_UP_SECONDS = 300
const MILLIDEGREES = 1000
const MOST_BOARDS = 16
const MOST_FANS = 16
const MOST_POOLS = 16

/** The pages that one poll is made of; null where one did not come whole. */
export type ElphapexAnswers = {
  stats: Row | null
  pools: Row | null
  /** Older firmware has no such page. */
  power: Row | null
  /** Read only where the device makes nothing. */
  workMode: { mode: number | null } | null
}

/** The number of the control board, which every page names. */
export function serialIn(page: Row): string | null {
  const info = fieldOf(page, 'INFO')
  return isRow(info) ? textOf(fieldOf(info, 'dev_sn'), 120) : null
}

/** What its rate over five seconds is, in its own unit; null when it does not tell. */
export function scryptRate(stats: Row): number | null {
  return amountOf(rowsIn(stats, 'STATS')[0], 'rate_5s')
}

export function elphapexIdentity(
  address: DeviceAddress,
  system: SystemInfo | null,
  serial: string | null,
): DeviceIdentity {
  const mac = system?.macAddress ?? null
  return {
    key: identityKey(mac, serial, address),
    driver: 'elphapex',
    make: 'Elphapex',
    model: system === null || system.model === null ? null : `Elphapex ${system.model}`.slice(0, 120),
    firmware: system?.firmware ?? null,
    serial,
    macAddress: mac,
    hostname: system?.hostname ?? null,
    ipAddress: address.host,
    port: address.port,
  }
}

/**
 * What the pages say. It mines scrypt, so its rate only shows that it works. Not read: `temp_pcb`, `temp_pic` and `asic`, which are the same on every
 * board of every machine recorded, warm or cold. Null without its figures.
 */
export function elphapexReading({ stats, pools, power, workMode }: ElphapexAnswers): DeviceReading | null {
  const [row] = stats === null ? [] : rowsIn(stats, 'STATS')
  if (stats === null || row === undefined) return null
  const rate = scryptRate(stats)
  const boards = boardsFrom(row, rate)
  const poolRows = pools === null ? [] : rowsIn(pools, 'POOLS')
  const poolList = poolsFrom(poolRows, rate)
  const elapsed = countOf(row, 'elapsed')
  const reading: DeviceReading = {
    ...emptyReading(null),
    powerWatts: powerWatts(fieldOf(power, 'power_output')),
    temperatureC: hottest(boards.map((board) => board.temperatureC)),
    fanRpm: fansFrom(row),
    // While it does not mine it counts nothing, though it has been on for days.
    uptimeSeconds: elapsed === 0 ? null : elapsed,
    acceptedShares: sumOf(poolRows.map((pool) => countOf(pool, 'accepted'))),
    rejectedShares: sumOf(poolRows.map((pool) => countOf(pool, 'rejected'))),
    staleShares: sumOf(poolRows.map((pool) => countOf(pool, 'stale'))),
    boards,
    pools: poolList,
    flags: poolFlags(poolList, pools !== null),
  }
  if (boards.some((board) => board.dead)) reading.flags.push('dead-board')
  if (pools === null) reading.flags.push('partial-answer')
  if (rate === null) return withoutOtherWork(reading)
  if (rate > 0) return withoutOtherWork({ ...reading, state: 'mining' })
  const isAsleep = workMode?.mode === SLEEP_MODE
  const awake = withoutOtherWork({ ...reading, state: isAsleep ? 'sleeping' : stateAtRest(reading) })
  return workMode === null ? withUnknownRest(awake) : awake
}

function stateAtRest({ boards, uptimeSeconds }: DeviceReading): DeviceReading['state'] {
  if (uptimeSeconds !== null && uptimeSeconds < START_UP_SECONDS) return 'starting'
  return boards.length > 0 && boards.every((board) => board.dead) ? 'fault' : 'idle'
}

/** Slots that never had a board are rows too: without chips and without a number. */
function boardsFrom(row: Row, deviceRate: number | null): DeviceBoard[] {
  return rowsIn(row, 'chain')
    .slice(0, MOST_BOARDS)
    .flatMap((chain, position) => {
      const chips = countOf(chain, 'asic_num')
      if (chips === null || (chips === 0 && textOf(fieldOf(chain, 'sn')) === null)) return []
      const stands = finiteNumber(fieldOf(chain, 'rate_real')) === 0 && deviceRate !== null && deviceRate > 0
      return [
        {
          index: Math.min(countOf(chain, 'index') ?? position, 999),
          hashrateGhs: null,
          temperatureC: hottest(chipTemperatures(fieldOf(chain, 'temp_chip'))),
          chipsOk: null,
          chipsTotal: chips === 0 ? null : chips,
          dead: chips === 0 || stands,
        },
      ]
    })
}

/** In thousandths of a degree; places without a sensor are empty. A figure below one degree is in no unit that is known. */
function chipTemperatures(value: unknown): (number | null)[] {
  const figures = Array.isArray(value) ? value.map(finiteNumber) : []
  return figures.map((figure) =>
    figure === null || figure < MILLIDEGREES ? null : temperatureC(figure / MILLIDEGREES),
  )
}

function fansFrom(row: Row): number[] {
  const reported = fieldOf(row, 'fan')
  const most = Math.min(countOf(row, 'fan_num') ?? MOST_FANS, MOST_FANS)
  return (Array.isArray(reported) ? reported : [])
    .slice(0, most)
    .map(fanRpm)
    .filter((rpm) => rpm !== null)
}

/**
 * Which pool is in use is not reported: it is the first where that one is alive. `Unreachable` counts as dead only while nothing else speaks against it: a
 * recorded machine called two of its pools so that had taken shares seconds before.
 */
function poolsFrom(rows: readonly Row[], rate: number | null): DevicePool[] {
  const used = rows.filter((row) => poolUrl(fieldOf(row, 'url')) !== null).slice(0, MOST_POOLS)
  const wordOf = (row: Row) => textOf(fieldOf(row, 'status'))?.toLowerCase()
  const worksWithNone = rate === 0 && !used.some((row) => wordOf(row) === 'alive')
  const first = Math.min(...used.map((row) => countOf(row, 'priority') ?? Number.POSITIVE_INFINITY))
  return used.map((row) => {
    const word = wordOf(row)
    const isGone = word === 'dead' || (word === 'unreachable' && worksWithNone)
    const priority = countOf(row, 'priority')
    return {
      url: poolUrl(fieldOf(row, 'url')) ?? '',
      user: textOf(fieldOf(row, 'user'), 200),
      status: word === 'alive' ? 'alive' : word === 'disabled' ? 'disabled' : isGone ? 'dead' : 'unknown',
      active: word === 'alive' && priority === first,
      priority,
    }
  })
}
