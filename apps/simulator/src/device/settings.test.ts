import { expect, test } from 'vitest'
import { models } from '../models/catalogue.ts'
import { initialSettings, speedOf } from './settings.ts'

const { hardware } = models['whatsminer-m50s']
const settings = initialSettings([])

test.each([
  [{}, 1],
  [{ workMode: 'low' }, 0.7],
  [{ powerPercent: 50 }, 0.5],
  [{ powerPercent: 150 }, 1],
  [{ powerLimitWatts: hardware.nominalWatts }, 1],
  [{ powerLimitWatts: hardware.standbyWatts }, 0],
  [{ powerLimitWatts: 10 }, 0],
  [{ powerLimitWatts: 100_000, powerPercent: 60 }, 0.6],
] as const)('%o runs at %d of the speed', (change, speed) => {
  expect(speedOf({ ...settings, ...change }, hardware)).toBeCloseTo(speed, 6)
})

test('power follows the limit', () => {
  const speed = speedOf({ ...settings, powerLimitWatts: 2000 }, hardware)
  const watts = hardware.standbyWatts + speed * (hardware.nominalWatts - hardware.standbyWatts)
  expect(watts).toBeCloseTo(2000, 6)
})
