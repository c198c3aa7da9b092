import { expect, test } from 'vitest'
import { vnishReading } from './vnish-reading.ts'

const miner = {
  miner_status: { miner_state: 'mining', miner_state_time: 60 },
  hr_realtime: 257_000,
  chip_temp: { min: 50, max: 58 },
}
const waterIn = (chain: object, partial = false) => {
  const chains = [chain, { inlet_water_temp: 0, outlet_water_temp: 0 }]
  const reading = vnishReading({ miner: { ...miner, chains } }, 'GH/s', partial)
  return [reading?.inletTemperatureC, reading?.outletTemperatureC, reading?.temperatureC]
}

test('the water of a hydro unit is what the firmware names, and no sensor is no figure', () => {
  expect(waterIn({ inlet_water_temp: 32, outlet_water_temp: 41 })).toEqual([32, 41, 58])
  expect(waterIn({ inlet_water_temp: 32, outlet_water_temp: 0 })).toEqual([32, null, 58])
  expect(waterIn({})).toEqual([null, null, 58])
  expect(waterIn({ inlet_water_temp: 32, outlet_water_temp: 41 }, true)).toEqual([null, null, null])
})
