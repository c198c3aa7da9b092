import { describe, expect, test } from 'vitest'
import { type Decision, decide, type LawInput } from '../decide.ts'
import { aDevice, aReading, inPhase } from '../devices/test-devices.ts'
import { defaultSettings } from '../follower-settings.ts'
import { newLawState } from '../law-state.ts'
import {
  defaultFuel,
  earnedCentsPerKwh,
  type FuelSettings,
  judgeWorth,
  type MarketFigure,
  newWorth,
  type WorthState,
} from './worth.ts'

const settings = defaultSettings(100)
const dayMs = 86_400_000
/** 17.5 J/TH, as a present hydro; and 32 J/TH. */
const efficient = 1_000 / 17.5
const thirsty = 1_000 / 32
/** At 2,742 cents the first earns 6.5 cents a kWh; a marginal kWh of a typical set takes 0.226 litres. */
const market = (over: Partial<MarketFigure> = {}): MarketFigure => ({
  centsPerPhDay: 2_741.55289,
  ageMs: 600_000,
  ...over,
})
const fuel = (over: Partial<FuelSettings> = {}): FuelSettings => ({
  ...defaultFuel,
  mine: 'when-it-pays',
  dieselCentsPerLitre: 100,
  ...over,
})
type Over = Partial<Parameters<typeof judgeWorth>[1]>
const judge = (over: Over = {}, before: WorthState = newWorth) =>
  judgeWorth(before, {
    worth: { fuel: fuel(), market: market() },
    settings,
    powerSource: 'generator',
    shipLoadKw: 20,
    generatorLoadKw: 30,
    devices: [
      inPhase('running', { id: 'good', ghPerJoule: efficient, revenuePerKwh: efficient }),
      inPhase('running', { id: 'old', ghPerJoule: thirsty, revenuePerKwh: thirsty }),
    ],
    now: 0,
    ...over,
  })
const restingOf = (over: Over = {}, before?: WorthState) => [...judge(over, before).resting].sort()

test('a petahash a day, a joule and a kilowatt hour agree', () =>
  expect(earnedCentsPerKwh(efficient, market())).toBeCloseTo(6.52751, 3))

describe('the matrix of what miners do', () => {
  const rows: [string, Partial<FuelSettings>, MarketFigure | null, string[], string | null][] = [
    ['always, whatever it costs', { mine: 'always', dieselCentsPerLitre: 900 }, market(), [], null],
    ['always, and nothing known', { mine: 'always', dieselCentsPerLitre: null }, null, [], null],
    ['diesel at 10 ct: all pay', { dieselCentsPerLitre: 10 }, market(), [], null],
    [
      'diesel at 20 ct: the thirsty one does not',
      { dieselCentsPerLitre: 20 },
      market(),
      ['old'],
      'not-worth',
    ],
    ['diesel at 1 euro: none pays', {}, market(), ['good', 'old'], 'not-worth'],
    ['no price of diesel', { dieselCentsPerLitre: null }, market(), ['good', 'old'], 'worth-unknown'],
    ['no figures of the market', { dieselCentsPerLitre: 10 }, null, ['good', 'old'], 'worth-unknown'],
    [
      'figures of 15 days ago',
      { dieselCentsPerLitre: 1 },
      market({ ageMs: 15 * dayMs }),
      ['good', 'old'],
      'worth-unknown',
    ],
    [
      'figures of the future',
      { dieselCentsPerLitre: 1 },
      market({ ageMs: -2 * dayMs }),
      ['good', 'old'],
      'worth-unknown',
    ],
    ['waste only, none set', { mine: 'only-wasted' }, market(), ['good', 'old'], 'only-wasted'],
  ]
  test.each(rows)('%s', (_, over, figure, resting, reason) => {
    const judged = judge({ worth: { fuel: fuel(over), market: figure } })
    expect([...judged.resting].sort()).toEqual(resting)
    expect(judged.worth.reason).toBe(reason)
  })
  test('on shore power diesel does not count; but shore power is never wasted', () => {
    expect(restingOf({ powerSource: 'shore' })).toEqual([])
    expect(
      restingOf({ powerSource: 'shore', worth: { fuel: fuel({ mine: 'only-wasted' }), market: market() } }),
    ).toEqual(['good', 'old'])
  })
})

