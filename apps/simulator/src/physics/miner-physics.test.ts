import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getModel, modelNames } from '../models/catalogue.ts'
import { advanceMiner, bootState, type MinerInputs, type MinerState, runningState } from './miner-physics.ts'
import { drawPersonality } from './personality.ts'
import { createRandom } from './random.ts'
import { expectedShares } from './shares.ts'

const START_MS = 1_760_000_000_000
const STEP_MS = 5000

function inputs(atMs: number, more: Partial<MinerInputs> = {}): MinerInputs {
  return {
    atMs,
    asleep: false,
    deadBoards: new Set(),
    pools: [
      { alive: true, difficulty: 524_288 },
      { alive: true, difficulty: 524_288 },
    ],
    extraHeatC: 0,
    ...more,
  }
}

function unit(modelName: (typeof modelNames)[number], seed: number) {
  const { hardware } = getModel(modelName)
  const personality = drawPersonality(hardware, createRandom(seed))
  const random = createRandom(seed + 1)
  const step = (state: MinerState, atMs: number, more?: Partial<MinerInputs>, dtMs = STEP_MS) =>
    advanceMiner(state, hardware, personality, inputs(atMs, more), dtMs, random)
  const boot = () => bootState(hardware, personality, { atMs: START_MS, poolCount: 2 })
  return { hardware, personality, random, step, boot }
}

const counters = (state: MinerState) => [
  state.terahashes,
  state.energyJoules,
  state.networkBlocks,
  ...state.hardwareErrors,
  ...state.pools.flatMap((pool) => [
    pool.accepted,
    pool.rejected,
    pool.stale,
    pool.difficultyAccepted,
    pool.difficultyRejected,
    pool.difficultyStale,
    pool.bestDifficulty,
    pool.getworks,
    pool.discarded,
    pool.lastShareAtMs ?? 0,
  ]),
]

