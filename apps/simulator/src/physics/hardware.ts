/** Water loop of a hydro unit: heat leaves with the water, chips sit a fixed rise above it at full power. */
export type HydroCooling = {
  kind: 'hydro'
  /** Water temperature that the ship's heat exchanger delivers. */
  inletC: number
  flowKgPerSecond: number
  /** Chip temperature above the mean water temperature at nominal power. */
  chipRiseC: number
}

/** Heat sink with one controlled fan. */
export type AirCooling = {
  kind: 'air'
  ambientC: number
  /** Chip temperature above ambient per watt with the fan at full speed. */
  degreesPerWatt: number
  /** Chip temperature that the fan control aims at. */
  targetC: number
  fanMaxRpm: number
}

/** What a miner of one model is made of, in the figures that its behaviour follows from. */
export type Hardware = {
  boards: number
  chipsPerBoard: number
  nominalThs: number
  /** At the wall, nominal conditions, everything included. */
  nominalWatts: number
  /** Control board and power supply while no chip works. */
  standbyWatts: number
  frequencyMhz: number
  /** From power on until the chips get work. */
  bootMs: number
  /** From first work to full speed; a unit's own value lies between 2/3 and 3/2 of it. */
  rampMs: number
  cooling: HydroCooling | AirCooling
  /** Chips stop at `tripC` and start again below `resumeC`. */
  tripC: number
  resumeC: number
  hardwareErrorsPerHour: number
}

/** How one unit differs from its model; drawn once from its seed. */
export type Personality = {
  /** Speed of each board relative to its share of the nominal rate. */
  boardFactors: readonly number[]
  /** Power relative to nominal at the same speed. */
  powerFactor: number
  bootMs: number
  rampMs: number
  /** This unit's coolant against the ship's, in degrees. */
  coolantOffsetC: number
  /** Place of the daily swing of the coolant, in radians. */
  dailyPhase: number
}