test('the figures are those of the next kilowatt hour', () => {
  const { worth } = judge()
  // From 20 kW to 30 kW: 190 g, 0.226 l.
  expect(worth.costCentsPerKwh).toBeCloseTo(22.619, 2)
  expect(worth.earnsCentsPerKwh).toBeCloseTo((6.52751 + 3.56973) / 2, 3)
  expect(worth.gramsPerHour).toBeCloseTo(1_900)
  expect(worth.fuelCentsPerHour).toBeCloseTo(226.19, 1)
})
test('unknown stays unknown', () => {
  const { worth } = judge({
    shipLoadKw: null,
    generatorLoadKw: null,
    worth: { fuel: fuel({ dieselCentsPerLitre: null }), market: null },
  })
  expect(worth).toMatchObject({
    costCentsPerKwh: null,
    earnsCentsPerKwh: null,
    marketAgeMs: null,
    gramsPerHour: null,
    fuelCentsPerHour: null,
    minimum: null,
  })
})
test('a miner that was never seen to mine runs until it was', () =>
  expect(restingOf({ devices: [inPhase('running', { id: 'new', ghPerJoule: null })] })).toEqual([]))

test('older figures have to exceed the fuel by more', () => {
  // The efficient one earns 6.53 cents; its fuel costs 6.2.
  const at = (ageMs: number) =>
    restingOf({
      worth: { fuel: fuel({ dieselCentsPerLitre: 27.4 }), market: market({ ageMs }) },
      devices: [inPhase('running', { id: 'good', ghPerJoule: efficient })],
    })
  expect(at(dayMs)).toEqual([])
  expect(at(2.5 * dayMs)).toEqual(['good'])
})

test('a miner that rests comes back only for five percent more, and not within ten minutes of the judgement', () => {
  const only = { devices: [inPhase('running', { id: 'good', ghPerJoule: efficient })] }
  const priced = (dieselCentsPerLitre: number) => ({
    ...only,
    worth: { fuel: fuel({ dieselCentsPerLitre }), market: market() },
  })
  const first = judge(priced(30))
  expect([...first.resting]).toEqual(['good'])
  // It now earns two percent more than its fuel, then ten.
  expect(restingOf(priced(28.2), first.state)).toEqual(['good'])
  expect(restingOf(priced(26), first.state)).toEqual([])
  const kept = judge({ ...priced(30), shipLoadKw: 70, now: 599_000 }, first.state)
  expect(kept.state.judgedAt).toBe(0)
  expect(judge({ ...priced(30), now: 600_000 }, first.state).state.judgedAt).toBe(600_000)
})

describe('the least load of a set', () => {
  const waste = fuel({ mine: 'only-wasted', minimumLoadPercent: 30 })
  const miners = (phase: 'running' | 'asleep', ids: string[]) =>
    ids.map((id) => inPhase(phase, { id, measuredPowerWatts: phase === 'asleep' ? 0 : 5_000 }))
  /** Judges once a second with the same loads; what rests at the end. */
  function after(seconds: number, over: Over, before: WorthState = newWorth, from = 0) {
    let last = judge({ worth: { fuel: waste, market: null }, ...over, now: from }, before)
    for (let second = 1; second <= seconds; second++)
      last = judge({ worth: { fuel: waste, market: null }, ...over, now: from + second * 1_000 }, last.state)
    return last
  }
  test('as many miners as are missing, and no more, once it is missing for two minutes', () => {
    const over = {
      shipLoadKw: 18,
      generatorLoadKw: 18,
      devices: miners('asleep', ['a', 'b', 'c', 'd', 'e']),
    }
    expect(after(60, over).resting.size).toBe(5)
    expect(after(130, over).resting.size).toBe(2)
    expect(after(130, over).worth).toMatchObject({ minimum: 'below', reason: 'only-wasted' })
  })
  test('a ship that takes more for a moment sends none to rest; one that keeps taking more does', () => {
    const running = [...miners('running', ['a', 'b', 'c']), ...miners('asleep', ['d'])]
    const steady = after(400, { shipLoadKw: 18, generatorLoadKw: 33, devices: running })
    expect([...steady.resting]).toEqual(['d'])
    expect(steady.worth.minimum).toBe('held')
    const busy = { shipLoadKw: 29, generatorLoadKw: 44, devices: running }
    expect([...after(120, busy, steady.state, 401_000).resting]).toEqual(['d'])
    expect(after(420, busy, steady.state, 401_000).resting.size).toBe(3)
  })
  test('counts as held only where the ship alone has less', () => {
    const one = (shipLoadKw: number, generatorLoadKw: number) =>
      judge({ worth: { fuel: waste, market: null }, shipLoadKw, generatorLoadKw }).worth.minimum
    expect([one(40, 50), one(20, 30), one(20, 24)]).toEqual(['own', 'held', 'below'])
  })
  test('miners that pay run as well, and count towards it', () => {
    const paying = fuel({ dieselCentsPerLitre: 20, minimumLoadPercent: 30 })
    const judged = after(130, {
      worth: { fuel: paying, market: market() },
      shipLoadKw: 22,
      generatorLoadKw: 27,
      devices: [
        inPhase('running', { id: 'good', ghPerJoule: efficient, revenuePerKwh: efficient }),
        ...['x', 'y'].map((id) =>
          inPhase('asleep', { id, ghPerJoule: thirsty, revenuePerKwh: thirsty, measuredPowerWatts: 0 }),
        ),
      ],
    })
    expect(judged.resting.size).toBe(1)
  })
})

