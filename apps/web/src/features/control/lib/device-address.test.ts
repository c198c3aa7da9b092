import { expect, test } from 'vitest'
import { checkAddress } from './device-address.ts'

test.each([
  ['192.168.1.50', '4028', { ok: true, address: { ipAddress: '192.168.1.50', port: 4028 } }],
  [' 10.0.0.1 ', ' 80 ', { ok: true, address: { ipAddress: '10.0.0.1', port: 80 } }],
  ['8.8.8.8', '4028', { ok: false, problem: 'ip' }],
  ['ship.local', '4028', { ok: false, problem: 'ip' }],
  ['192.168.1.50', '0', { ok: false, problem: 'port' }],
  ['192.168.1.50', '65536', { ok: false, problem: 'port' }],
  ['192.168.1.50', '40a', { ok: false, problem: 'port' }],
])('%s port %s', (ipAddress, port, wanted) => {
  expect(checkAddress({ ipAddress, port })).toEqual(wanted)
})
