import { blocksPerDay, epochBlocks, halvingInterval, soloOdds, subsidySat } from './network.ts'

/** The owner's part of what is mined: 2/3 as the calculator assumes, 3/4 as the contract says (docs/product.md 1.1 and 9.2). */
export const ownerShares = ['2/3', '3/4'] as const
/** `1/1`: nothing is divided; a Lottery Miner mines to its owner's address. */
export type OwnerShare = (typeof ownerShares)[number] | '1/1'
const shareParts: Record<OwnerShare, readonly [number, number]> = {
  '2/3': [2, 3],
  '3/4': [3, 4],
  '1/1': [1, 1],
}

/** The owner's part of what a product mines: as asked for a box, all of it for a miner that works alone. */
export function ownerShareOf(category: string, asked: OwnerShare): OwnerShare {
  return category === 'solo' ? '1/1' : asked
}

/** Constants of docs/product.md 2.4, 5.12 and 9.2. */
export const calculatorDefaults = {
  /** Euro cents a bitcoin when no price is given or known. */
  fallbackCentsPerBtc: 6_500_000,
  powerCentsPerKwh: 15,
  /** Share of nameplate production that reaches the wallet: uptime, giving way to the ship, stale shares and pool fee together. */
  deliveredPercent: 85,
  ownerShare: '2/3' as OwnerShare,
  growthPercentPerYear: 20,
  /** Eight years: the halving of 2028 and what comes after it are seen. */
  horizonDays: 2922,
} as const

/** What a calculation starts from. Product figures are those of one box. */
export type CalculatorInput = {
  hashrateThs: number
  powerKw: number
  priceCents: number
  numberOfBoxes: number
  centsPerBtc: number
  difficulty: number
  blockHeight: number
  feesSatPerBlock: number
  ownerShare: OwnerShare
  deliveredPercent: number
  powerCentsPerKwh: number
  /** Growth of the network difficulty, percent a year. */
  growthPercentPerYear: number
  /** How far ahead the projection looks. */
  horizonDays: number
}

/** One way of looking at the power. `spare`: kilowatt-hours that cost nothing extra, as the provider claims. `priced`: every one is paid for. */
export type PowerReading = {
  powerCostCentsPerDay: number
  ownerNetCentsPerDay: number
  ownerNetCentsPerYear: number
  /** Days until the price is earned back if nothing ever changed; null: does not pay back. */
  paybackDays: number | null
  /** The same with growing difficulty and halvings; null: not within the horizon. */
  projectedPaybackDays: number | null
  /** Bitcoin price below which a day costs the owner money; null where power costs nothing. */
  breakEvenCentsPerBtc: number | null
}

/** State after `day` days; sums are since the start, so a curve meets the investment where it pays back. */
export type ProjectionPoint = {
  day: number
  blockHeight: number
  difficulty: number
  subsidySat: number
  ownerSat: number
  spareCents: number
  pricedCents: number
}

/** How a change of the network's growth and of the price would end. `cents` is the owner's sum at the horizon, investment not taken off. */
export type Scenario = {
  growthPercentPerYear: number
  priceChangePercent: number
  spare: { paybackDays: number | null; cents: number }
  priced: { paybackDays: number | null; cents: number }
}

/** One of the provider's payback claims, with the Bitcoin price at which today's network would make it true on spare power. */
export type PaybackClaim = {
  id: 'faq' | 'calculator' | 'u3s23h'
  minDays: number
  maxDays: number
  /** For the long and the short end of the claim; null when nothing is mined. */
  fromCentsPerBtc: number | null
  toCentsPerBtc: number | null
}

/** Chance of whole blocks. The mean income is that of a pool, the most likely income is zero. */
export type SoloChance = {
  probabilityDay: number
  probabilityYear: number
  probabilityFiveYears: number
  meanYears: number | null
  rewardSat: number
}

