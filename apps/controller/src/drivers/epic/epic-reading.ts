import type { DeviceBoard, DeviceIdentity, DevicePool, DeviceReading } from '@shipminer/contract/telemetry'
import { poolFlags, poolUrl } from '../cgminer/device-pools.ts'
import {
  countOf,
  fanRpm,
  fieldOf,
  flagOf,
  hashrateGhs,
  hottest,
  isRow,
  macAddress,
  powerWatts,
  type Row,
  rowIn,
  rowsIn,
  sumOf,
  temperatureC,
  textOf,
} from '../cgminer/values.ts'
import type { DeviceAddress } from '../driver.ts'
import { identityKey } from '../identity-key.ts'
import { emptyReading } from '../reading.ts'

const MEGAHASH_GHS = 1e-3
const TERAHASH_GHS = 1e3
const MOST_BOARDS = 16
const MOST_FANS = 16

/** Operating states on the way to mining. */
const STARTING = new Set([
  'adjustingclockvoltage',
  'initializing',
  'loading',
  'preinitcooldown',
  'rebooting',
  'softrebooting',
  'testing',
  'updatingfirmware',
])

/** Whether an answer to `/summary` is that of ePIC's firmware. */
export function isEpicSummary(summary: Row): boolean {
  return rowIn(summary, 'Session') !== null && rowIn(summary, 'Stratum') !== null
}

/** Who answers, by `/summary`, `/network` and `/capabilities`; the latter two may be missing. */
export function epicIdentity(
  address: DeviceAddress,
  summary: Row,
  network: Row | null,
  capabilities: Row | null,
): DeviceIdentity {
  const cards = Object.values(network ?? {}).map((card) =>
    isRow(card) ? macAddress(fieldOf(card, 'mac_address')) : null,
  )
  const mac = cards.find((card) => card !== null) ?? null
  const model = textOf(fieldOf(capabilities, 'Model'), 120)
  return {
    key: identityKey(mac, null, address),
    driver: 'epic',
    make: model !== null && /antminer/i.test(model) ? 'Antminer' : 'ePIC',
    model,
    firmware: textOf(fieldOf(summary, 'Software'), 160),
    serial: null,
    macAddress: mac,
    hostname: textOf(fieldOf(summary, 'Hostname'), 120),
    ipAddress: address.host,
    port: address.port,
  }
}

/** What `/summary` says; null without a rate of the boards. Rates come in MH/s, power as the supply measures it. */
export function epicReading(summary: Row, partial: boolean): DeviceReading | null {
  const status = rowIn(summary, 'Status')
  const state = textOf(fieldOf(status, 'Operating State'))?.toLowerCase().replaceAll(' ', '') ?? null
  const isIdle = state === 'idling'
  const lost = partial || isIdle ? [] : lostBoards(summary)
  const working = partial ? [] : boardsFrom(fieldOf(summary, 'HBs'))
  const boards = [...working, ...lost].sort((one, other) => one.index - other.index)
  const summed = sumOf(boards.map((board) => board.hashrateGhs))
  const rate = isIdle ? 0 : summed
  if (rate === null) return null
  const session = rowIn(summary, 'Session')
  const pools = partial ? [] : poolsFrom(rowIn(summary, 'Stratum'))
  const fans = Object.values(rowIn(summary, 'Fans Rpm') ?? {})
    .map(fanRpm)
    .filter((rpm) => rpm !== null)
  return {
    ...emptyReading(stateFrom(state, rate)),
    hashrateGhs: rate,
    expectedHashrateGhs: partial ? null : targetGhs(rowIn(summary, 'PerpetualTune')),
    powerWatts: powerWatts(fieldOf(rowIn(summary, 'Power Supply Stats'), 'Input Power')),
    temperatureC: hottest(boards.map((board) => board.temperatureC)),
    fanRpm: fans.slice(0, MOST_FANS),
    uptimeSeconds: countOf(session, 'Uptime'),
    acceptedShares: countOf(session, 'Accepted'),
    rejectedShares: countOf(session, 'Rejected'),
    boards,
    pools,
    flags: [
      ...poolFlags(pools, true),
      ...(boards.some((board) => board.dead) ? (['dead-board'] as const) : []),
      ...(partial ? (['partial-answer'] as const) : []),
    ],
  }
}

/** Without a rate, a word that is not known may be rest as well as a fault. */
function stateFrom(reported: string | null, rateGhs: number): DeviceReading['state'] {
  if (reported === 'idling') return 'sleeping'
  if (rateGhs > 0) return 'mining'
  if (reported === 'mining') return 'idle'
  return reported !== null && STARTING.has(reported) ? 'starting' : null
}

function boardsFrom(value: unknown): DeviceBoard[] {
  return (Array.isArray(value) ? value : [])
    .filter(isRow)
    .slice(0, MOST_BOARDS)
    .map((row, position) => {
      const reported = fieldOf(row, 'Hashrate')
      return {
        index: countOf(row, 'Index') ?? position,
        hashrateGhs: hashrateGhs(Array.isArray(reported) ? reported[0] : reported, MEGAHASH_GHS),
        temperatureC: temperatureC(fieldOf(row, 'Temperature')),
        chipsOk: null,
        chipsTotal: null,
        dead: false,
      }
    })
}

/** Boards that are there and were switched off, as the firmware does after a failure: of the others' list they are missing. */
function lostBoards(summary: Row): DeviceBoard[] {
  const listed = new Set(rowsIn(summary, 'HBs').map((row) => countOf(row, 'Index')))
  return rowsIn(summary, 'HBStatus')
    .slice(0, MOST_BOARDS)
    .flatMap((row) => {
      const index = countOf(row, 'Index')
      const isLost = flagOf(fieldOf(row, 'Detected')) === true && flagOf(fieldOf(row, 'Enabled')) === false
      if (!isLost || index === null || listed.has(index)) return []
      return [{ index, hashrateGhs: null, temperatureC: null, chipsOk: null, chipsTotal: null, dead: true }]
    })
}

/** What its tuner aims at, where that is a rate. */
function targetGhs(tune: Row | null): number | null {
  if (flagOf(fieldOf(tune, 'Running')) !== true) return null
  const [settings] = Object.values(rowIn(tune, 'Algorithm') ?? {}).filter(isRow)
  const target =
    fieldOf(settings, 'Unit') === 'TH/s' ? hashrateGhs(fieldOf(settings, 'Target'), TERAHASH_GHS) : null
  return target === 0 ? null : target
}

/** Only the pool in use is reported. */
function poolsFrom(stratum: Row | null): DevicePool[] {
  const url = poolUrl(fieldOf(stratum, 'Current Pool'))
  if (url === null) return []
  const isConnected = flagOf(fieldOf(stratum, 'IsPoolConnected'))
  const status = isConnected === null ? 'unknown' : isConnected ? 'alive' : 'dead'
  return [{ url, user: textOf(fieldOf(stratum, 'Current User'), 200), status, active: true, priority: 0 }]
}
