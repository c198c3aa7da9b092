import { expect, test } from 'vitest'
import { parseSerial, readSerials } from './serials.ts'

test.each([
  [' sm21-00042 ', 'SM21-00042'],
  ['ABC', 'ABC'],
  ['2411/0203.b', '2411/0203.B'],
  ['AB', null],
  ['-AB1', null],
  ['AB1-', null],
  ['A B', null],
  ['Ä12', null],
  ['https://x', null],
  ['A'.repeat(40), 'A'.repeat(40)],
  ['A'.repeat(41), null],
])('%j is the serial number %j', (text, serial) => {
  expect(parseSerial(text)).toBe(serial)
})

test('a scanner or a person may separate them as they like, and scan one twice', () => {
  expect(readSerials('sm-001\r\nSM-002,sm-003; sm-001\t\n\n')).toEqual({
    serials: ['SM-001', 'SM-002', 'SM-003'],
    wrong: [],
  })
  expect(readSerials('sm-001 ? sm_')).toEqual({ serials: ['SM-001'], wrong: ['?', 'sm_'] })
  expect(readSerials('')).toEqual({ serials: [], wrong: [] })
})
