import { expect, test } from 'vitest'
import { createDeviceMemory } from './device-memory.ts'
import { failureOf } from './failure.ts'
import { identityKey } from './identity-key.ts'
import { createDrivers, driverByName, drivers } from './registry.ts'

test('drivers have their own names, and the generic one comes last', () => {
  const names = drivers.map((driver) => driver.name)
  expect(names).toEqual([
    'whatsminer-v3',
    'braiins',
    'vnish',
    'luxos',
    'whatsminer',
    'avalon',
    'sealminer',
    'antminer',
    'elphapex',
    'hammer',
    'proto',
    'auradine',
    'epic',
    'axeos',
    'cgminer',
  ])
  for (const name of names) expect(driverByName(name)?.name).toBe(name)
  expect(driverByName('toaster')).toBeNull()
  expect(driverByName('cgminer', createDrivers())).not.toBe(driverByName('cgminer'))
})

test.each([
  ['aa:bb:cc:dd:ee:ff', 'S1', 'mac:aa:bb:cc:dd:ee:ff'],
  [null, 'THQING0BDJAB024NF', 'serial:THQING0BDJAB024NF'],
  [null, 'with space\u0007é', 'serial:withspace'],
  [null, '0000', 'net:192.0.2.7:4028'],
  [null, '0x0', 'net:192.0.2.7:4028'],
  [null, '  ', 'net:192.0.2.7:4028'],
  [null, null, 'net:192.0.2.7:4028'],
])('identityKey(%j, %j) is %s', (mac, serial, key) => {
  expect(identityKey(mac, serial, { host: '192.0.2.7', port: 4028 })).toBe(key)
})

test.each([
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'no-route'],
  ['ENETUNREACH', 'no-route'],
  ['EMFILE', 'no-route'],
  ['ETIMEDOUT', 'timeout'],
  ['ECONNRESET', 'closed'],
  ['EPIPE', 'closed'],
  ['HPE_INVALID_CONSTANT', 'garbled'],
  ['HPE_INVALID_EOF_STATE', 'closed'],
  ['ESOMETHING', 'closed'],
])('%s is %s', (code, reason) => {
  expect(failureOf(Object.assign(new Error('x'), { code }))).toBe(reason)
})

test('memory keeps the devices met last', () => {
  const memory = createDeviceMemory(() => ({ polls: 0 }), 2)
  memory.of('a').polls = 1
  memory.of('b').polls = 2
  expect(memory.of('a').polls).toBe(1)
  memory.of('c').polls = 3
  expect(memory.of('a').polls).toBe(1)
  expect(memory.of('b').polls).toBe(0)
})
