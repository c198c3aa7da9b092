import type { DeviceInPhase } from '../devices/counted-power.ts'
import type { FollowerSettings } from '../follower-settings.ts'
import type { PowerSource } from '../load/load-reading.ts'
import { type HeldMinimum, heldValue, holdMinimum } from '../plan/held-minimum.ts'
import { shedOrder } from '../plan/shed-order.ts'
import { type CurvePoint, gramsPerHour, litresOf, marginalGramsPerKwh, typicalCurve } from './fuel.ts'

/** When miners run: whatever it costs, while a kilowatt hour earns more than its fuel, or only to give a set the load it needs anyway. */
export const mineWhen = ['always', 'when-it-pays', 'only-wasted'] as const
export type MineWhen = (typeof mineWhen)[number]

/** What an owner enters about fuel. */
export type FuelSettings = {
  mine: MineWhen
  dieselCentsPerLitre: number | null
  /** Null: a typical one. */
  curve: readonly CurvePoint[] | null
  /** Below this share of its capacity the set must not run for long, percent; null: any load is well. */
  minimumLoadPercent: number | null
}

export const defaultFuel: FuelSettings = {
  mine: 'always',
  dieselCentsPerLitre: null,
  curve: null,
  minimumLoadPercent: null,
}

/** What a petahash a second earns its owner in a day, euro cents, and how old that figure is, ms. */
export type MarketFigure = { centsPerPhDay: number; ageMs: number }

/** Fuel and market at the moment of a decision. */
export type WorthInput = { fuel: FuelSettings; market: MarketFigure | null }

/** Why miners rest although there is room for them. */
export type WorthReason =
  /** They earn less than their fuel costs. */
  | 'not-worth'
  /** The price of diesel is not known, or what a kilowatt hour earns is not, or only of too long ago. */
  | 'worth-unknown'
  /** The set has the load it needs. */
  | 'only-wasted'

/** Whether the set has its least load: by itself, only with miners, or not. */
export type MinimumLoad = 'own' | 'held' | 'below'

export type Worth = {
  reason: WorthReason | null
  /** Fuel for one kilowatt hour more, cents; null is unknown. */
  costCentsPerKwh: number | null
  /** What one earns in the miners that run, or in the best where none does, cents; null is unknown. */
  earnsCentsPerKwh: number | null
  marketAgeMs: number | null
  /** Null: no least load is set, or the load is not known. */
  minimum: MinimumLoad | null
  /** What the miners burn in an hour at their present power, g: what the set burns more than without them. Null: not known, or not the set. */
  gramsPerHour: number | null
  /** The same in cents; null without a price. */
  fuelCentsPerHour: number | null
}

/** @internal Nothing is known of fuel or market; for tests. */
export const unknownWorth: Worth = {
  reason: null,
  costCentsPerKwh: null,
  earnsCentsPerKwh: null,
  marketAgeMs: null,
  minimum: null,
  gramsPerHour: null,
  fuelCentsPerHour: null,
}

/** What is remembered from one judgement to the next. */
export type WorthState = {
  /** What the last one was made with. */
  basis: string
  judgedAt: number
  /** Miners that did not pay then. */
  unpaid: ReadonlySet<string>
  /** What was missing to the least load, and what was above it, kW, over the last minutes. */
  missing: HeldMinimum
  surplus: HeldMinimum
}

export const newWorth: WorthState = {
  basis: '',
  judgedAt: Number.NEGATIVE_INFINITY,
  unpaid: new Set(),
  missing: [],
  surplus: [],
}

const dayMs = 86_400_000
/** Figures of the market count as they are for this long; then they have to exceed the fuel by more each day, and at last they count no more. */
const freshMs = dayMs
const marginPerDay = 0.05
const longestMs = 14 * dayMs
/** A miner that rests comes back only when it earns this much more than its fuel. */
const returnMargin = 0.05
/** The cost moves with the load: an assessment holds for this long. */
const judgementMs = 600_000
/** For this long the least load must have been missing before a miner is started for it, or exceeded before one rests again. */
const missingMs = 120_000
const surplusMs = 300_000
/** This near to the least load the set has it. */
const nearShare = 0.97

const ghPerPhDay = 1e6 * 86_400
const joulesPerKwh = 3_600_000

/** What a kilowatt hour earns in a miner of this efficiency, cents. */
export const earnedCentsPerKwh = (ghPerJoule: number, market: Pick<MarketFigure, 'centsPerPhDay'>): number =>
  (ghPerJoule * joulesPerKwh * market.centsPerPhDay) / ghPerPhDay

