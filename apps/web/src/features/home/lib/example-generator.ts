/** The generator of the example on the home page: 80 kW, of which ship and box together may use 90 %. */
export const exampleGenerator = {
  capacityWatts: 80_000,
  limitWatts: 72_000,
  shipWatts: 34_000,
  boxWatts: 25_000,
  /** Below this a box cannot run. */
  boxMinimumWatts: 9_000,
} as const

/** What is left for the box beside a load of the ship: all it wants, less, or nothing. */
export function boxPowerWatts(shipWatts: number): number {
  const room = Math.min(exampleGenerator.boxWatts, exampleGenerator.limitWatts - shipWatts)
  return room < exampleGenerator.boxMinimumWatts ? 0 : room
}