describe('the law with it', () => {
  /** A day of minutes by a law whose miners obey at once. */
  function run(worth: NonNullable<LawInput['worth']>, ship: (second: number) => number, seconds: number) {
    let state = newLawState(0)
    const modes = new Map(['a', 'b', 'c', 'd'].map((id) => [id, 'normal' as 'normal' | 'asleep']))
    let last: Decision | null = null
    let switches = 0
    for (let second = 0; second <= seconds; second++) {
      const now = second * 1_000
      const mining = [...modes.values()].filter((mode) => mode === 'normal').length * 5
      const devices = [...modes].map(([id, mode]) =>
        aDevice({
          id,
          mode,
          isHashing: mode === 'normal',
          measuredPowerWatts: mode === 'normal' ? 5_000 : 0,
          ghPerJoule: efficient,
          observedAt: now,
        }),
      )
      const reading = aReading({ generatorLoadKw: ship(second) + mining, arrivedAt: now })
      last = decide(
        state,
        { settings: defaultSettings(100), reading, devices, failures: [], worth },
        { now, minuteOfDay: 0 },
      )
      state = last.state
      for (const { deviceId, command } of last.actions) {
        switches += 1
        modes.set(deviceId, command === 'sleep' ? 'asleep' : 'normal')
      }
    }
    return { modes: [...modes.values()], last: last as Decision, switches }
  }
  test('everything rests where nothing pays, without an overload, and comes back when it does', () => {
    const { modes, last, switches } = run({ fuel: fuel(), market: market() }, () => 20, 1_200)
    expect(modes).toEqual(['asleep', 'asleep', 'asleep', 'asleep'])
    expect(switches).toBe(4)
    expect(last.explanation).toMatchObject({
      activity: 'steady',
      offReason: null,
      restingKw: 20,
      curtailedKw: 0,
      worth: { reason: 'not-worth' },
    })
    expect(last.state.overloads).toEqual([])
    const cheap = run({ fuel: fuel({ dieselCentsPerLitre: 1 }), market: market() }, () => 20, 1_200)
    expect(cheap.modes).toEqual(['normal', 'normal', 'normal', 'normal'])
    expect(cheap.last.explanation.restingKw).toBe(0)
  })
  test('a set is kept at its least load with few switches while the ship moves around it', () => {
    const { modes, last, switches } = run(
      { fuel: fuel({ mine: 'only-wasted', minimumLoadPercent: 30 }), market: null },
      (second) => 22 + 1.5 * Math.sin(second / 30),
      7_200,
    )
    expect(modes.filter((mode) => mode === 'normal')).toHaveLength(2)
    expect(last.explanation.worth.minimum).toBe('held')
    expect(switches).toBeLessThan(8)
  })
})