/** By how much earnings have to exceed the fuel, for the age of the figures; null: too old, or from the future. */
function marginOf({ ageMs }: MarketFigure): number | null {
  if (ageMs > longestMs || ageMs < -3_600_000) return null
  return Math.max(0, ((ageMs - freshMs) / dayMs) * marginPerDay)
}

/** Which miners rest although there would be room for them, and why. Miners that run for the set's least load are no loss: it needs them. */
export function judgeWorth(
  before: WorthState,
  input: {
    worth: WorthInput
    settings: Pick<FollowerSettings, 'capacityKw' | 'limitPercent' | 'shedFirst' | 'staleAfterMs'>
    powerSource: PowerSource
    shipLoadKw: number | null
    generatorLoadKw: number | null
    devices: readonly DeviceInPhase[]
    now: number
  },
): { state: WorthState; worth: Worth; resting: ReadonlySet<string> } {
  const { worth: given, settings, devices, shipLoadKw } = input
  const { fuel } = given
  const isGenerator = input.powerSource === 'generator'
  const minimumKw =
    !isGenerator || fuel.minimumLoadPercent === null
      ? null
      : (settings.capacityKw * fuel.minimumLoadPercent) / 100
  const market = given.market !== null && marginOf(given.market) !== null ? given.market : null
  const cost = isGenerator ? costCentsPerKwh(input, minimumKw) : null
  const unpaid = unpaidMiners(before, input, cost, market)
  const covered = coverMinimum(before, input, minimumKw, unpaid.unpaid)
  const resting = new Set([...unpaid.unpaid].filter((id) => !covered.needed.has(id)))
  return {
    state: { ...unpaid, missing: covered.missing, surplus: covered.surplus },
    resting,
    worth: {
      reason: resting.size === 0 ? null : reasonOf(fuel, cost, market),
      costCentsPerKwh: cost,
      earnsCentsPerKwh: market === null ? null : earningsOf(devices, market),
      marketAgeMs: given.market?.ageMs ?? null,
      minimum: minimumOf(minimumKw, shipLoadKw, input.generatorLoadKw),
      ...fuelForMiners(input),
    },
  }
}

type WorthCase = Parameters<typeof judgeWorth>[1]

function reasonOf(fuel: FuelSettings, cost: number | null, market: MarketFigure | null): WorthReason {
  if (fuel.mine === 'only-wasted') return 'only-wasted'
  return cost === null || market === null ? 'worth-unknown' : 'not-worth'
}

/** From the load of the ship, or the least that the set needs, to what all miners together would make of it. */
function costCentsPerKwh(
  { worth: { fuel }, settings, shipLoadKw, devices }: WorthCase,
  minimumKw: number | null,
): number | null {
  if (fuel.dieselCentsPerLitre === null) return null
  const limitKw = (settings.capacityKw * settings.limitPercent) / 100
  const fleetKw =
    devices.reduce((sum, { device }) => sum + (device.isWanted ? device.ratedPowerWatts : 0), 0) / 1_000
  const fromKw = Math.max(shipLoadKw ?? 0, minimumKw ?? 0)
  const toKw = shipLoadKw === null ? limitKw : Math.min(limitKw, fromKw + fleetKw)
  const grams = marginalGramsPerKwh(fuel.curve ?? typicalCurve, settings.capacityKw, fromKw, toKw)
  return grams === null ? null : litresOf(grams) * fuel.dieselCentsPerLitre
}

/** The miners whose work does not pay for its fuel. One whose efficiency is not known yet runs until it is. */
function unpaidMiners(
  before: WorthState,
  { worth: { fuel }, devices, powerSource, now }: WorthCase,
  cost: number | null,
  market: MarketFigure | null,
): Pick<WorthState, 'basis' | 'judgedAt' | 'unpaid'> {
  if (fuel.mine === 'always') return { basis: '', judgedAt: Number.NEGATIVE_INFINITY, unpaid: new Set() }
  const measured = devices.flatMap(({ device }) => (device.ghPerJoule == null ? [] : [device.id]))
  const figures = [fuel, market?.centsPerPhDay ?? null, cost === null, powerSource]
  const basis = JSON.stringify([...figures, devices.length, measured])
  if (basis === before.basis && now - before.judgedAt < judgementMs) return before
  const paysNot = ({ device }: DeviceInPhase): boolean => {
    if (fuel.mine === 'only-wasted') return true
    if (powerSource !== 'generator') return false
    if (cost === null || market === null) return true
    const ghPerJoule = device.ghPerJoule ?? null
    if (ghPerJoule === null) return false
    const margin = (marginOf(market) ?? 0) + (before.unpaid.has(device.id) ? returnMargin : 0)
    return earnedCentsPerKwh(ghPerJoule, market) < cost * (1 + margin)
  }
  return {
    basis,
    judgedAt: now,
    unpaid: new Set(devices.filter(paysNot).map(({ device }) => device.id)),
  }
}

