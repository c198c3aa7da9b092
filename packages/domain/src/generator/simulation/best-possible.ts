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
 * are never wrong, so no real law reaches this figure.
 */
export function bestPossibleKwh(input: {
  shipLoadKw: Float64Array
  stepMs: number
  targetKw: number
  holdMs: number
  miners: readonly Levels[]
}): number {
  const { shipLoadKw, stepMs } = input
  const fill = bestFill(input.miners)
  const hold = Math.round(input.holdMs / stepMs)
  const queue = new Int32Array(shipLoadKw.length)
  let head = 0
  let tail = 0
  let wattSteps = 0
  for (let step = 0; step < shipLoadKw.length; step++) {
    const here = shipLoadKw[step] ?? 0
    while (tail > head && (shipLoadKw[queue[tail - 1] ?? 0] ?? 0) <= here) tail -= 1
    queue[tail++] = step
    while ((queue[head] ?? 0) < step - hold) head += 1
    if (step < hold) continue
    const highest = shipLoadKw[queue[head] ?? step] ?? here
    wattSteps += fill((input.targetKw - highest) * 1_000)
  }
  return (wattSteps * stepMs) / 3_600_000 / 1_000
}
