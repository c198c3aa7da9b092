import type {
  DeviceBoard,
  DeviceFault,
  DeviceIdentity,
  DevicePool,
  DeviceReading,
} from '@shipminer/contract/telemetry'
import { poolFlags, poolUrl } from '../cgminer/device-pools.ts'
import {
  countOf,
  difficultyOf,
  fanSpeeds,
  fieldOf,
  finiteNumber,
  hashrateGhs,
  hottest,
  isRow,
  macAddress,
  powerWatts,
  type Row,
  rowIn,
  rowsIn,
  sumOf,
  sumOfAll,
  temperatureC,
  textOf,
} from '../cgminer/values.ts'
import type { DeviceAddress } from '../driver.ts'
import { identityKey } from '../identity-key.ts'
import { faultFromWords, mostFaults } from '../judge/faults.ts'
import { emptyReading } from '../reading.ts'

const TERAHASH_GHS = 1_000
/** How long after its start mining without a rate counts as starting. */
const START_UP_SECONDS = 180
const MOST_BOARDS = 16
const MOST_POOLS = 16

/** The answers of the API that one poll is made of; null where one did not come whole. */
export type ProtoAnswers = {
  mining: Row | null
  telemetry: Row | null
  /** It keeps its telemetry behind its login: then the status has to do. */
  isSecured: boolean
  pools: Row | null
  cooling: Row | null
}

/** Whether an answer to `system` is that of Proto OS. */
export function isProtoSystem(system: Row | null): system is Row {
  const info = rowIn(system, 'system-info')
  return rowIn(info, 'os') !== null && rowIn(info, 'pool_interface_sw') !== null
}

/** Who answers, by `system` and `network`. */
export function protoIdentity(
  address: DeviceAddress,
  system: Row | null,
  network: Row | null,
): DeviceIdentity {
  const info = rowIn(system, 'system-info')
  const os = rowIn(info, 'os')
  const mac = protoMac(network)
  const serial = textOf(fieldOf(info, 'cb_sn'), 120)
  const firmware = [fieldOf(os, 'name'), fieldOf(os, 'version')].map((word) => textOf(word, 60))
  return {
    key: identityKey(mac, serial, address),
    driver: 'proto',
    make: 'Proto',
    model: textOf(fieldOf(info, 'product_name', 'model'), 120),
    firmware: firmware.filter((word) => word !== null).join(' ') || null,
    serial,
    macAddress: mac,
    hostname: textOf(fieldOf(rowIn(network, 'network-info'), 'hostname'), 120),
    ipAddress: address.host,
    port: address.port,
  }
}

export function protoMac(network: Row | null): string | null {
  return macAddress(fieldOf(rowIn(network, 'network-info'), 'mac'))
}

/**
 * What the answers say; null when neither status nor figures came. Its average rate since the start is never used, and where the
 * telemetry is missing by accident, the status does not stand in for it: its figures are others.
 */
export function protoReading(answers: ProtoAnswers): DeviceReading | null {
  const { telemetry, pools: poolList, cooling, isSecured } = answers
  const mining = rowIn(answers.mining, 'mining-status')
  const miner = rowIn(telemetry, 'miner')
  if (mining === null && miner === null) return null
  const figures = telemetry === null && !isSecured ? null : mining
  const rate = figureIn(miner, 'hashrate', 'TH/s', ths) ?? hashrateGhs(fieldOf(figures, 'hashrate_ghs'), 1)
  const ideal = hashrateGhs(fieldOf(mining, 'ideal_hashrate_ghs'), 1)
  const status = textOf(fieldOf(mining, 'status'))?.toLowerCase() ?? null
  const isShort = status === 'degradedmining'
  const boards = boardsFrom(telemetry, isShort)
  const rows = rowsIn(poolList, 'pools').slice(0, MOST_POOLS)
  const pools = rows.map(poolFrom).filter((pool) => pool !== null)
  const reading: DeviceReading = {
    ...emptyReading(stateOf(status, rate, countOf(mining, 'mining_uptime_s'))),
    hashrateGhs: rate,
    expectedHashrateGhs: ideal === 0 ? null : ideal,
    powerWatts:
      inputWatts(telemetry) ??
      figureIn(miner, 'power', 'W', powerWatts) ??
      powerWatts(fieldOf(figures, 'power_usage_watts')),
    // Chips and boards stand in different answers.
    temperatureC:
      figures === null
        ? null
        : hottest([
            ...boards.map((board) => board.temperatureC),
            temperatureC(fieldOf(mining, 'average_asic_temp_c')),
          ]),
    fanRpm: fanSpeeds(rowsIn(rowIn(cooling, 'cooling-status'), 'fans').map((fan) => fieldOf(fan, 'rpm'))),
    uptimeSeconds: countOf(mining, 'reboot_uptime_s'),
    acceptedShares: sumOf(rows.map((row) => countOf(row, 'accepted'))),
    rejectedShares: sumOf(rows.map((row) => countOf(row, 'rejected'))),
    acceptedDifficulty: sumOfAll(rows.map((row) => difficultyOf(row, 'difficulty_accepted_shares'))),
    bestShareDifficulty: hottest(rows.map((row) => difficultyOf(row, 'best_difficulty_share'))),
    boards,
    pools,
    flags: poolFlags(pools, poolList !== null),
  }
  const isBoardMissing =
    (countOf(mining, 'hashboards_mining') ?? 0) < (countOf(mining, 'hashboards_installed') ?? 0)
  if (boards.some((board) => board.dead) || (isShort && isBoardMissing)) reading.flags.push('dead-board')
  const isWhole = figures !== null && poolList !== null && cooling !== null
  if (!isWhole) reading.flags.push('partial-answer')
  return reading
}

