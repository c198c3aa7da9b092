import type { ShipLoad } from './ship-load.ts'

/** What the generator gives at this moment. */
export type GeneratorView = {
  shipKw: number
  miningKw: number
  totalKw: number
  phasesKw: [number, number, number]
}

/** A generator that feeds the ship and its miners. */
export type Generator = {
  readonly capacityKw: number
  view(): GeneratorView
  /** What the meters on it do: report, keep reporting the last value, or report nothing. */
  feed: Feed
  /** The view as a meter has it: frozen while the feed is. Null: it reports nothing. */
  readMeter(): GeneratorView | null
}

export type Feed = 'on' | 'frozen' | 'cut'

/** `phaseShares`: how the ship's own load lies on the phases; miners are on all three alike. */
export function createGenerator(options: {
  capacityKw: number
  shipLoad: ShipLoad
  miningWatts: () => number
  phaseShares?: readonly [number, number, number]
}): Generator {
  const shares = options.phaseShares ?? [0.34, 0.33, 0.33]
  let feed: Feed = 'on'
  let frozen: GeneratorView | null = null

  function view(): GeneratorView {
    const shipKw = options.shipLoad.kw()
    const miningKw = options.miningWatts() / 1_000
    const phasesKw = shares.map((share) => share * shipKw + miningKw / 3) as [number, number, number]
    return { shipKw, miningKw, totalKw: shipKw + miningKw, phasesKw }
  }

  return {
    capacityKw: options.capacityKw,
    view,
    get feed() {
      return feed
    },
    set feed(next) {
      if (next === 'frozen' && feed !== 'frozen') frozen = view()
      feed = next
    },
    readMeter: () => (feed === 'cut' ? null : feed === 'frozen' ? frozen : view()),
  }
}
