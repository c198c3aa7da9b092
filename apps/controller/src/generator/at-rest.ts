import { sleepsWithPower } from '@shipminer/domain/generator/devices/device-phase'
import { type FollowedDevice, likelyWatts } from '@shipminer/domain/generator/devices/followed-device'
import { detectionBudgetMs } from '@shipminer/domain/generator/plan/reserve'

/** Of a miner that never answered nothing is known after this. */
export const forgottenMs = 3_600_000

/**
 * What a set may lose at once for an update, as a share of what it can give. It loses load more easily than it takes it up: class has it keep its speed within
 * about a tenth when all of its load goes at once.
 */
const mostDropShare = 1 / 3

/** What takes the boxes’ power when this process ends; null where no contactor is wired. */
export type Behind = {
  /** For how long no pulse has been given, ms; null: they have power. */
  unpoweredMs: number | null
  relayDropMs: number
  /** What the source that feeds the ship can give, kW. */
  capacityKw: number
} | null

/**
 * Whether nothing depends on this process any more: each miner was seen to sleep since everything is off, or the slowest had its time. Where a contactor
 * takes their power then, it is enough that it has done so, or that it breaks no more than a set gives up well at once, of miners that go on sleeping with
 * their power back: they are the slow ones, and the others are better seen asleep.
 */
export function isAtRest(at: {
  devices: readonly FollowedDevice[]
  offSince: number | null
  slowestMs: number
  behind: Behind
  now: number
}): boolean {
  const { devices, offSince, behind, now } = at
  if (offSince === null) return false
  if (now - offSince > detectionBudgetMs + at.slowestMs) return true
  if (behind !== null && (behind.unpoweredMs ?? 0) > behind.relayDropMs) return true
  const awake = devices.filter((device) =>
    device.isReachable
      ? device.mode !== 'asleep' || sleepsWithPower(device) || device.observedAt <= offSince
      : now - device.observedAt < forgottenMs,
  )
  if (behind === null || !awake.every(({ staysAsleep }) => staysAsleep === true)) return awake.length === 0
  const watts = awake.reduce((sum, device) => sum + drawnWatts(device), 0)
  return watts <= mostDropShare * behind.capacityKw * 1_000
}

const drawnWatts = (device: FollowedDevice): number =>
  device.isReachable && device.measuredPowerWatts !== null ? device.measuredPowerWatts : likelyWatts(device)