function stateOf(
  status: string | null,
  rate: number | null,
  miningSeconds: number | null,
): DeviceReading['state'] {
  if (status === 'error') return 'fault'
  if (status === 'poweringon') return 'starting'
  if (rate !== null && rate > 0) return 'mining'
  switch (status) {
    case 'mining':
    case 'degradedmining':
      if (rate === null) return 'mining'
      return miningSeconds !== null && miningSeconds < START_UP_SECONDS ? 'starting' : 'idle'
    case 'stopped':
    case 'curtailed':
      return 'sleeping'
    case 'nopools':
      return 'idle'
    default:
      return null
  }
}

/** What the errors of the API name, as they stand now; null when there is no such list. */
export function protoFaults(list: unknown): DeviceFault[] | null {
  if (!Array.isArray(list)) return null
  const open = list.filter(isRow).filter((row) => (finiteNumber(fieldOf(row, 'expired_at')) ?? 0) === 0)
  return open.slice(0, mostFaults).map((row) => {
    const slot = countOf(row, 'slot')
    return faultFromWords(textOf(fieldOf(row, 'message'), 200) ?? '', {
      code: textOf(fieldOf(row, 'error_code'), 60),
      place: slot === 0 ? null : slot,
    })
  })
}

/** What the power supplies take from the ship, where each of them tells it. */
function inputWatts(telemetry: Row | null): number | null {
  const supplies = rowsIn(telemetry, 'psus').map((psu) => rowIn(psu, 'power'))
  return sumOfAll(
    supplies.map((power) => (fieldOf(power, 'unit') === 'W' ? powerWatts(fieldOf(power, 'input')) : null)),
  )
}

function boardsFrom(telemetry: Row | null, isShort: boolean): DeviceBoard[] {
  return rowsIn(telemetry, 'hashboards')
    .slice(0, MOST_BOARDS)
    .map((row, position) => {
      const rate = figureIn(row, 'hashrate', 'TH/s', ths)
      const board = rowIn(row, 'temperature')
      const chips = fieldOf(rowIn(rowIn(row, 'asics'), 'temperature'), 'values')
      const chipsC = Array.isArray(chips) ? chips.map(temperatureC) : []
      return {
        index: countOf(row, 'index') ?? position,
        hashrateGhs: rate,
        temperatureC:
          hottest(chipsC) ??
          hottest([temperatureC(fieldOf(board, 'outlet')), temperatureC(fieldOf(board, 'average'))]),
        chipsOk: null,
        chipsTotal: chipsC.length === 0 ? null : chipsC.length,
        dead: isShort && rate === 0,
      }
    })
}

/** "Idle" is a pool that answers and is not needed. */
function poolFrom(row: Row): DevicePool | null {
  const url = poolUrl(fieldOf(row, 'url'))
  if (url === null) return null
  const status = textOf(fieldOf(row, 'status'))?.toLowerCase()
  return {
    url,
    user: textOf(fieldOf(row, 'user'), 200),
    status: status === 'active' || status === 'idle' ? 'alive' : status === 'dead' ? 'dead' : 'unknown',
    active: status === 'active',
    priority: countOf(row, 'priority', 'id'),
  }
}

const ths = (value: unknown): number | null => hashrateGhs(value, TERAHASH_GHS)

/** A figure that names its unit; in another one it is unknown. */
function figureIn(
  row: Row | null,
  name: string,
  unit: string,
  read: (value: unknown) => number | null,
): number | null {
  const figure = rowIn(row, name)
  return fieldOf(figure, 'unit') === unit ? read(fieldOf(figure, 'value')) : null
}
