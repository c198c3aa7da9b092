import type {
  DeviceBoard,
  DeviceFault,
  DeviceIdentity,
  DevicePool,
  DeviceReading,
} from '@shipminer/contract/telemetry'
import { modelName } from '../cgminer/cgminer-identity.ts'
import { poolFlags, poolUrl } from '../cgminer/device-pools.ts'
import {
  countOf,
  difficultyOf,
  fanRpm,
  fieldOf,
  hashrateGhs,
  hottest,
  isRow,
  macAddress,
  powerWatts,
  type Row,
  rowsIn,
  sumOf,
  temperatureC,
  textOf,
} from '../cgminer/values.ts'
import type { DeviceAddress } from '../driver.ts'
import { identityKey } from '../identity-key.ts'
import { faultFromWords } from '../judge/faults.ts'
import { emptyReading } from '../reading.ts'

const UNIT_GHS: Record<string, number> = { 'GH/s': 1, 'MH/s': 1e-3, 'TH/s': 1e3 }
const MOST = 16

/** Who a unit with VNish is, by `/info`; null when it is no VNish. */
export function vnishIdentity(address: DeviceAddress, info: Row): DeviceIdentity | null {
  const name = textOf(fieldOf(info, 'fw_name'), 40)
  if (name === null || !/vnish|anthill/i.test(name)) return null
  const system = rowIn(info, 'system')
  const network = rowIn(system, 'network_status')
  const mac = macAddress(fieldOf(network, 'mac'))
  const reported = textOf(fieldOf(info, 'serial'), 120)
  const serial = reported === 'N/A' ? null : reported
  const miner = textOf(fieldOf(info, 'miner'), 120)
  return {
    key: identityKey(mac, serial, address),
    driver: 'vnish',
    make: 'Antminer',
    model: miner === null ? null : modelName(miner),
    firmware: `VNish ${textOf(fieldOf(info, 'fw_version'), 60) ?? ''}`.trim(),
    serial,
    macAddress: mac,
    hostname: textOf(fieldOf(network, 'hostname'), 120),
    ipAddress: address.host,
    port: address.port,
  }
}

/**
 * What `/summary` says; null without a present rate. The pool to which the firmware works off its fee is left out. Its
 * uptime is that of mining: the machine's own is reported in minutes only.
 */
export function vnishReading(summary: Row, unit: string | null, partial: boolean): DeviceReading | null {
  const miner = rowIn(summary, 'miner')
  const unitGhs = UNIT_GHS[unit ?? 'GH/s'] ?? 1
  const rate = hashrateGhs(fieldOf(miner, 'hr_realtime'), unitGhs)
  const status = rowIn(miner, 'miner_status')
  const reported = textOf(fieldOf(status, 'miner_state'))
  if (rate === null || reported === null) return null
  const boards = listIn(miner, 'chains').map((row, position) => boardFrom(row, position, unitGhs))
  const poolRows = listIn(miner, 'pools').filter((row) => textOf(fieldOf(row, 'pool_type')) !== 'DevFee')
  const pools = poolRows.map(poolFrom).filter((pool) => pool !== null)
  const nominal = hashrateGhs(fieldOf(miner, 'hr_nominal'), unitGhs)
  const sums = partial ? [] : poolRows
  const reading: DeviceReading = {
    ...emptyReading(stateFrom(reported, rate)),
    hashrateGhs: rate,
    expectedHashrateGhs: nominal === 0 ? null : nominal,
    powerWatts: powerWatts(fieldOf(miner, 'power_consumption')),
    temperatureC: partial ? null : temperatureC(fieldOf(rowIn(miner, 'chip_temp'), 'max')),
    inletTemperatureC: partial ? null : waterOf(miner, 'inlet_water_temp'),
    outletTemperatureC: partial ? null : waterOf(miner, 'outlet_water_temp'),
    fanRpm: listIn(rowIn(miner, 'cooling'), 'fans')
      .map((row) => fanRpm(fieldOf(row, 'rpm')))
      .filter((rpm) => rpm !== null),
    uptimeSeconds: reported === 'mining' ? countOf(status, 'miner_state_time') : null,
    acceptedShares: sumOf(sums.map((row) => countOf(row, 'accepted'))),
    rejectedShares: sumOf(sums.map((row) => countOf(row, 'rejected'))),
    staleShares: sumOf(sums.map((row) => countOf(row, 'stale'))),
    acceptedDifficulty: sumOf(sums.map((row) => difficultyOf(row, 'diffa'))),
    bestShareDifficulty: difficultyOf(miner, 'best_share'),
    blocksFound: countOf(miner, 'found_blocks'),
    boards,
    pools,
    faults: partial ? [] : vnishFaults(miner, status),
    flags: poolFlags(pools, !partial),
  }
  if (boards.some((board) => board.dead)) reading.flags.push('dead-board')
  if (partial) reading.flags.push('partial-answer')
  return reading
}

