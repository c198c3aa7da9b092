/** A miner's full power and, where it has one, its lower power, W. */
export type Levels = { fullWatts: number; lowWatts: number | null }

const unitWatts = 100

/** The most power that whole miners can take within a room, W: a table over the room in steps of 100 W. */
export function bestFill(miners: readonly Levels[]): (roomWatts: number) => number {
  const total = miners.reduce((sum, { fullWatts }) => sum + fullWatts, 0)
  const size = Math.ceil(total / unitWatts) + miners.length + 1
  let best = new Float64Array(size)
  for (const { fullWatts, lowWatts } of miners) {
    const next = best.slice()
    for (const watts of lowWatts === null ? [fullWatts] : [fullWatts, lowWatts]) {
      const width = Math.ceil(watts / unitWatts)
      for (let room = width; room < size; room++)
        next[room] = Math.max(next[room] ?? 0, (best[room - width] ?? 0) + watts)
    }
    best = next
  }
  return (roomWatts) =>
    roomWatts <= 0 ? 0 : (best[Math.min(size - 1, Math.floor(roomWatts / unitWatts))] ?? 0)
}

/**
 * The most energy that miners could take, kWh, if the future were known: whole miners only, never above `targetKw` together with the ship, and
 * a miner runs where there was room for it during the whole hold time before. Switching takes no time, there is no ramp, and readings
 * are never wrong, so no real law reaches this figure. `reserve`: what the ship has just switched on may stand this far above the target, for
 * this long; only then miners have to give way.
 */
export function bestPossibleKwh(input: {
  shipLoadKw: Float64Array
  stepMs: number
  targetKw: number
  holdMs: number
  miners: readonly Levels[]
  reserve?: { kw: number; ms: number }
}): number {
  const { shipLoadKw, stepMs, reserve } = input
  const fill = bestFill(input.miners)
  const hold = Math.round(input.holdMs / stepMs)
  let counted = shipLoadKw
  if (reserve !== undefined) {
    const least = slidingLeast(shipLoadKw, Math.round(reserve.ms / stepMs))
    counted = shipLoadKw.map((kw, step) => Math.max(kw - reserve.kw, least[step] ?? kw))
  }
  const highest = slidingLeast(
    counted.map((kw) => -kw),
    hold,
  )
  let wattSteps = 0
  for (let step = hold; step < counted.length; step++)
    wattSteps += fill((input.targetKw + (highest[step] ?? 0)) * 1_000)
  return (wattSteps * stepMs) / 3_600_000 / 1_000
}

/** For each value the least of it and the `before` values before it. */
function slidingLeast(values: Float64Array, before: number): Float64Array {
  const queue = new Int32Array(values.length)
  let head = 0
  let tail = 0
  return values.map((here, step) => {
    while (tail > head && (values[queue[tail - 1] ?? 0] ?? 0) >= here) tail -= 1
    queue[tail++] = step
    while ((queue[head] ?? 0) < step - before) head += 1
    return values[queue[head] ?? step] ?? here
  })
}
