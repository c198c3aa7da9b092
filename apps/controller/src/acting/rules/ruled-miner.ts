import type { DevicePool } from '@shipminer/contract/telemetry'
import { stateOfSample } from '@shipminer/contract/telemetry'
import {
  type MinerOrders,
  type MinerSample,
  type MinerState,
  workingState,
} from '@shipminer/domain/fleet/miner-state'
import type { RuledMiner } from '@shipminer/domain/rules/decide-rules'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceEntry } from '../../poll/device-table.ts'

const STALE_PERIODS = 2.5

/** The newest values of a miner with its state, or null where they are not fresh. */
export function readingOf(
  entry: DeviceEntry,
  orders: MinerOrders,
  clock: Clock,
  pollIntervalMs: number,
): RuledMiner['reading'] {
  const { displaced, unreachable, lastSample, lastAnswerAt } = entry
  const state = lastState(entry, orders, clock.now())
  if (displaced || unreachable !== null || lastAnswerAt === null || lastSample === null || state === null)
    return null
  const ageMs = clock.now() - lastAnswerAt
  if (ageMs > STALE_PERIODS * pollIntervalMs) return null
  const { hashrateGhs, temperatureDeciC } = lastSample
  return {
    at: clock.monotonic() - ageMs,
    state,
    hashrateGhs,
    temperatureC: temperatureDeciC === null ? null : temperatureDeciC / 10,
  }
}

/** What a miner did by its last answer, however old that is; null: it never answered. */
export function lastState(
  { lastSample, lastReport }: DeviceEntry,
  orders: MinerOrders,
  now: number,
): MinerState | null {
  if (lastSample === null) return null
  const { hashrateGhs, uptimeSeconds, flags } = lastSample
  const sample: MinerSample = {
    deviceState: stateOfSample(lastSample),
    hashrateGhs,
    expectedHashrateGhs: lastReport?.detail?.expectedHashrateGhs ?? null,
    uptimeSeconds,
    flags,
    pools: poolsOf(lastReport?.detail?.pools ?? []),
  }
  return workingState(sample, orders, now)
}

/** Whether any pool answers, as shore concludes it too. */
function poolsOf(pools: readonly Pick<DevicePool, 'status'>[]): MinerSample['pools'] {
  const has = (status: DevicePool['status']) => pools.some((pool) => pool.status === status)
  if (has('alive')) return 'alive'
  if (has('unknown') || pools.length === 0) return null
  return has('dead') ? 'dead' : 'none'
}
