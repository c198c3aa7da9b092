import type { Explanation } from '@shipminer/domain/generator/explanation'
import { defaultSettings } from '@shipminer/domain/generator/follower-settings'
import { unknownWorth } from '@shipminer/domain/generator/proof/worth'
import { describe, expect, test } from 'vitest'
import { powerTexts } from '../../status-page/power/power-texts.ts'
import { LANGUAGES } from '../../status-page/texts.ts'
import { powerAlarms, unreadableOf } from './power-alarms.ts'
import { figuresForShip } from './ship-power.ts'

const well: Explanation = {
  activity: 'steady',
  offReason: null,
  limitKw: 85,
  generatorLoadKw: 50.04,
  shipLoadKw: 17,
  miningKw: 33,
  allowedKw: 58,
  headroomKw: 25,
  overKw: 0,
  meanLoadPercent: 40,
  fleetKw: 33,
  curtailedKw: 0,
  curtailedRevenuePerKwh: null,
  restingKw: 0,
  worth: unknownWorth,
  loadAgeMs: 200,
  requiredReserveKw: 8,
  warnings: [],
}
const contactor = { phase: 'closed', heat: 0, behindKw: 0, openings: 0 } as const
const told = (
  over: Partial<Explanation>,
  phase: 'closed' | 'open' | 'locked' = 'closed',
  hasContactor = true,
) =>
  figuresForShip(
    {
      explanation: { ...well, ...over },
      settings: defaultSettings(100),
      contactor: { ...contactor, phase },
    },
    { asleep: 1, devices: 6 },
    { language: 'en', hasContactor },
  )
const names = (...given: Parameters<typeof told>) => told(...given)?.alarms.map(({ name }) => name)

test('nothing is told where nothing is followed', () =>
  expect(
    figuresForShip(
      { explanation: null, settings: null, contactor },
      { asleep: 0, devices: 0 },
      { language: 'nl', hasContactor: true },
    ),
  ).toBeNull())
test('figures are watts, and unknown is null', () => {
  expect(told({})).toMatchObject({
    state: 'free',
    miningWatts: 33_000,
    generatorWatts: 50_040,
    reserveWatts: 10_000,
    requiredReserveWatts: 8_000,
    minersAsleep: 1,
    alarms: [],
  })
  expect(told({ generatorLoadKw: null, miningKw: null })).toMatchObject({
    generatorWatts: null,
    miningWatts: null,
  })
})

describe('an alarm', () => {
  test('says that the contactor opened, where there is one and nobody ordered it', () => {
    expect(names({}, 'open')).toEqual(['contactorOpen'])
    expect(names({ activity: 'off', offReason: 'load-unknown' }, 'open')).toEqual(['loadUnknown'])
    expect(names({ activity: 'off', offReason: 'quiet-hours' }, 'open')).toEqual([])
    expect(names({ activity: 'off', offReason: 'master-stop' }, 'locked')).toEqual(['contactorOpen'])
    expect(names({}, 'open', false)).toEqual([])
  })
  test('says that the load is unknown, but not while the first reading is waited for', () => {
    expect(names({ activity: 'off', offReason: 'meter-contradicted' })).toEqual(['loadUnknown'])
    expect(names({ activity: 'waiting' })).toEqual([])
  })
  test('says that miners gave way, and what else is wrong', () =>
    expect(
      told({
        curtailedKw: 11,
        warnings: [
          { code: 'disobedient', deviceIds: ['a'] },
          { code: 'mean-load' },
          { code: 'reserve-too-low', requiredKw: 20 },
        ],
      })?.alarms.map(({ name, level }) => `${name} ${level}`),
    ).toEqual(['disobedient warn', 'reserveTooLow warn', 'gaveWay warn']))
  test.each(LANGUAGES)('has its sentence in %s', (language) => {
    const figures = figuresForShip(
      {
        explanation: { ...well, warnings: [{ code: 'low-frequency' }, { code: 'low-voltage' }] },
        settings: null,
        contactor: { ...contactor, phase: 'locked' },
      },
      { asleep: 0, devices: 0 },
      { language, hasContactor: true },
    )
    expect(figures?.alarms.map(({ message }) => message)).toEqual([
      powerTexts[language].stops.locked,
      powerTexts[language].warnings['low-frequency'],
      powerTexts[language].warnings['low-voltage'],
    ])
  })
})

test('what could not be read is an alarm for a person, also where nothing is followed', () => {
  const lost = ['settings-lost', 'check-lost'] as const
  expect(powerAlarms(null, { phase: 'closed' }, false, lost)).toEqual(
    lost.map((code) => ({ code, level: 'alarm', needsPerson: true })),
  )
})

test('shore is told what could not be read, and not of a meter that is doubted as if that were a file', () => {
  expect(unreadableOf(['check-lost', 'settings-lost'])).toEqual(['settings', 'check'])
  expect(unreadableOf(['settings-lost', 'meter-doubted'])).toEqual(['settings'])
  expect(unreadableOf(['meter-doubted'])).toEqual([])
})