/** Which of the miners that do not pay run all the same, because the set would otherwise have too little load: the best earners first. */
function coverMinimum(
  before: WorthState,
  { settings, shipLoadKw, devices, now }: WorthCase,
  minimumKw: number | null,
  unpaid: ReadonlySet<string>,
): { needed: ReadonlySet<string>; missing: HeldMinimum; surplus: HeldMinimum } {
  if (minimumKw === null || shipLoadKw === null || unpaid.size === 0)
    return { needed: new Set(), missing: [], surplus: [] }
  const awakeKw = (one: DeviceInPhase) =>
    one.phase === 'asleep' || one.phase === 'stopping'
      ? 0
      : (one.device.measuredPowerWatts ?? one.device.ratedPowerWatts) / 1_000
  const paidKw = devices.reduce((sum, one) => sum + (unpaid.has(one.device.id) ? 0 : awakeKw(one)), 0)
  const missingKw = minimumKw - shipLoadKw - paidKw
  const hold = (held: HeldMinimum, kw: number, holdMs: number) =>
    holdMinimum(held, kw, now, { holdMs, maxGapMs: settings.staleAfterMs })
  const missing = hold(before.missing, missingKw, missingMs)
  const surplus = hold(before.surplus, -missingKw, surplusMs)
  const leastMissing = heldValue(missing, missingMs) ?? 0
  const mostMissing = -(heldValue(surplus, surplusMs) ?? Number.NEGATIVE_INFINITY)
  const needed = new Set<string>()
  let coveredKw = 0
  const candidates = shedOrder(devices, settings.shedFirst)
    .toReversed()
    .filter(({ device }) => unpaid.has(device.id) && device.isWanted)
  const isAwake = (one: DeviceInPhase) => awakeKw(one) > 0
  const ordered = [...candidates.filter(isAwake), ...candidates.filter((one) => !isAwake(one))]
  for (const one of ordered) {
    if (coveredKw >= (isAwake(one) ? mostMissing : leastMissing)) break
    needed.add(one.device.id)
    coveredKw += one.device.ratedPowerWatts / 1_000
  }
  return { needed, missing, surplus }
}

/** What the set burns for the miners alone. */
function fuelForMiners({
  worth: { fuel },
  settings,
  powerSource,
  shipLoadKw,
  generatorLoadKw,
}: WorthCase): Pick<Worth, 'gramsPerHour' | 'fuelCentsPerHour'> {
  if (powerSource !== 'generator' || shipLoadKw === null || generatorLoadKw === null)
    return { gramsPerHour: null, fuelCentsPerHour: null }
  const curve = fuel.curve ?? typicalCurve
  const mined = Math.max(shipLoadKw, generatorLoadKw)
  const whole = gramsPerHour(curve, settings.capacityKw, mined)
  const without = gramsPerHour(curve, settings.capacityKw, shipLoadKw)
  const grams = whole === null || without === null ? null : Math.max(0, whole - without)
  const { dieselCentsPerLitre } = fuel
  return {
    gramsPerHour: grams,
    fuelCentsPerHour:
      grams === null || dieselCentsPerLitre === null ? null : litresOf(grams) * dieselCentsPerLitre,
  }
}

function minimumOf(
  minimumKw: number | null,
  shipLoadKw: number | null,
  generatorLoadKw: number | null,
): MinimumLoad | null {
  if (minimumKw === null || shipLoadKw === null || generatorLoadKw === null) return null
  if (shipLoadKw >= nearShare * minimumKw) return 'own'
  return generatorLoadKw >= nearShare * minimumKw ? 'held' : 'below'
}

/** What a kilowatt hour earns in the miners that run, by their power; where none runs, in the best of them. Null where no efficiency is known. */
function earningsOf(devices: readonly DeviceInPhase[], market: MarketFigure): number | null {
  let watts = 0
  let weighted = 0
  let best: number | null = null
  for (const { device, phase } of devices) {
    const ghPerJoule = device.ghPerJoule ?? null
    if (ghPerJoule === null) continue
    best = Math.max(best ?? 0, ghPerJoule)
    if (phase !== 'running' && phase !== 'low') continue
    const drawn = device.measuredPowerWatts ?? device.ratedPowerWatts
    watts += drawn
    weighted += drawn * ghPerJoule
  }
  if (best === null) return null
  return earnedCentsPerKwh(watts > 0 ? weighted / watts : best, market)
}
