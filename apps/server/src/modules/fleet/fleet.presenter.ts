import { MemoryStateSchema } from '@shipminer/contract/memory'
import type { Controller, Earnings, Miner, MinerLive } from '@shipminer/contract/mining'
import { type DeviceDetail, DeviceDetailSchema, DeviceStateSchema } from '@shipminer/contract/telemetry'
import { satToCents } from '@shipminer/domain/calculator/earnings'
import { minerStatus } from '@shipminer/domain/fleet/freshness'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import { controllerStatus } from '@shipminer/domain/fleet/silence'
import type { MinedCoin, PoolMode } from '@shipminer/domain/revenue/pool-coin'
import * as z from 'zod'
import { defaultPollIntervalMs, stateOfRow } from '../telemetry/telemetry.port.ts'
import type { EarningsRow, FleetControllerRow, FleetMinerRow } from './fleet.repository.ts'

const SpoolSchema = z.object({
  droppedSamples: z.number().int(),
  memory: z.optional(MemoryStateSchema),
})

export function presentController(row: FleetControllerRow, now: number): Controller {
  const pollIntervalMs = row.pollIntervalMs ?? defaultPollIntervalMs
  const lastSeenAt = row.lastSeenAt?.getTime() ?? null
  const spool = SpoolSchema.safeParse(row.spool).data
  return {
    id: row.id,
    name: row.name,
    location: row.location,
    ipAddress: row.ipAddress,
    status: controllerStatus({ lastSeenAt, now, pollIntervalMs }),
    lastSeenAt,
    version: row.version,
    pollIntervalMs,
    connectedMiners: Number(row.miners),
    droppedSamples: spool?.memory?.droppedSamples ?? spool?.droppedSamples ?? null,
    memory: spool?.memory ?? null,
    ...(row.shared ? { shared: row.shared } : {}),
  }
}

const UnreachableSchema = z.enum(['timeout', 'refused', 'no-route', 'closed', 'garbled', 'unidentified'])

export function presentLive(row: FleetMinerRow, now: number, offlineAfterMs: number): MinerLive {
  return {
    id: String(row.id),
    sampledAt: row.sampledAt?.getTime() ?? null,
    receivedAt: row.receivedAt?.getTime() ?? null,
    state: DeviceStateSchema.safeParse(row.state).data ?? null,
    minerState: stateOfRow(row, now, offlineAfterMs),
    unreachable: UnreachableSchema.safeParse(row.unreachable).data ?? null,
    hashrateThs: row.hashrateGhs === null ? null : row.hashrateGhs / 1000,
    powerWatts: row.powerWatts,
    temperatureC: row.temperatureDc === null ? null : row.temperatureDc / 10,
    uptimeSeconds: row.uptimeSeconds,
    acceptedShares: row.acceptedToday,
    rejectedShares: row.rejectedToday,
    alertCount: row.alertCount,
  }
}

/** What a device reported about itself; null when nothing was stored or it does not parse. */
export function parseDetail(row: FleetMinerRow): DeviceDetail | null {
  return DeviceDetailSchema.safeParse(row.detail).data ?? null
}

/** What is known of the pool at an address. */
export type DescribePool = (poolUrl: string | null) => { coin: MinedCoin; mode: PoolMode }

export type MinerContext = {
  now: number
  describePool: DescribePool
  offlineAfterMs: number
  controller: Controller
  earnings: { today: Earnings | null; month: Earnings | null } | null
  trend: (number | null)[] | null
}

export function presentMiner(row: FleetMinerRow, context: MinerContext): Miner {
  const live = presentLive(row, context.now, context.offlineAfterMs)
  const detail = parseDetail(row)
  const pool = detail?.pools.find((candidate) => candidate.active) ?? null
  const { controller } = context
  return {
    ...live,
    status: minerStatus({ ...context, sampledAt: live.sampledAt, pollIntervalMs: controller.pollIntervalMs }),
    name: minerName({ ...row, worker: pool?.user ?? null }),
    model: row.model,
    manufacturer: row.make,
    firmware: row.firmware,
    driver: row.driver,
    ipAddress: row.ipAddress,
    port: row.port,
    macAddress: row.macAddress,
    poolUrl: pool?.url ?? null,
    worker: pool?.user ?? null,
    location: row.location ?? controller.location,
    group: row.groupName,
    notes: row.notes,
    controllerId: controller.id,
    controllerName: controller.name,
    pollIntervalMs: controller.pollIntervalMs,
    expectedHashrateThs: detail?.expectedHashrateGhs == null ? null : detail.expectedHashrateGhs / 1000,
    solo: pool?.url ? context.describePool(pool.url).mode === 'solo' : null,
    earningsToday: context.earnings?.today ?? null,
    earningsMonth: context.earnings?.month ?? null,
    trend: context.trend,
  }
}

/** Part of the whole below which the work without a known difficulty (a first sample) does not change the basis of the figure. */
const negligible = 0.02

/** Earnings of one miner in Bitcoin; null for a solo miner, one of another coin, and where nothing is known. Whole satoshi, rounded down once. */
export function presentEarnings(
  row: EarningsRow,
  centsPerBtc: number | null,
  describePool: DescribePool,
): { today: Earnings | null; month: Earnings | null } {
  const { coin, mode } = describePool(row.poolUrl)
  if (mode === 'solo' || coin !== 'BTC') return { today: null, month: null }
  const earnings = (shares: number | null, blind: number | null): Earnings | null => {
    if (shares === null && blind === null) return null
    const total = (shares ?? 0) + (blind ?? 0)
    const sat = Math.floor(total)
    const basis = shares === null ? 'hashrate' : (blind ?? 0) > total * negligible ? 'mixed' : 'shares'
    return { sat, cents: satToCents(sat, centsPerBtc), basis }
  }
  return {
    today: earnings(row.sharesToday, row.blindToday),
    month: earnings(row.sharesMonth, row.blindMonth),
  }
}

/** Sum of the known values; null when none is known. */
export function addEarnings(
  parts: readonly (Earnings | null)[],
  centsPerBtc: number | null,
): Earnings | null {
  const known = parts.filter((part) => part !== null)
  if (known.length === 0) return null
  const sat = known.reduce((sum, part) => sum + part.sat, 0)
  const bases = new Set(known.map((part) => part.basis))
  const [only] = bases
  return { sat, cents: satToCents(sat, centsPerBtc), basis: bases.size === 1 && only ? only : 'mixed' }
}
