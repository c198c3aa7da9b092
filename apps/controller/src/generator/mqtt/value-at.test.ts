import { expect, test } from 'vitest'
import { valueAt } from './value-at.ts'

test.each<[string, string, number | null]>([
  ['41200', '', 41_200],
  [' -12.5\n', '', -12.5],
  ['4.12e4', '', 41_200],
  ['', '', null],
  ['on', '', null],
  ['12 kW', '', null],
  ['0x10', '', null],
  ['{"value":41200}', 'value', 41_200],
  ['{"value":null}', 'value', null],
  ['{"value":"41.2"}', 'value', 41.2],
  ['{"value":true}', 'value', null],
  ['{"value":""}', 'value', null],
  ['{"ENERGY":{"Power":[1,2.5,3]}}', 'ENERGY.Power[1]', 2.5],
  ['{"ENERGY":{"Power":[1,2.5,3]}}', '$.ENERGY.Power.2', 3],
  ['{"ENERGY":{"Power":[1]}}', 'ENERGY.Power[1]', null],
  ['{"ENERGY":1}', 'ENERGY.Power', null],
  ['{"a":1}', 'toString.length', null],
  ['[7]', '[0]', 7],
  ['{"a":', 'a', null],
  ['1e999', '', null],
])('%j at %j is %j', (text, path, expected) => expect(valueAt(text, path)).toBe(expected))
