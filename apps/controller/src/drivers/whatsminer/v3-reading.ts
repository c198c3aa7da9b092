import type { DeviceBoard, DeviceIdentity, DevicePool, DeviceReading } from '@shipminer/contract/telemetry'
import { modelName } from '../cgminer/cgminer-identity.ts'
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
  rowsIn,
  temperatureC,
  temperaturesC,
  textOf,
} from '../cgminer/values.ts'
import type { DeviceAddress } from '../driver.ts'
import { identityKey } from '../identity-key.ts'
import { emptyReading } from '../reading.ts'
import { faultsFromCodes } from './error-codes.ts'
import { partOfReply } from './v3-client.ts'
import type { V3Reply } from './v3-reply.ts'

const TERAHASH_GHS = 1_000
const MOST_BOARDS = 16
const MOST_POOLS = 16

/** The answers that one poll of the third API is made of. */
export type V3Replies = {
  info: V3Reply | undefined
  summary: V3Reply | undefined
  pools: V3Reply | undefined
  edevs: V3Reply | undefined
}

/** Who a Whatsminer is, by `get.device.info`. */
export function v3Identity(address: DeviceAddress, info: V3Reply): DeviceIdentity {
  const network = partOfReply(info, 'network')
  const miner = partOfReply(info, 'miner')
  const mac = macAddress(fieldOf(network, 'mac'))
  const serial = textOf(fieldOf(miner, 'miner-sn'), 120)
  const type = textOf(fieldOf(miner, 'type'), 120)
  return {
    key: identityKey(mac, serial, address),
    driver: 'whatsminer-v3',
    make: 'Whatsminer',
    model: type === null ? null : modelName(type),
    firmware: textOf(fieldOf(partOfReply(info, 'system'), 'fwversion'), 160),
    serial,
    macAddress: mac,
    hostname: textOf(fieldOf(network, 'hostname'), 120),
    ipAddress: address.host,
    port: address.port,
  }
}

/** What the answers say; null without a short-window rate. Accepted shares and difficulty are not reported by this API. */
export function v3Reading(replies: V3Replies): DeviceReading | null {
  const summary = partOfReply(replies.summary, 'summary')
  const hashrate = hashrateGhs(fieldOf(summary, 'hash-realtime'), TERAHASH_GHS)
  if (hashrate === null) return null
  const summaryIsWhole = replies.summary?.partial === false
  const boards = boardsFrom(replies.edevs)
  const pools = poolsFrom(replies.pools)
  const isWhole = Object.values(replies).every((reply) => reply !== undefined && !reply.partial)
  const reading: DeviceReading = {
    ...emptyReading(null),
    hashrateGhs: hashrate,
    expectedHashrateGhs: positive(hashrateGhs(fieldOf(summary, 'factory-hash'), TERAHASH_GHS)),
    powerWatts: powerWatts(fieldOf(summary, 'power-realtime')),
    temperatureC: summaryIsWhole
      ? (temperatureC(fieldOf(summary, 'chip-temp-max')) ??
        hottest(temperaturesC(fieldOf(summary, 'board-temperature'))))
      : null,
    inletTemperatureC: temperatureC(fieldOf(summary, 'environment-temperature')),
    fanRpm: [fieldOf(summary, 'fan-speed-in'), fieldOf(summary, 'fan-speed-out')]
      .map(fanRpm)
      .filter((rpm) => rpm !== null),
    uptimeSeconds: countOf(summary, 'elapsed'),
    boards,
    pools,
    faults: replies.info === undefined ? [] : faultsFromCodes(listIn(replies.info, 'error-code')),
    flags: poolFlags(pools, replies.pools?.partial === false),
  }
  if (boards.some((board) => board.dead)) reading.flags.push('dead-board')
  if (!isWhole) reading.flags.push('partial-answer')
  return { ...reading, state: stateOf(reading, summary, partOfReply(replies.info, 'miner')) }
}

function stateOf(reading: DeviceReading, summary: Row | null, miner: Row | null): DeviceReading['state'] {
  const isWorking = flagOf(fieldOf(miner, 'working'))
  if (isWorking === false) return 'sleeping'
  // While its frequency is still rising, a low rate is not a fault.
  if (flagOf(fieldOf(summary, 'up-freq-finish')) === false) return 'starting'
  if ((reading.hashrateGhs ?? 0) > 0) return 'mining'
  // Whether it was switched off is not reported.
  return isWorking === null ? null : 'idle'
}

function positive(rate: number | null): number | null {
  return rate === 0 ? null : rate
}

function listIn(reply: V3Reply | undefined, name: string): Row[] {
  return isRow(reply?.message) ? rowsIn(reply.message, name) : []
}

function boardsFrom(reply: V3Reply | undefined): DeviceBoard[] {
  return listIn(reply, 'edevs')
    .slice(0, MOST_BOARDS)
    .map((row, position) => ({
      index: countOf(row, 'id', 'slot') ?? position,
      hashrateGhs: hashrateGhs(fieldOf(row, 'hash-realtime'), TERAHASH_GHS),
      temperatureC: temperatureC(fieldOf(row, 'chip-temp-max')),
      chipsOk: countOf(row, 'effective-chips'),
      chipsTotal: null,
      dead: textOf(fieldOf(row, 'status'))?.toLowerCase() === 'dead',
    }))
}

function poolsFrom(reply: V3Reply | undefined): DevicePool[] {
  const pools: DevicePool[] = []
  for (const row of listIn(reply, 'pools').slice(0, MOST_POOLS)) {
    const url = poolUrl(fieldOf(row, 'url'))
    if (url === null) continue
    const status = textOf(fieldOf(row, 'status'))?.toLowerCase()
    pools.push({
      url,
      user: textOf(fieldOf(row, 'account'), 200),
      status: status === 'alive' || status === 'dead' || status === 'disabled' ? status : 'unknown',
      active: flagOf(fieldOf(row, 'stratum-active')) ?? false,
      priority: countOf(row, 'pool-priority', 'id'),
    })
  }
  return pools
}
