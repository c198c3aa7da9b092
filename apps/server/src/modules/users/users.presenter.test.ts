import { UserSchema } from '@shipminer/contract/account/account'
import { expect, test } from 'vitest'
import { presentUser } from './users.presenter.ts'

const row = {
  id: '6f1f64ad-9a5e-4a44-9a0c-0f6f2b6d3f10',
  name: 'Anna de Vries',
  email: 'anna@rederij.nl',
  company: null,
  phone: null,
  preferredLanguage: 'nl',
  roles: [],
  notifications: {},
  newsletter: false,
  emailVerifiedAt: null,
  pendingEmail: null,
  createdAt: new Date('2026-05-01T10:00:00Z'),
  updatedAt: new Date('2026-05-01T10:00:00Z'),
  wallets: [{ namespace: 'solana' as const, address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' }],
}

test('shows a user as the contract says, and nothing more', () => {
  const user = presentUser(row)
  expect(user).toEqual({
    id: row.id,
    name: 'Anna de Vries',
    email: 'anna@rederij.nl',
    company: null,
    phone: null,
    preferredLanguage: 'nl',
    walletAddress: row.wallets[0]?.address,
    wallets: row.wallets,
    memberSince: '2026-05-01T10:00:00.000Z',
    needsSetup: false,
    roles: [],
  })
  expect(UserSchema.safeParse(user).success).toBe(true)
})

test('an unknown is null, and a placeholder needs setup', () => {
  expect(
    presentUser({ ...row, name: 'Wallet User', email: null, preferredLanguage: 'fr', wallets: [] }),
  ).toMatchObject({
    email: null,
    preferredLanguage: null,
    walletAddress: null,
    needsSetup: true,
  })
})
