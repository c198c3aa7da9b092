import type { DeviceBoard, DeviceIdentity, DeviceReading } from '@shipminer/contract/telemetry'
import { readingFromReplies } from '../cgminer/cgminer-reading.ts'
import { type CommandReply, type Section, sectionOf } from '../cgminer/parse-reply.ts'
import type { FiguresReplies } from '../cgminer/read-singly.ts'
import {
  countOf,
  difficultyOf,
  fanRpm,
  fieldOf,
  flagOf,
  hashrateGhs,
  hottest,
  macAddress,
  powerWatts,
  type Row,
  sumOf,
  temperatureC,
  textOf,
} from '../cgminer/values.ts'
import type { DeviceAddress } from '../device-address.ts'
import { identityKey } from '../identity-key.ts'

const MOST_BOARDS = 8
const MOST_FANS = 8
const GHS_PER_MHS = 1e-3

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

/** What the machine says; null where its summary cannot be read. */
export function sealminerReading(replies: FiguresReplies): DeviceReading | null {
  const reading = readingFromReplies({ ...replies, devs: null })
  if (reading === null) return null
  const pools = sectionOf(replies.pools, 'POOLS')
  return withSealminerStats({ ...reading, ...sharesOf(pools) }, sealminerStats(replies.stats))
}

/**
 * Shares and their difficulty, all by the pools that it has now. Its summary counts on over every change of pools, and its pools begin anew with each:
 * recorded together they tell 1,421 and 322 accepted. Of one kind by the one and of another kind by the other, a change of pools would count shares twice.
 */
function sharesOf({ rows, complete }: Section) {
  const sum = (read: (row: Row) => number | null) => {
    const figures = rows.map(read)
    return complete && !figures.includes(null) ? sumOf(figures) : null
  }
  return {
    acceptedShares: sum((row) => countOf(row, 'Accepted')),
    rejectedShares: sum((row) => countOf(row, 'Rejected')),
    staleShares: sum((row) => countOf(row, 'Stale')),
    acceptedDifficulty: sum((row) => difficultyOf(row, 'Difficulty Accepted')),
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