export type CalculatorResult = {
  investmentCents: number
  hashrateThs: number
  powerKw: number
  efficiencyJoulePerTh: number
  /** A day on today's network. */
  daily: {
    minedSat: number
    minedCents: number
    ownerSat: number
    ownerCents: number
    serviceSat: number
    serviceCents: number
    energyKwh: number
  }
  spare: PowerReading
  priced: PowerReading
  /** Price of a kilowatt-hour at which the owner earns nothing, euro cents with decimals. */
  breakEvenPowerCentsPerKwh: number
  projection: ProjectionPoint[]
  scenarios: Scenario[]
  claims: PaybackClaim[]
  solo: SoloChance
}

/** The lasting part of a calculation: what stays when the network changes. */
export type Yield = {
  hashrateThs: number
  feesSatPerBlock: number
  /** 0 to 1: what is left of the gross after every loss. */
  delivered: number
}

/** Height gained in a day, and in a year. */
const blocksADay = 144
const yearBlocks = 52_560
const daysPerYear = 365.25
const daysPerMonth = daysPerYear / 12

/** Satoshi a day at a height and difficulty, not rounded: blocks a day × (subsidy + fees) × what is delivered. */
export function minedSatPerDay(mining: Yield, at: { blockHeight: number; difficulty: number }): number {
  const reward = subsidySat(at.blockHeight) + mining.feesSatPerBlock
  return blocksPerDay(mining.hashrateThs * 1000, at.difficulty) * reward * mining.delivered
}

/** Difficulty of the epoch a height lies in, when it grows by `growth` (0.2 is 20 %) a year from today's epoch, one step each 2016 blocks. */
export function projectedDifficulty(
  start: { blockHeight: number; difficulty: number },
  blockHeight: number,
  growth: number,
): number {
  const epochs = Math.floor(blockHeight / epochBlocks) - Math.floor(start.blockHeight / epochBlocks)
  return start.difficulty * (1 + growth) ** ((epochs * epochBlocks) / yearBlocks)
}

/** Days one after the other of which each brings the same. */
type Run = { days: number; satPerDay: number }

/**
 * What is mined over `days` days from now, not rounded: difficulty by epoch, subsidy by height. A day is like the day before unless an epoch or a
 * halving lies between, so that eight years are about 210 runs: this is worked out while a page is brought to life.
 */
function projectRuns(
  mining: Yield,
  start: { blockHeight: number; difficulty: number },
  growth: number,
  days: number,
): Run[] {
  const daysTo = (from: number, height: number) => Math.ceil((height - from) / blocksADay)
  const runs: Run[] = []
  for (let day = 0; day < days; ) {
    const blockHeight = start.blockHeight + day * blocksADay
    const nextEpoch = (Math.floor(blockHeight / epochBlocks) + 1) * epochBlocks
    const nextHalving = (Math.floor(blockHeight / halvingInterval) + 1) * halvingInterval
    const length = Math.min(daysTo(blockHeight, Math.min(nextEpoch, nextHalving)), days - day)
    const difficulty = projectedDifficulty(start, blockHeight, growth)
    runs.push({ days: length, satPerDay: minedSatPerDay(mining, { blockHeight, difficulty }) })
    day += length
  }
  return runs
}

/**
 * Satoshi mined on each of `days` days from now, not rounded: difficulty by epoch, subsidy by height. Tests hold the sums of runs against it.
 *
 * @internal
 */
export function projectMinedSat(
  mining: Yield,
  start: { blockHeight: number; difficulty: number },
  growth: number,
  days: number,
): number[] {
  return daysOf(projectRuns(mining, start, growth, days))
}

const daysOf = (runs: readonly Run[]): number[] =>
  runs.flatMap(({ days, satPerDay }) => Array<number>(days).fill(satPerDay))

/** Price ÷ daily cash flow, not rounded; null when the cash flow is not positive: it does not pay back. */
export function staticPaybackDays(investmentCents: number, centsPerDay: number): number | null {
  return centsPerDay > 0 ? investmentCents / centsPerDay : null
}

/**
 * First day whose sum reaches the investment, counted from 1; null when none does. Tests hold that of runs against it.
 *
 * @internal
 */
export function projectedPaybackDays(
  investmentCents: number,
  centsOfDay: (day: number) => number,
  days: number,
): number | null {
  let sum = 0
  for (let day = 0; day < days; day++) {
    sum += centsOfDay(day)
    if (sum >= investmentCents) return day + 1
  }
  return null
}

