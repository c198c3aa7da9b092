import type { DeviceBoard } from '@shipminer/contract/telemetry'
import { shortRateGhs } from './hashrate.ts'
import type { Section } from './parse-reply.ts'
import { countOf, fieldOf, flagOf, hottest, type Row, temperatureC, textOf } from './values.ts'

const MOST_BOARDS = 32

/**
 * One board for each row of DEVS. Some firmware writes 0 for every board while the summary hashes; such zeros say
 * nothing and become unknown, which needs the device's own rate.
 */
export function boardsFromDevs(devs: Section, deviceRateGhs: number | null): DeviceBoard[] {
  const boards = devs.rows.slice(0, MOST_BOARDS).map(boardFrom)
  const silent = boards.every((board) => board.hashrateGhs === null || board.hashrateGhs === 0)
  if (!silent || deviceRateGhs === null || deviceRateGhs === 0) return boards
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
