import { expect, test } from 'vitest'
import { powerSection } from './power-section.ts'
import { powerTexts } from './power-texts.ts'
import type { PowerStatus } from './status.ts'

const well: PowerStatus = {
  isSetUp: true,
  masterStop: false,
  state: 'free',
  capacityKw: 100,
  limitKw: 85,
  generatorLoadKw: 40,
  shipLoadKw: 20,
  miningKw: 20,
  headroomKw: 10,
  curtailedKw: 0,
  loadAgeMs: 100,
  warnings: [],
  asleep: 0,
  devices: 4,
  sources: [],
  heartbeat: { beating: true, stop: null, failures: [] },
}
const stateOf = (power: Partial<PowerStatus>) =>
  powerSection({ ...well, ...power }, 'en', {
    row: (term, text, tone) => `[${term}|${text}|${tone ?? ''}]`,
    escapeHtml: (text) => text,
    kilowatts: (kw) => `${kw} kW`,
    age: String,
  }).match(/\[State\|(.*?)\]/)?.[1]
const { states, stops, warnings } = powerTexts.en

test('all is well', () => expect(stateOf({})).toBe(`${states.free}|good`))
test.each(['overload', 'locked'] as const)('a contactor that is open (%s) is never "room enough"', (stop) =>
  expect(stateOf({ heartbeat: { beating: false, stop, failures: [] } })).toBe(`${stops[stop]}|bad`),
)
test('nor are miners that hang', () =>
  expect(stateOf({ warnings: ['disobedient'] })).toBe(`${warnings.disobedient}|bad`))