/** The sum over runs of days, and the first day (from 1) whose sum reaches the investment; null when none does. */
function sumRuns(
  runs: readonly Run[],
  investmentCents: number,
  centsOf: (satPerDay: number) => number,
): { cents: number; paybackDays: number | null } {
  let cents = 0
  let day = 0
  let paybackDays: number | null = null
  for (const { days, satPerDay } of runs) {
    const daily = centsOf(satPerDay)
    const after = cents + daily * days
    // Within a run the sum only rises or only falls: it is reached on its first day, or somewhere up to its last.
    if (paybackDays === null && Math.max(cents + daily, after) >= investmentCents) {
      const needed = daily > 0 ? Math.ceil((investmentCents - cents) / daily) : 1
      paybackDays = day + Math.min(Math.max(needed, 1), days)
    }
    cents = after
    day += days
  }
  return { cents, paybackDays }
}

/** Half a cent goes away from zero, so that a cost and the same income cancel; never −0. */
export function roundCents(cents: number): number {
  return cents < 0 ? 0 - Math.round(-cents) : Math.round(cents)
}

const wholeDays = (days: number | null) => (days === null ? null : Math.ceil(days))

/** The provider's claims of docs/product.md 9.1; a month is a twelfth of 365.25 days. */
const paybackClaims = [
  { id: 'faq', minDays: 250, maxDays: 300 },
  { id: 'calculator', minDays: 13 * daysPerMonth, maxDays: 13 * daysPerMonth },
  { id: 'u3s23h', minDays: 8 * daysPerMonth, maxDays: 12 * daysPerMonth },
] as const
const scenarioGrowth = [0, 20, 40]
const scenarioPrices = [-30, 0, 30]

/**
 * Everything the calculator shows, of one set of figures; the page and the server call this same function.
 *
 * Rules: the delivered share (85 %) is the only loss, and the box pays for power during the same share of the hours.
 * The owner's share is of the revenue; power, where it is priced, is the owner's. Nothing is rounded before the end:
 * satoshi then go down, cents to the nearest (half away from zero), payback days up to the first whole day.
 */
export function calculate(input: CalculatorInput): CalculatorResult {
  const { numberOfBoxes, centsPerBtc, horizonDays } = input
  const hashrateThs = input.hashrateThs * numberOfBoxes
  const powerKw = input.powerKw * numberOfBoxes
  const investmentCents = input.priceCents * numberOfBoxes
  const [part, whole] = shareParts[input.ownerShare]
  const share = part / whole
  const delivered = input.deliveredPercent / 100
  const mining: Yield = { hashrateThs, feesSatPerBlock: input.feesSatPerBlock, delivered }
  const start = { blockHeight: input.blockHeight, difficulty: input.difficulty }

  const minedSat = minedSatPerDay(mining, start)
  const ownerSat = minedSat * share
  const toCents = (sat: number) => (sat * centsPerBtc) / 1e8
  const energyKwh = powerKw * 24 * delivered
  const powerCents = energyKwh * input.powerCentsPerKwh
  const minedToday = Math.floor(minedSat)
  const ownerToday = Math.floor(ownerSat)

  const runs = projectRuns(mining, start, input.growthPercentPerYear / 100, horizonDays)
  const projection = once(() => projectPoints(input, daysOf(runs), share, powerCents))
  const scenarios = once(() => weighScenarios(input, mining, share, powerCents))
  const reading = (costCents: number): PowerReading => {
    const net = toCents(ownerSat) - costCents
    return {
      powerCostCentsPerDay: roundCents(costCents),
      ownerNetCentsPerDay: roundCents(net),
      ownerNetCentsPerYear: roundCents(net * daysPerYear),
      paybackDays: wholeDays(staticPaybackDays(investmentCents, net)),
      projectedPaybackDays: sumRuns(runs, investmentCents, (sat) => toCents(sat * share) - costCents)
        .paybackDays,
      breakEvenCentsPerBtc: costCents > 0 && ownerSat > 0 ? roundCents((costCents / ownerSat) * 1e8) : null,
    }
  }

  return {
    investmentCents,
    hashrateThs,
    powerKw,
    efficiencyJoulePerTh: hashrateThs > 0 ? (powerKw * 1000) / hashrateThs : 0,
    daily: {
      minedSat: minedToday,
      minedCents: roundCents(toCents(minedSat)),
      ownerSat: ownerToday,
      ownerCents: roundCents(toCents(ownerSat)),
      serviceSat: minedToday - ownerToday,
      serviceCents: roundCents(toCents(minedSat)) - roundCents(toCents(ownerSat)),
      energyKwh,
    },
    spare: reading(0),
    priced: reading(powerCents),
    breakEvenPowerCentsPerKwh: energyKwh > 0 ? toCents(ownerSat) / energyKwh : 0,
    get projection() {
      return projection()
    },
    get scenarios() {
      return scenarios()
    },
    claims: paybackClaims.map(({ id, minDays, maxDays }) => {
      const priceFor = (claimedDays: number) =>
        ownerSat > 0 ? roundCents((investmentCents / (claimedDays * ownerSat)) * 1e8) : null
      return {
        id,
        minDays: Math.round(minDays),
        maxDays: Math.round(maxDays),
        fromCentsPerBtc: priceFor(maxDays),
        toCentsPerBtc: priceFor(minDays),
      }
    }),
    solo: soloChance(hashrateThs, input),
  }
}

