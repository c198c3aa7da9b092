import { RuleSettingsSchema } from '@shipminer/contract/power/rules'
import { expect, test } from 'vitest'
import { parseRules, type RulesForm, ruleReading, rulesForm } from './rules-form.ts'

const form = (over: Partial<RulesForm> = {}): RulesForm => ({ ...rulesForm(null), ...over })
const problems = (over: Partial<RulesForm>) => {
  const parsed = parseRules(form(over))
  return parsed.ok ? [] : [...parsed.problems]
}

test('nothing is on at first, and the usual numbers stand ready', () => {
  expect(parseRules(form())).toEqual({ ok: true, settings: { restart: null, coolDown: null } })
  expect(parseRules(form({ restarts: true, coolsDown: true }))).toEqual({
    ok: true,
    settings: { restart: { afterMinutes: 20, mostPerDay: 3 }, coolDown: { aboveC: 85 } },
  })
})

test('what was set comes back, and the contract takes it', () => {
  const settings = { restart: { afterMinutes: 240, mostPerDay: 1 }, coolDown: { aboveC: 70 } }
  const parsed = parseRules(rulesForm(settings))
  expect(parsed).toEqual({ ok: true, settings })
  expect(RuleSettingsSchema.parse(settings)).toEqual(settings)
})

test.each<[Partial<RulesForm>, string[]]>([
  [{ afterMinutes: '9' }, ['afterMinutes']],
  [{ afterMinutes: '241' }, ['afterMinutes']],
  [{ afterMinutes: '20,5' }, ['afterMinutes']],
  [{ afterMinutes: 'soon' }, ['afterMinutes']],
  [{ afterMinutes: '', mostPerDay: '7' }, ['afterMinutes', 'mostPerDay']],
  [{ aboveC: '69' }, ['aboveC']],
  [{ aboveC: '96' }, ['aboveC']],
  [{ aboveC: ' 95 ', mostPerDay: '6' }, []],
])('%j', (over, expected) => {
  expect(problems({ restarts: true, coolsDown: true, ...over })).toEqual(expected)
  // Of a rule that is off they do not matter.
  expect(problems(over)).toEqual([])
})

test('a reading is a rate or a temperature, in words of the language', () => {
  const nothing = { reason: null, hashrateGhs: null, temperatureDeciC: null, minutes: null, count: null }
  expect(ruleReading('nl', null)).toBe('')
  expect(ruleReading('nl', nothing)).toBe('')
  expect(ruleReading('nl', { ...nothing, hashrateGhs: 0 })).toMatch(/^0\s?[A-Z]?H\/s$/)
  expect(ruleReading('de', { ...nothing, temperatureDeciC: 913 })).toMatch(/°C$/)
})
