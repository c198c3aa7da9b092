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
  const fans = fansFrom(row)
  const isLiquid = hasNoFans(row)
  const layout = waterLayout(row, isLiquid)
  const boards = boardsFrom(row, unit, rate, seenBoards, layout)
  return {
    hashrateGhs: rate,
    expectedHashrateGhs: expected === 0 ? null : expected,
    powerWatts: powerWatts(fieldOf(row, 'chain_power')),
    temperatureC: hottest(boards.map((board) => board.temperatureC)),
    ...waterFrom(row, layout, isLiquid),
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
  layout: WaterLayout,
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
    boards.push(boardAt(row, position, chips, unit, deviceRateGhs, layout))
  }
  return boards
}

function boardAt(
  row: Row,
  position: number,
  chips: number,
  unit: number,
  deviceRateGhs: number | null,
  layout: WaterLayout,
): DeviceBoard {
  const map = textOf(fieldOf(row, `chain_acs${position}`), 2000)
  const good = map === null ? null : [...map].filter((chip) => chip === 'o' || chip === 'O').length
  const rate = hashrateGhs(fieldOf(row, `chain_rate${position}`), unit)
  const stands = rate === 0 && deviceRateGhs !== null && deviceRateGhs > 0
  return {
    index: position,
    hashrateGhs: chips === 0 ? (rate ?? 0) : rate,
    temperatureC: boardTemperature(row, position, layout),
    chipsOk: good,
    chipsTotal: chips === 0 ? null : chips,
    dead: chips === 0 || good === 0 || stands,
  }
}

/** Hottest chip; boards of older models have it in `temp2_N`; else the hottest point of the board. */
function boardTemperature(row: Row, position: number, layout: WaterLayout): number | null {
  const at = (prefix: string) => sensorsAt(row, prefix, position)
  if (layout === 'chip-is-water') return hottest([...at('temp_pcb'), ...at('temp_pic')])
  if (layout === 'pcb-is-water')
    return (
      hottest(at('temp_pic').slice(0, 1)) ?? hottest([at('temp_pcb')[1] ?? null, at('temp_pcb')[3] ?? null])
    )
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

/** Whether the unit says that it has no fans. Fans that stand still are none of water: an air-cooled unit that sleeps has them too. */
function hasNoFans(row: Row): boolean {
  const expected = countOf(row, 'fan_num')
  return expected === null ? positionsOf(row, 'fan').length === 0 : expected === 0
}

/**
 * Which fields of the boards of a water-cooled unit are those of its water. S21 Hyd and S19 XP Hyd put inlet and outlet into the first two places
 * of `temp_chip` and leave the others at 0; S21+ Hyd puts them into the first and third of `temp_pcb` and leaves `temp_chip` at 0 altogether.
 */
type WaterLayout = 'chip-is-water' | 'pcb-is-water' | 'as-air'

function waterLayout(row: Row, isLiquid: boolean): WaterLayout {
  if (!isLiquid) return 'as-air'
  const boards = positionsOf(row, 'temp_chip').map((position) => rawSensors(row, 'temp_chip', position))
  const reported = boards.filter((sensors) => sensors.length === 4)
  if (reported.length === 0) return 'as-air'
  // An empty slot and a dark board have zeros only, and say nothing of the others.
  const lit = reported.filter((sensors) => sensors.some((sensor) => sensor !== 0))
  if (lit.length === 0) return 'pcb-is-water'
  const isWater = lit.every(([, , ...rest]) => rest.every((sensor) => sensor === 0))
  return isWater ? 'chip-is-water' : 'as-air'
}

/**
 * Temperatures at the water's inlet and outlet of units without fans. Where firmware names them, its figures are used; else those of the layout.
 * Where boards have the layout of air they are the sensors nearest to the water, the third and the second of `temp_pic`.
 */
function waterFrom(
  row: Row,
  layout: WaterLayout,
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
  const [prefix, inletAt, outletAt] = waterPlaces[layout]
  return {
    inletTemperatureC: hottest(sensorsOf(row, prefix, inletAt)),
    outletTemperatureC: hottest(sensorsOf(row, prefix, outletAt)),
  }
}

const waterPlaces = {
  'chip-is-water': ['temp_chip', 0, 1],
  'pcb-is-water': ['temp_pcb', 0, 2],
  'as-air': ['temp_pic', 2, 1],
} as const

function firstTemperature(row: Row, keys: readonly string[]): number | null {
  for (const key of keys) {
    const temperature = temperatureC(fieldOf(row, key))
    if (temperature !== null) return temperature
  }
  return null
}

/** One sensor of every board. */
function sensorsOf(row: Row, prefix: string, sensor: number): (number | null)[] {
  return positionsOf(row, prefix).map((position) => sensorsAt(row, prefix, position)[sensor] ?? null)
}

/** The four sensors of a board; 0 means that there is none. */
function sensorsAt(row: Row, prefix: string, position: number): (number | null)[] {
  return rawSensors(row, prefix, position).map((figure) => (figure === 0 ? null : temperatureC(figure)))
}

function rawSensors(row: Row, prefix: string, position: number): (number | null)[] {
  const value = fieldOf(row, `${prefix}${position}`)
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split('-') : []
  return parts.length === 4 ? parts.map((part) => finiteNumber(part)) : []
}
