import { expect, test } from 'vitest'
import { networkName } from './network-names.ts'

test.each([
  ['bitcoin', 'Bitcoin'],
  ['eip155:1', 'Ethereum'],
  ['eip155:137', 'Polygon'],
  ['eip155:31337', 'Chain 31337'],
])('people call %s %s', (id, name) => {
  expect(networkName(id)).toBe(name)
})
