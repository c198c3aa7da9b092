import type { DevicePool } from '@shipminer/contract/telemetry'
import { stateOfSample } from '@shipminer/contract/telemetry'
import { type MinerOrders, type MinerSample, workingState } from '@shipminer/domain/miner-state'
import type { RuledMiner } from '@shipminer/domain/rules/decide-rules'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceEntry } from '../../poll/device-table.ts'

const STALE_PERIODS = 2.5

/** The newest values of a miner with its state, or null where they are not fresh. */
export function readingOf(
  { displaced, unreachable, lastSample, lastReport, lastAnswerAt }: DeviceEntry,
  orders: MinerOrders,
  clock: Clock,
  pollIntervalMs: number,
): RuledMiner['reading'] {
  if (displaced || unreachable !== null || lastSample === null || lastAnswerAt === null) return null
  const ageMs = clock.now() - lastAnswerAt
  if (ageMs > STALE_PERIODS * pollIntervalMs) return null
  const { hashrateGhs, temperatureDeciC, uptimeSeconds, flags } = lastSample
  const sample: MinerSample = {
    deviceState: stateOfSample(lastSample),
    hashrateGhs,
    expectedHashrateGhs: lastReport?.detail?.expectedHashrateGhs ?? null,
    uptimeSeconds,
    flags,
    pools: poolsOf(lastReport?.detail?.pools ?? []),
  }
  return {
    at: clock.monotonic() - ageMs,
    state: workingState(sample, orders, clock.now()),
    hashrateGhs,
    temperatureC: temperatureDeciC === null ? null : temperatureDeciC / 10,
  }
}

/** Whether any pool answers, as shore concludes it too. */
function poolsOf(pools: readonly Pick<DevicePool, 'status'>[]): MinerSample['pools'] {
  const has = (status: DevicePool['status']) => pools.some((pool) => pool.status === status)
  if (has('alive')) return 'alive'
  if (has('unknown') || pools.length === 0) return null
  return has('dead') ? 'dead' : 'none'
}
