import type { DevicePhase, Target } from './devices/device-phase.ts'
import { type DeviceMemory, type LawState, newLawState } from './law-state.ts'

/** What of the law is kept over a restart, as it stands in the file. Times are ages in ms when it was kept; below zero is in the future. */
export type KeptLaw = {
  devices: {
    id: string
    phase: DevicePhase
    changedAge: number
    /** The last command; the file has always called it so. */
    told: { target: Target; age: number; dueIn: number } | null
    startAges: number[]
    notBeforeIn: number
  }[]
  shipLoadKw: number | null
  held: { fromAge: number; untilAge: number; least: number }[]
  largestRiseKw: number
  mean: { ms: number; share: number }[]
  lastStartAge: number | null
  overAge: number | null
  overloadAges: number[]
  distrustedIn: number
}

/** After a longer absence miners may be in any state: they are observed again from scratch. */
const longestAbsenceMs = 180_000
const hourMs = 3_600_000
/** What was longer ago, or is further ahead, is kept as this: a miner may run for months without a command. */
const longestAgeMs = 24 * hourMs

export function keepLaw(state: LawState, now: number): KeptLaw {
  const age = (at: number) => Math.round(Math.min(longestAgeMs, Math.max(-longestAgeMs, now - at)))
  const within = (ms: number) => Math.max(0, Math.round(Math.min(ms, hourMs * 24)))
  return {
    devices: [...state.devices].map(([id, memory]) => ({
      id,
      phase: memory.phase,
      changedAge: age(memory.changedAt),
      told:
        memory.lastCommand === null
          ? null
          : {
              target: memory.lastCommand.target,
              age: age(memory.lastCommand.at),
              dueIn: -age(memory.lastCommand.dueAt),
            },
      startAges: memory.starts.map(age),
      notBeforeIn: within(memory.notBefore - now),
    })),
    shipLoadKw: state.shipLoadKw,
    held: state.held.map(({ from, until, least }) => ({ fromAge: age(from), untilAge: age(until), least })),
    largestRiseKw: state.rise.largestKw,
    mean: state.mean.map(({ ms, share }) => ({ ms: Math.round(ms), share })),
    lastStartAge: state.lastStartAt === null ? null : age(state.lastStartAt),
    overAge: state.overSince === null ? null : age(state.overSince),
    overloadAges: state.overloads.map(age),
    distrustedIn: within(state.distrustedUntil - now),
  }
}

/**
 * The law after a start, as if it had run on: phases, commands under way, starts, the hold time and the largest step of the ship.
 * `awayMs`: since it was kept, by the wall clock; null where that clock cannot be believed. After a long absence only what was learned is left.
 */
export function restoreLaw(kept: KeptLaw, now: number, awayMs: number | null): LawState {
  const fresh = newLawState(now)
  const learnt = { ...fresh, rise: { ...fresh.rise, largestKw: kept.largestRiseKw }, mean: kept.mean }
  if (awayMs === null || awayMs < 0 || awayMs > longestAbsenceMs) return learnt
  const at = (age: number) => now - awayMs - age
  const devices = new Map(
    kept.devices.map(({ id, phase, changedAge, told, startAges, notBeforeIn }): [string, DeviceMemory] => [
      id,
      {
        phase,
        changedAt: at(changedAge),
        lastCommand: told && { target: told.target, at: at(told.age), dueAt: now - awayMs + told.dueIn },
        starts: startAges.map(at),
        notBefore: notBeforeIn > 0 ? now - awayMs + notBeforeIn : Number.NEGATIVE_INFINITY,
      },
    ]),
  )
  const ended = kept.held.at(-1)
  // The room before the absence counts as if it had lasted: anything that came in between shows in the next reading.
  const held = kept.held.map(({ fromAge, untilAge, least }) => ({
    from: at(fromAge),
    until: ended?.untilAge === untilAge ? now : at(untilAge),
    least,
  }))
  return {
    ...learnt,
    devices,
    shipLoadKw: kept.shipLoadKw,
    held,
    lastStartAt: kept.lastStartAge === null ? null : at(kept.lastStartAge),
    overSince: kept.overAge === null ? null : at(kept.overAge),
    overloads: kept.overloadAges.map(at),
    distrustedUntil: kept.distrustedIn > 0 ? now - awayMs + kept.distrustedIn : Number.NEGATIVE_INFINITY,
  }
}
