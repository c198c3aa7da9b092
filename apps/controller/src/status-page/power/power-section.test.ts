import { expect, test } from 'vitest'
import type { PowerStatus } from '../status.ts'
import { powerSection } from './power-section.ts'
import { powerTexts } from './power-texts.ts'

const well: PowerStatus = {
  isSetUp: true,
  masterStop: false,
  state: 'free',
  capacityKw: 100,
  limitKw: 85,
  generatorLoadKw: 40,
  shipLoadKw: 20,
  miningKw: 20,
  meanLoadPercent: 64.6,
  meanLimitPercent: 70,
  headroomKw: 10,
  curtailedKw: 0,
  worth: null,
  loadAgeMs: 100,
  warnings: [],
  asleep: 0,
  devices: 4,
  sets: [],
  sources: [],
  panelCheck: null,
  publishers: [],
  heartbeat: { beating: true, stop: null, failures: [] },
}
const rowOf = (power: Partial<PowerStatus>, name: string) =>
  powerSection({ ...well, ...power }, 'en', {
    row: (term, text, tone) => `[${term}|${text}|${tone ?? ''}]`,
    escapeHtml: (text) => text,
    kilowatts: (kw) => `${kw} kW`,
    age: String,
  }).match(new RegExp(`\\[${name}\\|(.*?)\\]`))?.[1]
const stateOf = (power: Partial<PowerStatus>) => rowOf(power, 'State')
const { states, stops, warnings } = powerTexts.en

test('all is well', () => expect(stateOf({})).toBe(`${states.free}|good`))
test.each(['overload', 'locked'] as const)('a contactor that is open (%s) is never "room enough"', (stop) =>
  expect(stateOf({ heartbeat: { beating: false, stop, failures: [] } })).toBe(`${stops[stop]}|bad`),
)
test('nor are miners that hang', () =>
  expect(stateOf({ warnings: ['disobedient'] })).toBe(`${warnings.disobedient}|bad`))

test('the mean of the running hours stands beside what the rating allows', () => {
  const name = powerTexts.en.meanLoad
  expect(rowOf({}, name)).toBe('65 % of the rating, at most 70 %|')
  expect(rowOf({ meanLimitPercent: null }, name)).toBe('65 % of the rating|')
  expect(rowOf({ meanLoadPercent: null }, name)).toBeUndefined()
})

test('a set whose signal is not known says that it does not count', () => {
  const sets = [
    { name: 'SB', capacityKw: 100, isRunning: true },
    { name: 'BB', capacityKw: 80, isRunning: null },
  ]
  expect(rowOf({ sets }, 'Set SB')).toBe('100 kW: feeds the ship|')
  expect(rowOf({ sets }, 'Set BB')).toBe('80 kW: signal unknown, so it does not count|bad')
})

test('fuel stands against earnings, and what is not known is not shown as nothing', () => {
  const worth = {
    reason: null,
    costCentsPerKwh: 22.6,
    earnsCentsPerKwh: 4.95,
    marketAgeMs: 60_000,
    minimum: 'held' as const,
    gramsPerHour: null,
    fuelCentsPerHour: null,
  }
  expect(rowOf({ worth }, 'Fuel')).toBe('one kWh more costs €0.226 and earns €0.050|')
  expect(rowOf({ worth }, 'Minimum load')).toBe('miners keep the set at its minimum load|')
  expect(rowOf({ worth: { ...worth, earnsCentsPerKwh: null } }, 'Fuel')).toContain('not known')
  expect(rowOf({ worth: { ...worth, costCentsPerKwh: null } }, 'Fuel')).toBeUndefined()
  expect(rowOf({ worth: { ...worth, minimum: 'below' } }, 'Minimum load')).toContain('|bad')
})
