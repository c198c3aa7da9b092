import { expect, test } from 'vitest'
import { createTextReader } from './texts.ts'

const read = createTextReader({
  nl: { hello: 'Dag {{name}}, {{name}}', day: 'Op {{date}}' },
  en: { hello: 'Hello {{name}}', day: 'On {{date}}', only: 'Only here' },
  de: {},
  ro: {},
})

test.each([
  ['nl', 'hello', { name: 'Jan' }, 'Dag Jan, Jan'],
  ['de', 'hello', { name: 'Jan' }, 'Hello Jan'],
  ['nl', 'only', {}, 'Only here'],
  ['nl', 'day', {}, 'Op {{date}}'],
  ['nl', 'hello', { name: '{{date}}' }, 'Dag {{date}}, {{date}}'],
] as const)('%s %s with %j is %s', (language, key, values, text) => {
  expect(read(language, key, values)).toBe(text)
})

test('a text that nobody has is its key', () => {
  expect(read('ro', 'tomorrow' as 'day')).toBe('tomorrow')
})
