/** What the box tells the ship of itself: W, null is unknown. */
export type ShipFigures = {
  /** The one state, as a word of the protocol and in the ship's language. */
  state: string
  stateText: string
  miningWatts: number | null
  generatorWatts: number | null
  shipWatts: number | null
  limitWatts: number | null
  /** Free for miners below limit and reserve. */
  headroomWatts: number | null
  curtailedWatts: number | null
  reserveWatts: number | null
  requiredReserveWatts: number | null
  minersAsleep: number
  minersKnown: number
  /** What needs eyes on board; empty while all is well. */
  alarms: ShipAlarm[]
}

export type ShipAlarm = { name: string; level: 'warn' | 'alarm'; message: string }

/** The figures that are published as they are, with a path and a label for each. */
export const shipFigureNames = [
  'miningWatts',
  'generatorWatts',
  'shipWatts',
  'limitWatts',
  'headroomWatts',
  'curtailedWatts',
  'reserveWatts',
  'requiredReserveWatts',
] as const satisfies readonly (keyof ShipFigures)[]
export type ShipFigureName = (typeof shipFigureNames)[number]
export type FigureLabels = Readonly<
  Record<ShipFigureName | 'state' | 'minersAsleep' | 'needsSomebody', string>
>
