import { expect, test } from 'vitest'
import { SecretKey } from '../secret-key/secret-key.ts'
import { clientHash, clientKey, networkKey } from './client-key.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is the client %s', (ip, client) => expect(clientKey(ip)).toBe(client))

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['192.0.2.1', null],
  ['::ffff:192.0.2.1', null],
])('%s is in the network %s', (ip, network) => expect(networkKey(ip)).toBe(network))

test('a client is kept as a keyed hash', () => {
  const key = new SecretKey(Buffer.alloc(32, 1))
  expect(clientHash('2001:db8::1', key)).toEqual(clientHash('2001:db8::2', key))
  expect(clientHash('192.0.2.1', key)).not.toEqual(
    clientHash('192.0.2.1', new SecretKey(Buffer.alloc(32, 2))),
  )
})
