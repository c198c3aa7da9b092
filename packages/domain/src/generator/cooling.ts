/** What the miners' cooling water does. Times in ms of the law's clock. */
export type CoolingState = {
  openedAt: number
  /** Since when it flows without a break; null: it does not, or that is not known. */
  flowingSince: number | null
  lastFlowAt: number | null
  /** Since when the pump is commanded to run; null: it is not. */
  pumpOnSince: number | null
  /** When a miner last needed it. */
  neededAt: number
}

/** `flows`: miners may start. `waits`: none may, and those that run go on for now. `lost`: everything off. */
export type Cooling = 'flows' | 'waits' | 'lost'

/** After a start a pump that may be running is left running until it is known that nobody needs it. */
export const newCooling = (now: number): CoolingState => ({
  openedAt: now,
  flowingSince: null,
  lastFlowAt: null,
  pumpOnSince: now,
  neededAt: now,
})

/** A miner without flow heats its water by about 77 K a minute: longer than this it does not run on. */
const breakMs = 3_000
/** It must have flowed this long before a miner starts. */
const leadMs = 5_000
/** What a pump may take until its water flows, while no miner runs. */
const startUpMs = 30_000

/** Pump before miners and after them, no start without flow, and everything off when it is lost. Pure; call it often. */
export function stepCooling(
  before: CoolingState,
  input: {
    /** The flow contact; null: it cannot be read, which is no proof of flow. */
    flow: boolean | null
    hasPump: boolean
    /** Some miner is not known to sleep. */
    isAwake: boolean
    /** A miner would start if the water flowed. */
    isWanted: boolean
    runOnMs: number
    now: number
  },
): { state: CoolingState; cooling: Cooling; pumpOn: boolean } {
  const { flow, hasPump, isAwake, isWanted, now } = input
  const isFlowing = flow === true
  const neededAt = isAwake || isWanted ? now : before.neededAt
  const pumpOn = hasPump && now - neededAt <= input.runOnMs
  const state: CoolingState = {
    ...before,
    flowingSince: isFlowing ? (before.flowingSince ?? now) : null,
    lastFlowAt: isFlowing ? now : before.lastFlowAt,
    pumpOnSince: pumpOn ? (before.pumpOnSince ?? now) : null,
    neededAt,
  }
  if (state.flowingSince !== null && now - state.flowingSince >= leadMs)
    return { state, pumpOn, cooling: 'flows' }
  const isBroken = !isFlowing && now - (before.lastFlowAt ?? before.openedAt) > breakMs
  const pumpHadTime = !hasPump || (state.pumpOnSince !== null && now - state.pumpOnSince > startUpMs)
  return { state, pumpOn, cooling: isBroken && (isAwake || pumpHadTime) ? 'lost' : 'waits' }
}
