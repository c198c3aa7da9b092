/** Blocks between two changes of the difficulty, and the wanted time of one. */
export const epochBlocks = 2016
const blockMs = 600_000
/** Fewer blocks than this tell nothing about the coming change. */
const minBlocks = 146
const largestRisePercent = 300
const largestFallPercent = -75

/** What the network is on its way to. `changePercent` is 0 before there are blocks enough to tell. */
export type RetargetEstimate = {
  changePercent: number
  /** Mean time between two blocks of the epoch so far, ms. */
  meanBlockMs: number
  remainingBlocks: number
  progressPercent: number
  nextRetargetHeight: number
}

/**
 * Next change of the difficulty, from the time the epoch has taken so far: (600 s ÷ mean) − 1, within −75 % and +300 %. `epochStartedAt`
 * (ms) is the time of the epoch's first block, `blockHeight` the newest one. Null when the clock stands before the epoch.
 */
export function estimateRetarget(
  epochStartedAt: number,
  now: number,
  blockHeight: number,
): RetargetEstimate | null {
  if (now < epochStartedAt) return null
  const blocks = blockHeight % epochBlocks
  const remainingBlocks = epochBlocks - blocks
  const meanBlockMs = blocks > 0 ? (now - epochStartedAt) / blocks : blockMs
  const raw = (blockMs / meanBlockMs - 1) * 100
  const changePercent =
    blocks < minBlocks ? 0 : Math.min(largestRisePercent, Math.max(largestFallPercent, raw))
  return {
    changePercent,
    meanBlockMs,
    remainingBlocks,
    progressPercent: (blocks / epochBlocks) * 100,
    nextRetargetHeight: blockHeight + remainingBlocks,
  }
}
