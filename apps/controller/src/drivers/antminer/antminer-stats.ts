import type { DeviceBoard } from '@shipminer/contract/telemetry'
import {
  countOf,
  fanRpm,
  fieldOf,
  finiteNumber,
  hashrateGhs,
  hottest,
  powerWatts,
  type Row,
  temperatureC,
  temperaturesC,
  textOf,
} from '../cgminer/values.ts'

/** What the `stats` of an Antminer says; every figure may be unknown. */
export type AntminerStats = {
  hashrateGhs: number | null
  expectedHashrateGhs: number | null
  powerWatts: number | null
  temperatureC: number | null
  inletTemperatureC: number | null
  outletTemperatureC: number | null
  fanRpm: number[]
  uptimeSeconds: number | null
  boards: DeviceBoard[]
  minerId: string | null
}

const RATE_UNIT_GHS: Record<string, number> = { KH: 1e-6, MH: 1e-3, GH: 1, TH: 1e3, PH: 1e6 }
const MOST_BOARDS = 32

/** The row of STATS with the figures: the first is the version, later ones may be pools. */
export function statsRow(rows: readonly Row[]): Row | null {
  return (
    rows.find((row) => Object.keys(row).some((key) => /^(?:GHS 5s|rate_5s|chain_acn\d+)$/.test(key))) ?? null
  )
}

/**
 * Reads one row of stats. `seenBoards` are the positions at which this device has shown a board before: one that is
 * gone since counts as dead, while a position that never had one is an empty slot.
 */
export function readStats(row: Row, seenBoards: ReadonlySet<number> = new Set()): AntminerStats {
  const unit = RATE_UNIT_GHS[textOf(fieldOf(row, 'rate_unit'))?.slice(0, 2).toUpperCase() ?? 'GH'] ?? 1
  const rate = hashrateGhs(fieldOf(row, 'GHS 5s'), 1) ?? hashrateGhs(fieldOf(row, 'rate_5s'), unit)
  const expected = hashrateGhs(fieldOf(row, 'total_rateideal'), unit)
  const boards = boardsFrom(row, unit, rate, seenBoards)
  const fans = fansFrom(row)
  return {
    hashrateGhs: rate,
    expectedHashrateGhs: expected === 0 ? null : expected,
    powerWatts: powerWatts(fieldOf(row, 'chain_power')),
    temperatureC: hottest(boards.map((board) => board.temperatureC)),
    ...waterFrom(row, fans.length === 0),
    fanRpm: fans,
    uptimeSeconds: countOf(row, 'Elapsed', 'elapsed'),
    boards,
    minerId: textOf(fieldOf(row, 'miner_id'), 120),
  }
}

function positionsOf(row: Row, prefix: string): number[] {
  const positions = new Set<number>()
  for (const key of Object.keys(row)) {
    if (!key.startsWith(prefix)) continue
    const digits = key.slice(prefix.length)
    if (/^\d{1,2}$/.test(digits)) positions.add(Number(digits))
  }
  return [...positions].sort((one, other) => one - other)
}

function boardsFrom(
  row: Row,
  unit: number,
  deviceRateGhs: number | null,
  seen: ReadonlySet<number>,
): DeviceBoard[] {
  const positions = positionsOf(row, 'chain_acn').slice(0, MOST_BOARDS)
  const populated = positions.filter((position) => (countOf(row, `chain_acn${position}`) ?? 0) > 0)
  const lastPopulated = Math.max(-1, ...populated)
  const boards: DeviceBoard[] = []
  for (const position of positions) {
    const chips = countOf(row, `chain_acn${position}`)
    if (chips === null) continue
    const isGap = chips === 0 && (position < lastPopulated || seen.has(position))
    // Slots of older models are numbered from 6, so an empty one below the first board is no gap.
    if (chips === 0 && (!isGap || (position < Math.min(...populated) && !seen.has(position)))) continue
    boards.push(boardAt(row, position, chips, unit, deviceRateGhs))
  }
  return boards
}

function boardAt(
  row: Row,
  position: number,
  chips: number,
  unit: number,
  deviceRateGhs: number | null,
): DeviceBoard {
  const map = textOf(fieldOf(row, `chain_acs${position}`), 2000)
  const good = map === null ? null : [...map].filter((chip) => chip === 'o' || chip === 'O').length
  const rate = hashrateGhs(fieldOf(row, `chain_rate${position}`), unit)
  const stands = rate === 0 && deviceRateGhs !== null && deviceRateGhs > 0
  return {
    index: position,
    hashrateGhs: chips === 0 ? (rate ?? 0) : rate,
    temperatureC: boardTemperature(row, position),
    chipsOk: good,
    chipsTotal: chips === 0 ? null : chips,
    dead: chips === 0 || good === 0 || stands,
  }
}

/** Hottest chip; boards of older models have it in `temp2_N`; else the hottest point of the board. */
function boardTemperature(row: Row, position: number): number | null {
  return (
    hottest(temperaturesC(fieldOf(row, `temp_chip${position}`))) ??
    temperatureC(fieldOf(row, `temp2_${position}`)) ??
    hottest(temperaturesC(fieldOf(row, `temp_pcb${position}`)))
  )
}

/** Fans that turn; stopped ones are added up to the number that `fan_num` says there should be. None at all on hydro units. */
function fansFrom(row: Row): number[] {
  const expected = countOf(row, 'fan_num')
  if (expected === 0) return []
  const speeds = positionsOf(row, 'fan')
    .map((position) => fanRpm(fieldOf(row, `fan${position}`)))
    .filter((rpm) => rpm !== null)
  const turning = speeds.filter((rpm) => rpm > 0)
  const standing = Math.max(0, Math.min(expected ?? 0, speeds.length) - turning.length)
  return [...turning, ...new Array<number>(standing).fill(0)].slice(0, 16)
}

/**
 * Temperatures at the water's inlet and outlet of units without fans. Where firmware names them, its figures are used;
 * else they are the sensors of the boards nearest to them, the third and the second of `temp_pic`.
 */
function waterFrom(
  row: Row,
  isLiquid: boolean,
): Pick<AntminerStats, 'inletTemperatureC' | 'outletTemperatureC'> {
  const inlet = firstTemperature(row, [
    'temp_in',
    'temp_inlet',
    'inlet_temp',
    'water_temp_in',
    'temp_water_in',
  ])
  const outlet = firstTemperature(row, [
    'temp_out',
    'temp_outlet',
    'outlet_temp',
    'water_temp_out',
    'temp_water_out',
  ])
  if (!isLiquid || inlet !== null || outlet !== null)
    return { inletTemperatureC: inlet, outletTemperatureC: outlet }
  return {
    inletTemperatureC: hottest(boardSensors(row, 2)),
    outletTemperatureC: hottest(boardSensors(row, 1)),
  }
}

function firstTemperature(row: Row, keys: readonly string[]): number | null {
  for (const key of keys) {
    const temperature = temperatureC(fieldOf(row, key))
    if (temperature !== null) return temperature
  }
  return null
}

function boardSensors(row: Row, sensor: number): (number | null)[] {
  return positionsOf(row, 'temp_pic').map((position) => {
    const text = fieldOf(row, `temp_pic${position}`)
    if (typeof text !== 'string') return null
    const parts = text.split('-')
    return parts.length === 4 ? temperatureC(finiteNumber(parts[sensor])) : null
  })
}