function stateFrom(reported: string, rateGhs: number): DeviceReading['state'] {
  switch (reported) {
    case 'mining':
    case 'auto-tuning':
      return rateGhs > 0 ? 'mining' : 'starting'
    case 'initializing':
    case 'starting':
    case 'restarting':
      return 'starting'
    case 'stopped':
      return rateGhs === 0 ? 'sleeping' : 'mining'
    case 'failure':
      return 'fault'
    default:
      return rateGhs > 0 ? 'mining' : null
  }
}

function boardFrom(row: Row, position: number, unitGhs: number): DeviceBoard {
  const state = textOf(fieldOf(rowIn(row, 'status'), 'state'))?.toLowerCase()
  return {
    index: countOf(row, 'id') ?? position,
    hashrateGhs: hashrateGhs(fieldOf(row, 'hashrate_rt'), unitGhs),
    temperatureC: temperatureC(fieldOf(rowIn(row, 'chip_temp'), 'max')),
    chipsOk: null,
    chipsTotal: null,
    dead: state === 'failure' || state === 'disconnected',
  }
}

function poolFrom(row: Row): DevicePool | null {
  const url = poolUrl(fieldOf(row, 'url'))
  if (url === null) return null
  const status = textOf(fieldOf(row, 'status'))
  const isWorking = status === 'working' || status === 'active'
  return {
    url,
    user: textOf(fieldOf(row, 'user'), 200),
    status: isWorking
      ? 'alive'
      : status === 'offline' || status === 'rejecting'
        ? 'dead'
        : status === 'disabled'
          ? 'disabled'
          : 'unknown',
    active: status === 'working',
    priority: countOf(row, 'id'),
  }
}

/** What it says of itself: of the whole unit, of each board and of each fan. */
function vnishFaults(miner: Row | null, status: Row | null): DeviceFault[] {
  const said = textOf(fieldOf(status, 'description'), 200) ?? ''
  const code = countOf(status, 'failure_code')
  const isFailed = textOf(fieldOf(status, 'miner_state')) === 'failure'
  const unit =
    isFailed || said !== '' ? [faultFromWords(said, { code: code === null ? null : String(code) })] : []
  const boards = listIn(miner, 'chains').flatMap((row): DeviceFault[] => {
    const state = rowIn(row, 'status')
    const word = textOf(fieldOf(state, 'state'))?.toLowerCase()
    if (word !== 'failure' && word !== 'disconnected') return []
    const text = textOf(fieldOf(state, 'description'), 200)
    const named = faultFromWords(text ?? '', { place: countOf(row, 'id') })
    if (word === 'disconnected') return [{ ...named, meaning: 'board-missing' }]
    return [named.meaning === 'unknown' ? { ...named, meaning: 'board' } : named]
  })
  const fans = listIn(rowIn(miner, 'cooling'), 'fans').flatMap((row, position): DeviceFault[] => {
    const word = textOf(fieldOf(row, 'status'), 40)
    return word === null || !/lost|fail|error/i.test(word)
      ? []
      : [{ code: null, meaning: 'fan-still', place: (countOf(row, 'id') ?? position) + 1, text: word }]
  })
  return [...unit, ...boards, ...fans]
}

/** Of the boards that have a sensor in the water; one that has none says 0. */
function waterOf(miner: Row | null, name: string): number | null {
  const reported = listIn(miner, 'chains').map((row) => temperatureC(fieldOf(row, name)))
  return hottest(reported.filter((degrees) => degrees !== 0))
}

function rowIn(row: Row | null, name: string): Row | null {
  const value = fieldOf(row, name)
  return isRow(value) ? value : null
}

function listIn(row: Row | null, name: string): Row[] {
  return rowsIn(row, name).slice(0, MOST)
}
