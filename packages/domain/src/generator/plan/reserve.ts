import type { DeviceInPhase } from '../devices/counted-power.ts'
import type { FollowerSettings } from '../follower-settings.ts'

/** From the reading that shows an overload to the command, ms. */
export const detectionBudgetMs = 2_000

/** Of the contactor's heat this much may be used up by one step: the rest may be there already, after a start or an overload before. */
const heatOfAStep = 0.5

/** What the reserve depends on besides the miners. */
export type ReserveSettings = Pick<
  FollowerSettings,
  'capacityKw' | 'limitPercent' | 'toleratedOverMs' | 'tripPickupPercent' | 'tripTimeMs'
>

/**
 * The reserve that a step of the ship needs, kW, so that the load is below the limit again within the tolerated time, and the contactor does
 * not open before miners have given way. A stock Antminer takes one to three minutes and gives back nothing in that time.
 */
export function requiredReserveKw(input: {
  largestStepKw: number
  devices: readonly DeviceInPhase[]
  settings: ReserveSettings
}): number {
  const { largestStepKw, settings } = input
  const reliefs = reliefsOf(input.devices, settings.toleratedOverMs)
  const inTimeKw = reliefs.reduce(
    (sum, { afterMs, kw }) => (afterMs <= settings.toleratedOverMs ? sum + kw : sum),
    0,
  )
  const limitKw = (settings.capacityKw * settings.limitPercent) / 100
  const pickupKw = (settings.capacityKw * settings.tripPickupPercent) / 100
  const opens = (reserveKw: number) =>
    heatBy(limitKw - reserveKw + largestStepKw, reliefs, pickupKw) > heatOfAStep * settings.tripTimeMs
  let least = Math.max(0, largestStepKw - inTimeKw)
  if (!opens(least)) return least
  let most = Math.max(least, largestStepKw + limitKw - pickupKw)
  while (most - least > precisionKw) {
    const middle = (least + most) / 2
    if (opens(middle)) least = middle
    else most = middle
  }
  return most
}

const precisionKw = 0.05

type Relief = { afterMs: number; kw: number }

/** What running miners give back and when, the soonest first. */
function reliefsOf(devices: readonly DeviceInPhase[], toleratedOverMs: number): Relief[] {
  const reliefs: Relief[] = []
  for (const { device, phase } of devices) {
    if (phase !== 'running' || !device.isReachable) continue
    const watts = device.measuredPowerWatts ?? 0
    const { sleepMs, lower } = device.curtailment
    const sleepsAfterMs = sleepMs === null ? Number.POSITIVE_INFINITY : detectionBudgetMs + sleepMs
    const lowersAfterMs = lower === null ? Number.POSITIVE_INFINITY : detectionBudgetMs + lower.confirmMs
    const isSleep = sleepsAfterMs <= Math.max(toleratedOverMs, lowersAfterMs)
    if (isSleep) reliefs.push({ afterMs: sleepsAfterMs, kw: watts / 1_000 })
    else if (lower !== null)
      reliefs.push({ afterMs: lowersAfterMs, kw: Math.max(0, watts - lower.powerWatts) / 1_000 })
  }
  return reliefs.filter(({ afterMs }) => Number.isFinite(afterMs)).sort((a, b) => a.afterMs - b.afterMs)
}

/** How hot the contactor becomes until miners have brought the load below its pick-up, in ms of its trip time; endless if they never do. */
function heatBy(loadKw: number, reliefs: readonly Relief[], pickupKw: number): number {
  let heat = 0
  let at = 0
  let left = loadKw
  for (const { afterMs, kw } of reliefs) {
    if (left <= pickupKw) return heat
    heat += (left / pickupKw - 1) * (afterMs - at)
    at = afterMs
    left -= kw
  }
  return left <= pickupKw ? heat : Number.POSITIVE_INFINITY
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

/** Whether a reserve is what times and steps ask for; a watt of rounding counts for nothing. */
export function isReserveEnough(
  setKw: number | null,
  requiredKw: number | null,
): 'enough' | 'less' | 'unknown' {
  if (setKw === null || requiredKw === null) return 'unknown'
  return setKw + 0.001 >= requiredKw ? 'enough' : 'less'
}
