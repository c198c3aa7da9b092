import type { AlertKind } from './alert-kinds.ts'

/** What is known of a miner when its conditions are assessed. */
export type MinerView = {
  state: 'mining' | 'idle' | 'starting' | 'sleeping' | 'fault' | null
  /** The newest sample is no older than 2.5 poll periods. */
  isFresh: boolean
  /** The ship's follower or its owner put it to sleep, or it is coming back from that. */
  isCurtailed: boolean
  uptimeSeconds: number | null
  hashrateGhs: number | null
  expectedHashrateGhs: number | null
  temperatureC: number | null
  isOverheatFlagged: boolean
  isHydro: boolean
  deadBoards: number | null
  /** Fans that do not turn and fans that do; null: none reported. */
  fansStill: number | null
  fansTurning: number | null
  pools: { alive: number; usable: number; isFallbackActive: boolean } | null
  /** Shares of the last minutes. */
  accepted: number | null
  rejected: number | null
}

export type MinerCondition = Extract<
  AlertKind,
  'low-hashrate' | 'overheat' | 'dead-board' | 'fan-fault' | 'pool-down' | 'pool-fallback' | 'high-rejects'
>

/** A miner reaches its rate only some minutes after its start. */
export const rampSeconds = 900
/** Fewer shares say nothing about their quality. */
const leastShares = 50

type Judge = (view: MinerView, limit: number, isOpen: boolean) => boolean | null

/**
 * Whether each condition holds: true, false, or null where nothing can be said and the condition stays as it was. An open alert needs a clearly
 * better value to close than a closed one needs to open, so that a value at the limit does not make alerts come and go.
 */
export const minerConditions: Readonly<Record<MinerCondition, Judge>> = {
  'low-hashrate': working((view, limit, isOpen) => {
    if (isRamping(view)) return false
    if (view.hashrateGhs === null || !view.expectedHashrateGhs) return null
    const percent = (view.hashrateGhs / view.expectedHashrateGhs) * 100
    return percent < (isOpen ? limit + 5 : limit)
  }),
  // Heat is dangerous whatever the miner is doing.
  overheat: (view, limit, isOpen) => {
    if (!view.isFresh) return null
    if (view.isOverheatFlagged) return true
    if (view.temperatureC === null) return null
    return view.temperatureC >= (isOpen ? limit - 5 : limit)
  },
  'dead-board': working((view) => (view.deadBoards === null ? null : view.deadBoards > 0)),
  'fan-fault': working((view) => {
    if (view.isHydro) return false
    if (view.fansStill === null || view.fansTurning === null) return null
    // If none turns, the device does not report its fans, or has none.
    return view.fansStill > 0 && view.fansTurning > 0
  }),
  'pool-down': working((view) =>
    view.pools === null || view.pools.usable === 0 ? null : view.pools.alive === 0,
  ),
  'pool-fallback': working((view) => (view.pools === null ? null : view.pools.isFallbackActive)),
  'high-rejects': working((view, limit, isOpen) => {
    if (view.accepted === null || view.rejected === null) return null
    const shares = view.accepted + view.rejected
    if (shares < leastShares) return null
    return (view.rejected / shares) * 100 >= (isOpen ? limit / 2 : limit)
  }),
}

/** Only a miner that should be working can work badly: asleep, giving way or starting is not a fault. */
function working(judge: Judge): Judge {
  return (view, limit, isOpen) => {
    if (!view.isFresh) return null
    if (view.isCurtailed || view.state === 'sleeping' || view.state === 'idle' || view.state === 'starting')
      return false
    if (view.state === null) return null
    return judge(view, limit, isOpen)
  }
}

function isRamping(view: MinerView): boolean {
  return view.uptimeSeconds !== null && view.uptimeSeconds < rampSeconds
}
