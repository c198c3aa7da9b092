import { describe, expect, test } from 'vitest'
import type { PowerStatus } from '../status.ts'
import { LANGUAGES } from '../texts.ts'
import { powerState } from './power-state.ts'
import { powerTexts } from './power-texts.ts'

const t = powerTexts.en
const said = (
  over: Partial<Pick<PowerStatus, 'state' | 'isSetUp' | 'masterStop' | 'warnings' | 'asleep' | 'miningKw'>>,
  stop: string | null = null,
) =>
  powerState(
    {
      isSetUp: true,
      masterStop: false,
      state: 'free',
      capacityKw: 100,
      limitKw: 85,
      generatorLoadKw: 40,
      shipLoadKw: 20,
      miningKw: 20,
      meanLoadPercent: null,
      meanLimitPercent: null,
      headroomKw: 10,
      curtailedKw: 0,
      worth: null,
      loadAgeMs: 100,
      warnings: [],
      asleep: 4,
      devices: 4,
      sets: [],
      sources: [],
      panelCheck: null,
      publishers: [],
      heartbeat: { beating: stop === null, stop, failures: [] },
      ...over,
    },
    t,
  )

test('all is well, and only then', () => expect(said({})).toEqual({ text: t.states.free, tone: 'good' }))
describe.each([
  'cannot-shed-enough',
  'disobedient',
  'not-reachable',
  'low-frequency',
  'low-voltage',
  'repeated-overload',
])('with %s', (code) => {
  test.each(['free', 'holding', 'restoring'] as const)('it is never "%s"', (state) => {
    const { text, tone } = said({ state, warnings: [code] })
    expect(text).toBe(t.warnings[code])
    expect(tone).toBe('bad')
  })
  test.each(['curtailed', 'load-unknown', 'master-stop', 'quiet-hours', 'shore-power'] as const)(
    'what was ordered (%s) is not hidden either',
    (state) => {
      const { text, tone } = said({ state, warnings: [code], masterStop: state === 'master-stop' })
      expect(text).toBe(`${t.states[state]}. ${t.warnings[code]}`)
      expect(tone).toBe('bad')
    },
  )
})
test.each(['overload', 'locked'])('a contactor that is open (%s) stands before all', (stop) => {
  expect(said({}, stop).text).toBe(t.stops[stop])
  expect(said({ warnings: ['disobedient'] }, stop).text).toContain(t.warnings.disobedient)
})
test('giving way is no fault, an unknown load is', () => {
  expect(said({ state: 'curtailed', warnings: ['reserve-too-low', 'mean-load'] })).toEqual({
    text: t.states.curtailed,
    tone: 'watch',
  })
  expect(said({ state: 'load-unknown' }).tone).toBe('bad')
  expect(said({ state: null }).tone).toBe('bad')
})
test('an order is not its end: it says how many sleep while others still draw power', () => {
  const { text } = said({ state: 'master-stop', masterStop: true, asleep: 1 })
  expect(text).toBe(`${t.states['master-stop']}. ${t.asleep(1, 4)}`)
  expect(said({ state: 'load-unknown', asleep: 1, miningKw: null }).text).toBe(t.states['load-unknown'])
  expect(said({ state: 'quiet-hours', asleep: 1, miningKw: 0.2 }).text).toBe(t.states['quiet-hours'])
})
test('settings that could not be read are said beside the stop that follows from them', () =>
  expect(said({ state: 'master-stop', masterStop: true, warnings: ['settings-lost'] })).toEqual({
    text: `${t.states['master-stop']}. ${t.warnings['settings-lost']}`,
    tone: 'bad',
  }))
test('where nothing is set up it says so, and a stop counts all the same', () => {
  expect(said({ isSetUp: false, state: null }).text).toBe(t.notSetUp)
  expect(said({ isSetUp: false, masterStop: true, state: 'master-stop' }).text).toBe(t.states['master-stop'])
})
test.each(LANGUAGES)('every warning and stop has its sentence in %s', (language) => {
  const own = powerTexts[language]
  for (const code of [
    'settings-lost',
    'check-lost',
    'meter-doubted',
    'cannot-shed-enough',
    'disobedient',
    'not-reachable',
    'low-frequency',
    'low-voltage',
    'repeated-overload',
  ])
    expect(own.warnings[code]).toBeTruthy()
  for (const stop of ['overload', 'locked']) expect(own.stops[stop]).toBeTruthy()
})
