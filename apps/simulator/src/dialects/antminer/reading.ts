import { round2 } from '../../device/readings.ts'
import type { UnitView } from '../../device/unit.ts'
import type { AntminerTraits } from '../../models/model.ts'
import type { PoolCounters } from '../../physics/shares.ts'

/** Build of the stock firmware that the simulated units run. */
export const FIRMWARE = {
  description: 'cgminer 1.0.0',
  api: '3.1',
  bmminer: '1.0.0',
  minerVersion: '49.0.1.3',
  compileTime: 'Fri Nov 17 17:37:21 CST 2023',
  kernel: 'Linux 4.6.0-xilinx-g03c746f7 #2 SMP PREEMPT Thu Mar 31 19:01:56 CST 2022',
  /** Commands open to everyone on the network, as the firmware's configuration lists them. */
  apiGroup: 'stats:pools:devs:summary:version',
} as const

/** Traits of a unit that is known to speak this dialect. */
export function antminerTraits(view: UnitView): AntminerTraits {
  const { traits } = view.model
  if (traits.dialect !== 'antminer') throw new Error(`${view.model.name} does not speak the Antminer dialect`)
  return traits
}

/** One hash board as the firmware sees it; temperatures in whole degrees, four sensors a place. */
export type ChainReading = {
  index: number
  alive: boolean
  rateGhs: number
  idealGhs: number
  chips: number
  frequencyMhz: number
  hardwareErrors: number
  pic: readonly number[]
  pcb: readonly number[]
  chip: readonly number[]
}

/** All figures that the socket and the web pages of an Antminer report, in the firmware's units. */
export type AntminerReading = {
  elapsedSeconds: number
  ghs5s: number
  ghs30m: number
  ghsAv: number
  idealGhs: number
  hardwareErrors: number
  chains: readonly ChainReading[]
  powerWatts: number
  tripped: boolean
  asleep: boolean
}

/**
 * Puts the physical truth into the firmware's terms.
 * Hydro boards have few sensors and the firmware squeezes water into existing fields. As public fleet tools read
 * them: S19 XP Hyd. has water out and in at places 1 and 2 of `temp_pic`; S21 Hyd. has water in and out at the first
 * places of `temp_chip` with zeros after; S21+ Hyd. has them at places 0 and 2 of `temp_pcb`, chips in `temp_pic`.
 */
export function readAntminer(view: UnitView): AntminerReading {
  const { state, model, identity, deadBoards } = view
  const { hardware } = model
  const traits = antminerTraits(view)
  const running = state.rateThs > 0
  const waterIn = Math.round(state.thermal.coolantInC)
  const waterOut = Math.round(state.thermal.coolantOutC)
  const chains = state.boardThs.map((rateThs, index): ChainReading => {
    const alive = !deadBoards.has(index)
    const chipC = state.thermal.chipC[index] ?? 0
    const hot = Math.round(chipC + 3)
    const cold = Math.round(chipC - 4)
    const board = (above: number) => Math.round(waterOut + (chipC - waterOut) * 0.4 + above)
    const zeros = [0, 0, 0, 0]
    const plain = {
      pic: [cold, cold - 1, hot - 2, hot - 3],
      pcb: [board(2), board(-1), board(1), board(0)],
      chip: [hot, cold, hot - 1, hot],
    }
    const sensors = (place: 'pic' | 'chip' | 'pcb') => {
      if (place === 'pic') return { ...plain, pic: [cold, waterOut, waterIn, board(-2)] }
      if (place === 'chip') return { ...plain, chip: [waterIn, waterOut, 0, 0] }
      return {
        ...plain,
        pic: [hot, cold, 0, 0],
        pcb: [waterIn, board(0), waterOut, board(1)],
        chip: [0, 0, 0, 0],
      }
    }
    return {
      index,
      alive,
      rateGhs: round2(rateThs * 1000),
      idealGhs: Math.round((hardware.nominalThs * 1000) / hardware.boards),
      chips: alive ? hardware.chipsPerBoard : 0,
      frequencyMhz: alive && running ? hardware.frequencyMhz + ((identity.seed >>> index) % 3) : 0,
      hardwareErrors: state.hardwareErrors[index] ?? 0,
      ...(alive ? sensors(traits.waterIn) : { pic: zeros, pcb: zeros, chip: zeros }),
    }
  })
  const elapsedSeconds = Math.floor(view.uptimeMs / 1000)
  return {
    elapsedSeconds,
    ghs5s: round2(state.rateThs * 1000),
    ghs30m: round2(state.averages.m30 * 1000),
    ghsAv: elapsedSeconds > 0 ? round2((state.terahashes * 1000) / elapsedSeconds) : 0,
    idealGhs: hardware.nominalThs * 1000,
    hardwareErrors: chains.reduce((sum, chain) => sum + chain.hardwareErrors, 0),
    chains,
    powerWatts: Math.round(state.powerWatts),
    tripped: state.tripped,
    asleep: view.asleep,
  }
}

/** A difficulty as the firmware shortens it: `524K`, `1.04M`; empty for none. */
export function shortDifficulty(difficulty: number): string {
  if (difficulty <= 0) return ''
  const units = ['', 'K', 'M', 'G', 'T', 'P']
  let scaled = difficulty
  let unit = 0
  while (scaled >= 1000 && unit < units.length - 1) {
    scaled /= 1000
    unit += 1
  }
  const digits = scaled >= 100 || unit === 0 ? 0 : scaled >= 10 ? 1 : 2
  const factor = 10 ** digits
  return `${(Math.floor(scaled * factor) / factor).toFixed(digits)}${units[unit]}`
}

/** Time since the last share as `h:mm:ss`, or `0` before the first. */
export function formatTimeSinceShare(pool: PoolCounters, nowMs: number): string {
  if (pool.lastShareAtMs === null) return '0'
  const seconds = Math.max(0, Math.floor((nowMs - pool.lastShareAtMs) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
