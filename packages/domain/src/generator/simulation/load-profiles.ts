import { createRandom, type Random } from './random.ts'

/** The ship's own load, kW, one value a second. */
export type LoadProfile = { name: string; shipLoadKw: Float64Array }

/** What makes up a ship's load. Shares are of the generator's capacity. */
export type ProfileMix = {
  /** Lights, pumps, navigation: always there. */
  baseShare: number
  /** Galley, boilers, laundry: steps of minutes, this many an hour. */
  hotelPerHour: number
  /** Reefer containers, each cycling its compressor. */
  reefers: number
  /** Hours of cargo work as [from, to]: the crane pulls every few minutes. */
  craneHours: readonly (readonly [number, number])[]
  /** Bow thruster manoeuvres (locks, mooring) an hour: bursts over some minutes. */
  thrusterPerHour: number
}

/** What a ship takes at most, as a share of its generator. */
const mostShare = 0.8

/** Adds `kw` from second `from` for `seconds`. */
function addStep(load: Float64Array, from: number, seconds: number, kw: number): void {
  const end = Math.min(load.length, Math.round(from + seconds))
  for (let second = Math.max(0, Math.round(from)); second < end; second++)
    load[second] = (load[second] ?? 0) + kw
}

/** Moments of a process that happens `perHour` times an hour on average, in seconds. */
function moments(random: Random, seconds: number, perHour: number): number[] {
  const times: number[] = []
  if (perHour <= 0) return times
  let at = 0
  for (;;) {
    at += (-Math.log(1 - random.next()) * 3_600) / perHour
    if (at >= seconds) return times
    times.push(at)
  }
}

/** A load in the forms that ships record: steps, bursts and cycles on a slow base. Same arguments, same load. */
export function makeProfile(
  name: string,
  mix: ProfileMix,
  options: { capacityKw: number; seconds: number; seed: number },
): LoadProfile {
  const { capacityKw, seconds } = options
  const random = createRandom(options.seed)
  const load = new Float64Array(seconds)
  const slow = random.between(0, 2 * Math.PI)
  for (let second = 0; second < seconds; second++)
    load[second] = capacityKw * mix.baseShare * (1 + 0.08 * Math.sin(slow + (2 * Math.PI * second) / 21_600))

  for (const at of moments(random, seconds, mix.hotelPerHour))
    addStep(load, at, random.between(240, 1_800), capacityKw * random.between(0.03, 0.1))
  for (let reefer = 0; reefer < mix.reefers; reefer++) {
    const period = random.between(1_200, 2_400)
    const kw = capacityKw * random.between(0.02, 0.04)
    for (let at = -random.between(0, period); at < seconds; at += period * random.between(0.95, 1.05))
      addStep(load, at, period * 0.4, kw)
  }
  for (const [from, to] of mix.craneHours) {
    let at = from * 3_600
    while (at < to * 3_600) {
      const pull = random.between(15, 45)
      addStep(load, at, pull, capacityKw * random.between(0.2, 0.35))
      // Lowering, then the next hook.
      at += pull + random.between(60, 180)
    }
  }
  for (const start of moments(random, seconds, mix.thrusterPerHour)) {
    const end = start + random.between(180, 900)
    for (let at = start; at < end; ) {
      const burst = random.between(4, 30)
      addStep(load, at, burst, capacityKw * random.between(0.25, 0.6))
      at += burst + random.between(5, 60)
    }
  }
  // A crew does not switch on more than its own generator gives.
  for (let second = 0; second < seconds; second++)
    load[second] = Math.min(load[second] ?? 0, capacityKw * mostShare)
  return { name, shipLoadKw: load }
}

/** Standard ships and days, as they are found on inland waters. */
export const standardMixes: Readonly<Record<string, ProfileMix>> = {
  'at anchor': { baseShare: 0.12, hotelPerHour: 1, reefers: 0, craneHours: [], thrusterPerHour: 0 },
  'hotel barge': { baseShare: 0.25, hotelPerHour: 3, reefers: 0, craneHours: [], thrusterPerHour: 0.1 },
  'container ship with reefers': {
    baseShare: 0.18,
    hotelPerHour: 1,
    reefers: 6,
    craneHours: [],
    thrusterPerHour: 0.15,
  },
  'canal with locks': { baseShare: 0.2, hotelPerHour: 1, reefers: 0, craneHours: [], thrusterPerHour: 0.6 },
  'river passage': { baseShare: 0.22, hotelPerHour: 1, reefers: 2, craneHours: [], thrusterPerHour: 0.1 },
  'loading with the crane': {
    baseShare: 0.2,
    hotelPerHour: 1,
    reefers: 0,
    craneHours: [
      [7, 10],
      [19, 22],
    ],
    thrusterPerHour: 0.1,
  },
  'tanker pumping': { baseShare: 0.35, hotelPerHour: 2, reefers: 0, craneHours: [], thrusterPerHour: 0.1 },
  'night rest': { baseShare: 0.1, hotelPerHour: 0.4, reefers: 1, craneHours: [], thrusterPerHour: 0 },
}

/** The standard set on one generator, `seconds` long. */
export function standardProfiles(capacityKw: number, seconds: number): LoadProfile[] {
  return Object.entries(standardMixes).map(([name, mix], index) =>
    makeProfile(name, mix, { capacityKw, seconds, seed: 7_001 + index }),
  )
}

/** Any ship: a random mix, with everything that can happen happening more often than it does. */
export function randomProfile(seed: number, capacityKw: number, seconds: number): LoadProfile {
  const random = createRandom(seed)
  const hours = seconds / 3_600
  const from = random.between(0, hours)
  const mix: ProfileMix = {
    baseShare: random.between(0.05, 0.5),
    hotelPerHour: random.between(0, 8),
    reefers: Math.floor(random.between(0, 8)),
    craneHours: random.chance(0.4) ? [[from, from + random.between(0.2, 2)]] : [],
    thrusterPerHour: random.chance(0.5) ? random.between(0, 3) : 0,
  }
  return makeProfile(`random ${seed}`, mix, { capacityKw, seconds, seed: seed + 1 })
}
