import type { User } from '@shipminer/contract/account/account'
import { expect, test } from 'vitest'
import { storedUser } from './adopt-session.ts'

const first = '0x52908400098527886E0F7030069857D2E4169EE7'
const second = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const user: User = {
  id: '3f2c1a90-1111-4222-8333-444455556666',
  name: 'Jan',
  email: 'jan@schip.nl',
  company: null,
  phone: null,
  preferredLanguage: null,
  walletAddress: first,
  wallets: [
    { namespace: 'eip155', address: first },
    { namespace: 'eip155', address: second },
  ],
  memberSince: '2026-01-01T00:00:00.000Z',
  needsSetup: false,
  roles: [],
}

test.each([
  ['the wallet that signed, as the server writes it', second.toLowerCase(), second],
  ['none for a session without one', null, null],
  ['none once it is no longer linked', '0x00000000000000000000000000000000000000aa', null],
])('remembers %s', (_what, signedWith, remembered) => {
  expect(storedUser(user, signedWith)).toEqual({
    id: user.id,
    name: 'Jan',
    email: 'jan@schip.nl',
    wallet_address: remembered,
  })
})

test('remembers roles where there are any', () => {
  expect(storedUser({ ...user, roles: ['operator'] }, null).roles).toEqual(['operator'])
})