/** Works something out when it is first asked for. What lies ahead is most of the work, and not every page, nor every part of one, shows it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** How every change of growth and price would end, with and without a price of power. */
function weighScenarios(
  input: CalculatorInput,
  mining: Yield,
  share: number,
  powerCents: number,
): Scenario[] {
  const investmentCents = input.priceCents * input.numberOfBoxes
  return scenarioGrowth.flatMap((growthPercentPerYear) => {
    const grown = projectRuns(mining, input, growthPercentPerYear / 100, input.horizonDays)
    return scenarioPrices.map((priceChangePercent): Scenario => {
      const price = (input.centsPerBtc * (100 + priceChangePercent)) / 100
      const outcome = (costCents: number) => {
        const centsOf = (sat: number) => (sat * share * price) / 1e8 - costCents
        const { cents, paybackDays } = sumRuns(grown, investmentCents, centsOf)
        return { paybackDays, cents: roundCents(cents) }
      }
      return { growthPercentPerYear, priceChangePercent, spare: outcome(0), priced: outcome(powerCents) }
    })
  })
}

/** One point at the start, one after each retarget, one at the horizon. */
function projectPoints(
  input: CalculatorInput,
  days: readonly number[],
  share: number,
  powerCentsPerDay: number,
): ProjectionPoint[] {
  const points: ProjectionPoint[] = []
  const epochOf = (day: number) => Math.floor((input.blockHeight + day * blocksADay) / epochBlocks)
  let ownerSat = 0
  for (let day = 0; day <= days.length; day++) {
    if (day === 0 || day === days.length || epochOf(day) !== epochOf(day - 1)) {
      const blockHeight = input.blockHeight + day * blocksADay
      const earned = (ownerSat * input.centsPerBtc) / 1e8
      points.push({
        day,
        blockHeight,
        difficulty: projectedDifficulty(input, blockHeight, input.growthPercentPerYear / 100),
        subsidySat: subsidySat(blockHeight),
        ownerSat: Math.floor(ownerSat),
        spareCents: roundCents(earned),
        pricedCents: roundCents(earned - powerCentsPerDay * day),
      })
    }
    ownerSat += (days[day] ?? 0) * share
  }
  return points
}

/** At the full hash rate, as product pages state it: who mines alone gives way to nobody and shares with no pool. */
function soloChance(hashrateThs: number, input: CalculatorInput): SoloChance {
  const chance = (days: number) => soloOdds(hashrateThs * 1000, input.difficulty, days).probability
  const { meanDays } = soloOdds(hashrateThs * 1000, input.difficulty, 1)
  return {
    probabilityDay: chance(1),
    probabilityYear: chance(daysPerYear),
    probabilityFiveYears: chance(5 * daysPerYear),
    meanYears: meanDays === null ? null : meanDays / daysPerYear,
    rewardSat: subsidySat(input.blockHeight) + input.feesSatPerBlock,
  }
}
