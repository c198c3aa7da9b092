import { describe, expect, test } from 'vitest'
import { addressCount } from './discovery/address-range.ts'
import { ownNetworks } from './own-networks.ts'

const ipv4 = (address: string, netmask: string, internal = false) => ({
  address,
  netmask,
  internal,
  family: 'IPv4' as const,
  mac: '',
  cidr: null,
})

describe('own networks', () => {
  test('private networks only, at most 256 addresses of each, each once', () => {
    const ranges = ownNetworks({
      lo: [ipv4('127.0.0.1', '255.0.0.0', true)],
      eth0: [ipv4('192.168.7.9', '255.255.255.0'), ipv4('192.168.7.10', '255.255.255.0')],
      eth1: [ipv4('10.20.30.40', '255.0.0.0')],
      eth2: [ipv4('172.16.5.9', '255.255.255.248')],
      wwan0: [ipv4('203.0.113.9', '255.255.255.0')],
    })
    expect(ranges.map(addressCount)).toEqual([254, 254, 6])
  })

  test('no network, no ranges', () => {
    expect(ownNetworks({})).toEqual([])
  })
})
