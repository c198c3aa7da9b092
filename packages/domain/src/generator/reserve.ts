import type { DeviceInPhase } from './counted-power.ts'

/** From the reading that shows an overload to the command, ms. */
export const detectionBudgetMs = 2_000

/**
 * The reserve that keeps the load below the limit while miners are on their way down, kW: the largest step of the ship, less what
 * running miners give back within the time that the generator may be above the limit. A stock Antminer takes one to three minutes
 * to be confirmed asleep and gives back nothing in that time.
 */
export function requiredReserveKw(input: {
  largestStepKw: number
  toleratedOverMs: number
  devices: readonly DeviceInPhase[]
}): number {
  let quickWatts = 0
  for (const { device, phase } of input.devices) {
    if (phase !== 'running' || !device.isReachable) continue
    const watts = device.measuredPowerWatts ?? 0
    const { sleepMs, lower } = device.curtailment
    const isInTime = (confirmMs: number) => detectionBudgetMs + confirmMs <= input.toleratedOverMs
    if (sleepMs !== null && isInTime(sleepMs)) quickWatts += watts
    else if (lower !== null && isInTime(lower.confirmMs)) quickWatts += Math.max(0, watts - lower.powerWatts)
  }
  return Math.max(0, input.largestStepKw - quickWatts / 1_000)
}

/** The last minutes of the ship's load, as the least of each span; and the largest rise above it that was seen, kW. */
export type RiseMemory = { lows: readonly { at: number; leastKw: number }[]; largestKw: number }

export const noRise: RiseMemory = { lows: [], largestKw: 0 }

const spanMs = 10_000

/** Adds a ship load, kW. Only for loads whose mining part is certain: no device on its way up or down. */
export function observeRise(
  memory: RiseMemory,
  shipLoadKw: number,
  now: number,
  windowMs: number,
): RiseMemory {
  const lows = memory.lows.filter(({ at }) => at > now - windowMs)
  const last = lows.at(-1)
  const leastKw = Math.min(shipLoadKw, ...lows.map((low) => low.leastKw))
  const largestKw = Math.max(memory.largestKw, shipLoadKw - leastKw)
  if (last !== undefined && now - last.at < spanMs) {
    if (shipLoadKw >= last.leastKw && lows.length === memory.lows.length && largestKw === memory.largestKw)
      return memory
    return {
      lows: [...lows.slice(0, -1), { at: last.at, leastKw: Math.min(last.leastKw, shipLoadKw) }],
      largestKw,
    }
  }
  return { lows: [...lows, { at: now, leastKw: shipLoadKw }], largestKw }
}
