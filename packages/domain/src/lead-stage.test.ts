import { expect, test } from 'vitest'
import { isLeadAlive, leadStages, stageAfter } from './lead-stage.ts'

test('what happens to a lead takes it forward, never back', () => {
  expect(stageAfter('new', 'talking')).toBe('talking')
  expect(stageAfter('offered', 'talking')).toBe('offered')
  expect(stageAfter('talking', 'won')).toBe('won')
  expect(stageAfter('won', 'offered')).toBe('won')
})

test('a lost lead that is spoken to again is alive', () => {
  expect(stageAfter('lost', 'talking')).toBe('talking')
  expect(leadStages.filter(isLeadAlive)).toEqual(['new', 'talking', 'offered'])
})
