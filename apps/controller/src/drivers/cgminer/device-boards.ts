import type { DeviceBoard } from '@shipminer/contract/telemetry'
import { LUCKY_PART, shortRateGhs } from './hashrate.ts'
import type { Section } from './parse-reply.ts'
import { countOf, fieldOf, flagOf, hottest, type Row, sumOf, temperatureC, textOf } from './values.ts'

const MOST_BOARDS = 32

/**
 * One board for each row of DEVS. Some firmware writes 0 for every board while the summary hashes; such zeros say
 * nothing and become unknown, which needs the device's own rate. So do rates that together are more than the device's:
 * boards that tell only a few lucky seconds, of a device that is read over its last minute.
 */
export function boardsFromDevs(devs: Section, deviceRateGhs: number | null): DeviceBoard[] {
  const boards = devs.rows.slice(0, MOST_BOARDS).map(boardFrom)
  const silent = boards.every((board) => board.hashrateGhs === null || board.hashrateGhs === 0)
  if (deviceRateGhs === null) return boards
  const boardsGhs = sumOf(boards.map((board) => board.hashrateGhs)) ?? 0
  const contradicts = silent ? deviceRateGhs > 0 : boardsGhs > deviceRateGhs * LUCKY_PART
  if (!contradicts) return boards
  return boards.map((board) => ({ ...board, hashrateGhs: null }))
}

function boardFrom(row: Row, position: number): DeviceBoard {
  const status = textOf(fieldOf(row, 'Status'))?.toLowerCase()
  return {
    index: countOf(row, 'Slot', 'ASC', 'PGA', 'GPU', 'ID') ?? position,
    hashrateGhs: shortRateGhs(row),
    temperatureC: deviceTemperatureC(row),
    chipsOk: countOf(row, 'Effective Chips'),
    chipsTotal: null,
    dead: status === 'dead' || status === 'nostart' || flagOf(fieldOf(row, 'Enabled')) === false,
  }
}

/** Hottest chip of a row, else its board; `Tenperature` is how some firmware spells it. */
export function deviceTemperatureC(row: Row | null): number | null {
  return (
    temperatureC(fieldOf(row, 'Chip Temp Max')) ??
    hottest([temperatureC(fieldOf(row, 'Chip Temp Avg')), temperatureC(fieldOf(row, 'Temperature'))]) ??
    temperatureC(fieldOf(row, 'Tenperature'))
  )
}
