import type { DeviceBoard, DeviceIdentity, DeviceReading } from '@shipminer/contract/telemetry'
import { type CommandReply, type Section, sectionOf } from '../cgminer/parse-reply.ts'
import {
  countOf,
  fanRpm,
  fieldOf,
  flagOf,
  hashrateGhs,
  hottest,
  macAddress,
  powerWatts,
  type Row,
  temperatureC,
  textOf,
} from '../cgminer/values.ts'
import type { DeviceAddress } from '../device-address.ts'
import { identityKey } from '../identity-key.ts'

const MOST_BOARDS = 8
const MOST_FANS = 8
const GHS_PER_MHS = 1e-3
/** Its summary and its pools count differently, so that neither may stand in for a part of the other. */
const UNKNOWN_SHARES = {
  acceptedShares: null,
  rejectedShares: null,
  staleShares: null,
  acceptedDifficulty: null,
  bestShareDifficulty: null,
}

export function sealminerStats(reply: CommandReply | null): Section {
  return sectionOf(reply, 'STATS')
}

/** Who the machine is by its `stats`; its `version` names only the program. */
export function sealminerIdentity(address: DeviceAddress, stats: Row): DeviceIdentity {
  const mac = macAddress(fieldOf(stats, 'MAC'))
  const serial = textOf(fieldOf(stats, 'Ctrl Board SN'))
  const model = textOf(fieldOf(stats, 'Model'), 100)
  const firmware = textOf(fieldOf(stats, 'Firmware'))
  return {
    key: identityKey(mac, serial, address),
    driver: 'sealminer',
    make: 'SealMiner',
    model: model === null ? null : `SealMiner ${model}`,
    firmware,
    serial,
    macAddress: mac,
    hostname: null,
    ipAddress: address.host,
    port: address.port,
  }
}

/**
 * What the usual commands said, with the figures of `stats`. The rate is that of the chips: the summary's is reckoned
 * from accepted shares and wanders far from it (198 and 368 TH/s in a recording of a machine whose boards make 220).
 * Where the chips' rate is not known it stays unknown.
 */
export function withSealminerStats(reading: DeviceReading, { rows, complete }: Section): DeviceReading {
  const stats = rows[0]
  const rate = stats === undefined ? null : hashrateGhs(fieldOf(stats, 'MHS(30s)'), GHS_PER_MHS)
  const boards = stats === undefined || !complete ? [] : boardsOf(stats)
  const hasDeadBoard = boards.some((board) => board.dead)
  return {
    ...reading,
    ...(reading.pools.length === 0 || reading.flags.includes('partial-answer') ? UNKNOWN_SHARES : {}),
    state: stateOf(reading, rate, boards),
    hashrateGhs: rate,
    expectedHashrateGhs: positive(hashrateGhs(fieldOf(stats, 'MHS(Ideal)'), GHS_PER_MHS)),
    powerWatts: powerWatts(fieldOf(stats, 'PSU Input Power')),
    temperatureC: temperatureC(fieldOf(stats, 'Temp')),
    fanRpm: complete ? numbers(MOST_FANS, (index) => fanRpm(fieldOf(stats, `${index} Speed`))) : [],
    boards,
    flags: [
      ...reading.flags.filter((flag) => flag !== 'dead-board'),
      ...(hasDeadBoard ? (['dead-board'] as const) : []),
    ],
  }
}

function stateOf(reading: DeviceReading, rate: number | null, boards: readonly DeviceBoard[]) {
  if (rate === null) return reading.state
  if (rate > 0) return 'mining'
  if (boards.length > 0 && boards.every((board) => board.dead)) return 'fault'
  return reading.state === 'mining' ? 'idle' : reading.state
}

const positive = (value: number | null) => (value === 0 ? null : value)

function boardsOf(stats: Row): DeviceBoard[] {
  return numbers(MOST_BOARDS, (index) => {
    const online = flagOf(fieldOf(stats, `${index} Online`))
    const total = countOf(stats, `${index} Chip Count`)
    if (online === null && total === null) return null
    const bad = countOf(stats, `${index} Bad Chip Count`)
    const sensors = numbers(MOST_FANS, (sensor) => temperatureC(fieldOf(stats, `${index} Temp ${sensor}`)))
    return {
      index,
      hashrateGhs: hashrateGhs(fieldOf(stats, `${index} MHS(Sample)`), GHS_PER_MHS),
      temperatureC: hottest(sensors),
      chipsOk: total === null || bad === null ? null : Math.max(0, total - bad),
      chipsTotal: total,
      dead: online === false,
    }
  })
}

/** What is there of the first `most` numbered fields. */
function numbers<T>(most: number, read: (index: number) => T | null): T[] {
  return Array.from({ length: most }, (_, index) => read(index)).filter((value) => value !== null)
}