describe('a miner', () => {
  test.each(modelNames)('%s starts slowly and then runs at its nominal figures', (modelName) => {
    for (const seed of [1, 2, 3]) {
      const { hardware, personality, step, boot } = unit(modelName, seed)
      let state = boot()
      let fullSpeedMs: number | null = null
      let sumThs = 0
      let sumWatts = 0
      let readings = 0
      for (let atMs = STEP_MS; atMs <= 4 * 3_600_000; atMs += STEP_MS) {
        state = step(state, START_MS + atMs)
        if (atMs < personality.bootMs) expect(state.rateThs).toBe(0)
        if (fullSpeedMs === null && state.rateThs > 0.95 * hardware.nominalThs) fullSpeedMs = atMs
        if (atMs > 3_600_000) {
          sumThs += state.rateThs
          sumWatts += state.powerWatts
          readings += 1
        }
      }
      expect(personality.rampMs).toBeGreaterThan(hardware.rampMs * 0.6)
      expect(fullSpeedMs).toBeGreaterThan(30_000)
      expect(fullSpeedMs).toBeLessThan(240_000)
      expect(Math.abs(sumThs / readings / hardware.nominalThs - 1)).toBeLessThan(0.03)
      expect(Math.abs(sumWatts / readings / hardware.nominalWatts - 1)).toBeLessThan(0.05)
      expect(Math.abs(state.averages.m30 / hardware.nominalThs - 1)).toBeLessThan(0.03)
      expect(Math.max(...state.thermal.chipC)).toBeLessThan(hardware.tripC - 5)
      expect(state.thermal.coolantOutC).toBeGreaterThan(state.thermal.coolantInC)
    }
  })

  test('readings vary as real ones do: some percent from one to the next', () => {
    const { hardware, step, boot } = unit('s19xp-hyd', 4)
    let state = boot()
    const rates: number[] = []
    for (let atMs = STEP_MS; atMs <= 3_600_000; atMs += STEP_MS) {
      state = step(state, START_MS + atMs)
      if (atMs > 600_000) rates.push(state.rateThs / hardware.nominalThs)
    }
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
    const deviation = Math.sqrt(rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / rates.length)
    expect(deviation).toBeGreaterThan(0.003)
    expect(deviation).toBeLessThan(0.03)
  })

  test('shares follow the work: their difficulty is the hashes done, within chance', () => {
    const { hardware, step, boot } = unit('s19xp-hyd', 5)
    let state = boot()
    for (let atMs = STEP_MS; atMs <= 24 * 3_600_000; atMs += STEP_MS) state = step(state, START_MS + atMs)
    const [pool] = state.pools
    if (!pool) throw new Error('no pool')
    const found = pool.accepted + pool.rejected + pool.stale
    const expected = expectedShares(state.terahashes, 524_288)
    expect(Math.abs(found - expected)).toBeLessThan(5 * Math.sqrt(expected))
    expect(pool.difficultyAccepted).toBe(pool.accepted * 524_288)
    expect(pool.rejected + pool.stale).toBeLessThan(found * 0.02)
    expect(state.terahashes).toBeCloseTo(hardware.nominalThs * 86_400, -6)
    expect(pool.bestDifficulty).toBeGreaterThan(524_288)
  })

  test('a state drawn in one go is like one that was lived through', () => {
    const ageMs = 12 * 3_600_000
    const { hardware, personality, random, step, boot } = unit('s19xp-hyd', 6)
    let lived = boot()
    for (let atMs = STEP_MS; atMs <= ageMs; atMs += STEP_MS) lived = step(lived, START_MS + atMs)
    const drawn = runningState(hardware, personality, inputs(START_MS + ageMs), ageMs, random)
    const ratio = (of: (state: MinerState) => number) => of(drawn) / of(lived)
    expect(ratio((state) => state.terahashes)).toBeCloseTo(1, 1)
    expect(ratio((state) => state.energyJoules)).toBeCloseTo(1, 1)
    expect(ratio((state) => state.pools[0]?.difficultyAccepted ?? 0)).toBeCloseTo(1, 1)
    expect(ratio((state) => state.rateThs)).toBeCloseTo(1, 0)
    expect(Math.abs(drawn.thermal.coolantOutC - lived.thermal.coolantOutC)).toBeLessThan(1.5)
    expect(Math.abs((drawn.thermal.chipC[0] ?? 0) - (lived.thermal.chipC[0] ?? 0))).toBeLessThan(3)
    expect(drawn.uptimeMs).toBe(lived.uptimeMs)
  })

  test('whatever happens, counters never go down and every figure is a sane number', () => {
    const event = fc.record({
      asleep: fc.boolean(),
      dead: fc.subarray([0, 1, 2]),
      pools: fc.constantFrom('all', 'second', 'none'),
      extraHeatC: fc.constantFrom(0, 0, 15, 60),
      steps: fc.integer({ min: 1, max: 40 }),
      dtMs: fc.constantFrom(1, 250, 5000, 60_000, 3_600_000),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...modelNames),
        fc.nat(),
        fc.array(event, { minLength: 1, maxLength: 8 }),
        (modelName, seed, events) => {
          const { hardware, step, boot } = unit(modelName, seed)
          let state = boot()
          let atMs = START_MS
          for (const { asleep, dead, pools, extraHeatC, steps, dtMs } of events) {
            for (let i = 0; i < steps; i++) {
              atMs += dtMs
              const before = state
              state = step(
                state,
                atMs,
                {
                  asleep,
                  deadBoards: new Set(dead),
                  extraHeatC,
                  pools: [
                    { alive: pools === 'all', difficulty: 524_288 },
                    { alive: pools !== 'none', difficulty: 524_288 },
                  ],
                },
                dtMs,
              )
              const earlier = counters(before)
              for (const [index, value] of counters(state).entries()) {
                expect(Number.isFinite(value)).toBe(true)
                expect(value).toBeGreaterThanOrEqual(earlier[index] ?? 0)
              }
              expect(state.rateThs).toBeGreaterThanOrEqual(0)
              expect(state.rateThs).toBeLessThan(hardware.nominalThs * 1.15)
              expect(state.powerWatts).toBeGreaterThan(0)
              expect(state.powerWatts).toBeLessThan(hardware.nominalWatts * 1.35)
              expect(state.energyJoules - before.energyJoules).toBeCloseTo(
                (state.powerWatts * dtMs) / 1000,
                3,
              )
              for (const chipC of state.thermal.chipC) {
                expect(chipC).toBeGreaterThan(10)
                expect(chipC).toBeLessThan(190)
              }
              if (asleep || pools === 'none') expect(state.rateThs).toBe(0)
              for (const board of dead) {
                if (board < hardware.boards) expect(state.boardThs[board]).toBe(0)
              }
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('sleeping takes standby power, waking ramps up again', () => {
    const { hardware, step, boot } = unit('s19xp-hyd', 8)
    let state = boot()
    let atMs = START_MS
    const run = (forMs: number, more: Partial<MinerInputs> = {}) => {
      for (let passed = 0; passed < forMs; passed += STEP_MS) {
        atMs += STEP_MS
        state = step(state, atMs, more)
      }
    }
    run(600_000)
    run(120_000, { asleep: true })
    expect(state.rateThs).toBe(0)
    expect(state.powerWatts).toBe(hardware.standbyWatts)
    run(10_000)
    expect(state.rateThs).toBeLessThan(hardware.nominalThs * 0.2)
    run(300_000)
    expect(state.rateThs).toBeGreaterThan(hardware.nominalThs * 0.9)
  })

  test('too hot a coolant stops the chips until they have cooled', () => {
    const { hardware, step, boot } = unit('s19xp-hyd', 9)
    let state = boot()
    let atMs = START_MS
    const run = (forMs: number, extraHeatC: number) => {
      for (let passed = 0; passed < forMs; passed += STEP_MS) {
        atMs += STEP_MS
        state = step(state, atMs, { extraHeatC })
      }
    }
    run(600_000, 0)
    run(600_000, 18)
    expect(state.tripped).toBe(false)
    expect(Math.max(...state.thermal.chipC)).toBeGreaterThan(72)
    run(1_800_000, 60)
    expect(state.tripped).toBe(true)
    expect(state.rateThs).toBe(0)
    run(3_600_000, 0)
    expect(state.tripped).toBe(false)
    expect(state.rateThs).toBeGreaterThan(hardware.nominalThs * 0.9)
  })

  test('when the first pool dies the second gets the work, and back', () => {
    const { step, boot } = unit('s19xp-hyd', 10)
    let state = boot()
    let atMs = START_MS
    const run = (firstAlive: boolean) => {
      for (let i = 0; i < 360; i++) {
        atMs += STEP_MS
        state = step(state, atMs, {
          pools: [
            { alive: firstAlive, difficulty: 524_288 },
            { alive: true, difficulty: 524_288 },
          ],
        })
      }
    }
    run(true)
    const first = state.pools[0]?.accepted ?? 0
    expect(first).toBeGreaterThan(0)
    expect(state.pools[1]?.accepted).toBe(0)
    run(false)
    expect(state.pools[0]?.accepted).toBe(first)
    expect(state.pools[1]?.accepted).toBeGreaterThan(0)
    expect(state.activePool).toBe(1)
    run(true)
    expect(state.activePool).toBe(0)
  })
})
