import type { Hardware, Personality } from './hardware.ts'

/** Temperatures of a unit in degrees Celsius; `fanFraction` is 0 for hydro units. */
export type ThermalState = {
  /** Water going in, or the air around the heat sink. */
  coolantInC: number
  /** Water or air coming out. */
  coolantOutC: number
  /** Mean over the chips of each board. */
  chipC: readonly number[]
  fanFraction: number
}

const DAY_MS = 86_400_000
const WATER_JOULES_PER_KG_KELVIN = 4186
const COOLANT_TAU_MS = 150_000
const OUTLET_TAU_MS = 20_000
const CHIP_TAU_MS = 45_000
const FAN_TAU_MS = 15_000
const FAN_FLOOR = 0.2

/** One step towards `target` of something that follows with time constant `tauMs`; exact for any `dtMs`. */
export function approach(value: number, target: number, dtMs: number, tauMs: number): number {
  return target + (value - target) * Math.exp(-dtMs / tauMs)
}

/** Temperature of the coolant that the ship delivers at `atMs`, with its swing of 1.5 degrees over the day. */
export function suppliedCoolantC(
  hardware: Hardware,
  personality: Personality,
  atMs: number,
  extraHeatC: number,
): number {
  const { cooling } = hardware
  const base = cooling.kind === 'hydro' ? cooling.inletC : cooling.ambientC
  const swing = 1.5 * Math.sin((2 * Math.PI * (atMs % DAY_MS)) / DAY_MS + personality.dailyPhase)
  return base + personality.coolantOffsetC + swing + extraHeatC
}

/** Everything at the temperature of the coolant: a unit that has been off for long. */
export function coldThermalState(hardware: Hardware, coolantC: number): ThermalState {
  return {
    coolantInC: coolantC,
    coolantOutC: coolantC,
    chipC: Array.from({ length: hardware.boards }, () => coolantC),
    fanFraction: hardware.cooling.kind === 'air' ? FAN_FLOOR : 0,
  }
}

/** Temperatures after `dtMs` with `boardWatts` going into each board and coolant supplied at `suppliedC`. */
export function advanceThermal(
  state: ThermalState,
  hardware: Hardware,
  boardWatts: readonly number[],
  suppliedC: number,
  dtMs: number,
): ThermalState {
  const { cooling } = hardware
  const watts = boardWatts.reduce((sum, value) => sum + value, 0)
  const coolantInC = approach(state.coolantInC, suppliedC, dtMs, COOLANT_TAU_MS)
  if (cooling.kind === 'hydro') {
    const outTarget = coolantInC + watts / (cooling.flowKgPerSecond * WATER_JOULES_PER_KG_KELVIN)
    const coolantOutC = approach(state.coolantOutC, outTarget, dtMs, OUTLET_TAU_MS)
    const nominalBoardWatts = hardware.nominalWatts / hardware.boards
    const meanC = (coolantInC + coolantOutC) / 2
    const chipC = state.chipC.map((chip, board) => {
      const target = meanC + (cooling.chipRiseC * (boardWatts[board] ?? 0)) / nominalBoardWatts
      return approach(chip, target, dtMs, CHIP_TAU_MS)
    })
    return { coolantInC, coolantOutC, chipC, fanFraction: 0 }
  }
  const hottest = Math.max(...state.chipC)
  const wantedFan = Math.max(FAN_FLOOR, Math.min(1, 0.45 + (hottest - cooling.targetC) / 12))
  const fanFraction = approach(state.fanFraction, wantedFan, dtMs, FAN_TAU_MS)
  const degreesPerWatt = cooling.degreesPerWatt / (0.3 + 0.7 * fanFraction)
  const chipC = state.chipC.map((chip) =>
    approach(chip, coolantInC + degreesPerWatt * watts, dtMs, CHIP_TAU_MS),
  )
  const coolantOutC = approach(state.coolantOutC, coolantInC + watts * 0.08, dtMs, OUTLET_TAU_MS)
  return { coolantInC, coolantOutC, chipC, fanFraction }
}
