import { describe, expect, test } from 'vitest'
import { recognise } from './recognise.ts'
import { buildIdentity } from './test-readings.ts'

const byMac = buildIdentity()
const bySerial = buildIdentity({ key: 'serial:ABC', macAddress: null, serial: 'ABC' })
const byAddress = buildIdentity({ key: 'net:192.168.1.10:4028', macAddress: null })

describe('recognition', () => {
  test.each([
    ['the same MAC', byMac, byMac, 'same'],
    ['an answer without a MAC', byMac, byAddress, 'same'],
    ['another MAC', byMac, buildIdentity({ key: byMac.key, macAddress: '02:00:00:00:00:02' }), 'replaced'],
    ['a serial where the MAC is known', byMac, bySerial, 'same'],
    [
      'another serial',
      bySerial,
      buildIdentity({ key: 'serial:XYZ', macAddress: null, serial: 'XYZ' }),
      'replaced',
    ],
    ['the same serial, now with its MAC', bySerial, buildIdentity({ serial: 'ABC' }), 'same'],
    [
      'a serial that was made too long, where another is known',
      buildIdentity({ serial: 'ABC' }),
      buildIdentity({ key: byAddress.key, macAddress: null, serial: `ABC${'x'.repeat(117)}` }),
      'same',
    ],
    ['a name where only the address was known', byAddress, byMac, 'named'],
    ['nothing new', byAddress, byAddress, 'same'],
  ])('%s', (_, known, answered, expected) => {
    expect(recognise(known, answered)).toBe(expected)
  })
})
