import fc from 'fast-check'
import { expect, test } from 'vitest'
import { devicePhases } from '../devices/device-phase.ts'
import { inPhase } from '../devices/test-devices.ts'
import { estimateShipLoadKw } from './ship-load.ts'

const start = { target: 'normal', at: 0, dueAt: 60_000 } as const
const starting = inPhase('starting', { measuredPowerWatts: 0, observedAt: 1 }, start)

test('is the generator load less the measured mining load', () =>
  expect(
    estimateShipLoadKw({ generatorLoadKw: 42, previousKw: 30, targetKw: 80, devices: [inPhase('running')] }),
  ).toBe(37))

test('a rise that a start explains is the start', () =>
  expect(estimateShipLoadKw({ generatorLoadKw: 44, previousKw: 40, targetKw: 80, devices: [starting] })).toBe(
    40,
  ))

test('a rise that a start cannot explain is the ship', () =>
  expect(estimateShipLoadKw({ generatorLoadKw: 49, previousKw: 40, targetKw: 80, devices: [starting] })).toBe(
    44,
  ))

test('above the target nothing is explained away', () =>
  expect(estimateShipLoadKw({ generatorLoadKw: 49, previousKw: 40, targetKw: 48, devices: [starting] })).toBe(
    49,
  ))

test('a fall that a stop explains is the stop, and more is the ship', () => {
  const devices = [inPhase('stopping')]
  expect(estimateShipLoadKw({ generatorLoadKw: 40, previousKw: 40, targetKw: 80, devices })).toBe(40)
  expect(estimateShipLoadKw({ generatorLoadKw: 38, previousKw: 40, targetKw: 80, devices })).toBe(38)
})

test('is never below zero, and always within what the miners leave', () => {
  const one = fc.record({ phase: fc.constantFrom(...devicePhases), watts: fc.option(fc.nat(6_000)) })
  fc.assert(
    fc.property(
      fc.nat(100),
      fc.option(fc.nat(100)),
      fc.array(one, { maxLength: 8 }),
      (load, previous, list) => {
        const devices = list.map(({ phase, watts }) => inPhase(phase, { measuredPowerWatts: watts }))
        const kw = estimateShipLoadKw({ generatorLoadKw: load, previousKw: previous, targetKw: 60, devices })
        expect(kw).toBeGreaterThanOrEqual(0)
        expect(kw).toBeLessThanOrEqual(load)
      },
    ),
  )
})
