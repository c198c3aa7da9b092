import type { DeviceIdentity, DeviceReading } from '@shipminer/contract/telemetry'
import {
  fanSpeeds,
  fieldOf,
  hottest,
  macAddress,
  powerWatts,
  type Row,
  rowsIn,
  sumOfAll,
  temperatureC,
  textOf,
} from '../cgminer/values.ts'
import type { DeviceAddress } from '../driver.ts'
import { identityKey } from '../identity-key.ts'

const MOST_SUPPLIES = 8

/** Documents of the web interface; null: not read. */
export type AuradineDocuments = {
  psu: Row | null
  temperature: Row | null
  fan: Row | null
  mode: Row | null
}

/** What the web interface adds to the answers of the API; nothing of it is read while its login is another. */
export function withAuradineDocuments(reading: DeviceReading, documents: AuradineDocuments): DeviceReading {
  const { psu, temperature, fan, mode } = documents
  const boards = chipsByBoard(temperature)
  const fans = fanSpeeds(rowsIn(fan, 'Fan').map((row) => fieldOf(row, 'Speed')))
  const missing = Object.values(documents).filter((document) => document === null).length
  const isPart = missing > 0 && missing < Object.keys(documents).length
  return {
    ...reading,
    powerWatts: inputWatts(psu) ?? reading.powerWatts,
    temperatureC: hottest([...boards.values()]) ?? reading.temperatureC,
    fanRpm: fans.length > 0 ? fans : reading.fanRpm,
    boards: reading.boards.map((board) => ({
      ...board,
      temperatureC: boards.get(board.index) ?? board.temperatureC,
    })),
    state: stateOf(reading, mode),
    flags: isPart ? [...new Set([...reading.flags, 'partial-answer' as const])] : reading.flags,
  }
}

/** What the supplies take from the ship; null unless each of them tells it. */
function inputWatts(psu: Row | null): number | null {
  const supplies = rowsIn(psu, 'PSU').slice(0, MOST_SUPPLIES)
  return sumOfAll(supplies.map((row) => powerWatts(fieldOf(row, 'PowerIn'))))
}

/** The hottest chip of each hash board, by the number that `devs` gives it too. */
function chipsByBoard(temperature: Row | null): Map<number, number> {
  const hottestByBoard = new Map<number, number>()
  for (const row of rowsIn(temperature, 'Temperature')) {
    const board = fieldOf(row, 'ID')
    const chips = rowsIn(row, 'ChipTemp').map((chip) => temperatureC(fieldOf(chip, 'Temperature')))
    const chip = hottest(chips)
    if (typeof board === 'number' && chip !== null) hottestByBoard.set(board, chip)
  }
  return hottestByBoard
}

/** A device at rest and one without work both make nothing; only its mode says which it is. */
function stateOf(reading: DeviceReading, mode: Row | null): DeviceReading['state'] {
  const sleep = textOf(fieldOf(rowsIn(mode, 'Mode')[0], 'Sleep'))?.toLowerCase()
  if (reading.state === 'mining') return 'mining'
  if (sleep === 'on') return 'sleeping'
  return reading.state === 'idle' && sleep !== 'off' ? null : reading.state
}

/** Who the device is by its `ipreport`; without one by its address. */
export function auradineIdentity(
  address: DeviceAddress,
  ipReport: Row | null,
  { firmware, model }: { firmware: string | null; model: string | null },
): DeviceIdentity {
  const report = rowsIn(ipReport, 'IPReport')[0] ?? null
  const mac = macAddress(fieldOf(report, 'mac'))
  const serial = textOf(fieldOf(report, 'SerialNo'), 120)
  return {
    key: identityKey(mac, serial, address),
    driver: 'auradine',
    make: 'Auradine',
    model: textOf(fieldOf(report, 'model'), 120) ?? model,
    firmware: textOf(fieldOf(report, 'version'), 120) ?? firmware,
    serial,
    macAddress: mac,
    hostname: textOf(fieldOf(report, 'hostname'), 120),
    ipAddress: address.host,
    port: address.port,
  }
}
