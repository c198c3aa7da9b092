import { expect, test } from 'vitest'
import { addSums, noSums, sumsOfSample } from './telemetry-sums.ts'

const sample = {
  periodSeconds: 30,
  state: 'mining',
  hashrateGhs: 100_000,
  powerWatts: 3_000,
  temperatureDc: 615,
  accepted: 4,
  rejected: 1,
  stale: 0,
  difficultyMilli: 262_144_000,
}

test('a sample counts for the time it stands for', () => {
  expect(sumsOfSample(sample)).toEqual({
    n: 1,
    seconds: 30,
    miningSeconds: 30,
    hashrateSeconds: 30,
    hashGh: 3_000_000,
    blindHashGh: 0,
    powerSeconds: 30,
    energyJ: 90_000,
    tempMaxDc: 615,
    accepted: 4,
    rejected: 1,
    stale: 0,
    difficultyMilli: 262_144_000,
    difficultyN: 1,
  })
})

test('what is unknown adds no time, and never a zero value', () => {
  const unknown = sumsOfSample({
    ...sample,
    state: 'idle',
    hashrateGhs: null,
    powerWatts: null,
    temperatureDc: null,
    accepted: null,
    difficultyMilli: null,
  })
  expect(unknown).toMatchObject({
    miningSeconds: 0,
    hashrateSeconds: 0,
    powerSeconds: 0,
    accepted: null,
    tempMaxDc: null,
    difficultyN: 0,
  })
  expect(addSums(unknown, sumsOfSample(sample))).toMatchObject({
    n: 2,
    seconds: 60,
    hashrateSeconds: 30,
    hashGh: 3_000_000,
    accepted: 4,
    tempMaxDc: 615,
    difficultyN: 1,
  })
  expect(addSums(unknown, unknown)).toMatchObject({ accepted: null, tempMaxDc: null })
})

test('work that told no share difficulty is kept apart', () => {
  expect(sumsOfSample({ ...sample, difficultyMilli: null })).toMatchObject({
    hashGh: 3_000_000,
    blindHashGh: 3_000_000,
    difficultyMilli: 0,
  })
})

test('nothing added changes nothing', () => {
  expect(addSums(noSums, sumsOfSample(sample))).toEqual(sumsOfSample(sample))
})
