import { describe, expect, test } from 'vitest'
import { addressCount } from './discovery/address-range.ts'
import { neighbourAddresses, ownNetworks } from './own-networks.ts'

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

  test('its neighbours are all addresses but its own, on whichever network', () => {
    const neighbours = neighbourAddresses({
      lo: [ipv4('127.0.0.1', '255.0.0.0', true)],
      eth0: [ipv4('172.16.5.9', '255.255.255.248'), ipv4('172.16.5.12', '255.255.255.248')],
      wwan0: [ipv4('203.0.113.9', '255.255.255.0')],
    })
    expect(neighbours).toEqual(['172.16.5.10', '172.16.5.11', '172.16.5.13', '172.16.5.14'])
    expect(neighbourAddresses({})).toEqual([])
  })
})
