import type { PowerSettings } from '@shipminer/contract/power/environment'
import { PowerSettingsSchema } from '@shipminer/contract/power/environment'
import { expect, test } from 'vitest'
import { moveEntry, parseSettings, settingsDifferences, settingsForm } from './settings-form.ts'

const settings: PowerSettings = {
  capacityKw: 60,
  limitPercent: 85,
  reserveKw: 5.5,
  holdSeconds: 300,
  order: ['3', '1'],
  quietHours: [{ from: '22:00', to: '06:00' }],
  shoreCapacityKw: null,
  batteryCapacityKw: 10,
}

test('what is set comes back as it was', () => {
  expect(parseSettings(settingsForm(settings, 100, String))).toEqual({ ok: true, settings })
})

test('a ship that never had settings begins with careful ones the contract takes', () => {
  const parsed = parseSettings(settingsForm(null, 60, String))
  expect(parsed.ok && PowerSettingsSchema.parse(parsed.settings)).toMatchObject({
    capacityKw: 60,
    limitPercent: 85,
    reserveKw: 6,
    shoreCapacityKw: null,
  })
  expect(parseSettings(settingsForm(null, null, String))).toEqual({
    ok: false,
    problems: new Set(['capacityKw']),
  })
})

test('every wrong field is named', () => {
  const form = {
    ...settingsForm(settings, 60, String),
    capacityKw: 'much',
    limitPercent: '101',
    holdSeconds: '29',
    shoreCapacityKw: '0',
  }
  expect(parseSettings(form)).toEqual({
    ok: false,
    problems: new Set(['capacityKw', 'limitPercent', 'holdSeconds', 'shoreCapacityKw']),
  })
})

test('an entry moves, and never out of the list', () => {
  expect(moveEntry(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveEntry(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moveEntry(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moveEntry(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})

test('limits on board that win are named', () => {
  expect(settingsDifferences(settings, settings)).toEqual([])
  expect(settingsDifferences(settings, { ...settings, limitPercent: 70, order: ['1', '3'] })).toEqual([
    'limitPercent',
    'order',
  ])
})
