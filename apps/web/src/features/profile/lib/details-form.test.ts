import type { User } from '@shipminer/contract/account/account'
import { expect, test } from 'vitest'
import { detailsChange, detailsForm } from './details-form.ts'

const user: User = {
  id: '3f2c1a90-1111-4222-8333-444455556666',
  name: 'Jan',
  email: 'jan@schip.nl',
  company: null,
  phone: '+31 6 1',
  preferredLanguage: null,
  walletAddress: null,
  wallets: [],
  memberSince: '2026-01-01T00:00:00.000Z',
  needsSetup: false,
  roles: [],
}

test('an untouched form changes the language at most', () => {
  expect(detailsChange({ ...user, preferredLanguage: 'nl' }, detailsForm(user, 'nl'))).toEqual({})
  expect(detailsChange(user, detailsForm(user, 'nl'))).toEqual({ preferredLanguage: 'nl' })
})

test('only what differs is sent, and emptied fields are null', () => {
  const form = {
    ...detailsForm({ ...user, preferredLanguage: 'de' }, 'nl'),
    phone: ' ',
    email: 'JAN@Schip.nl ',
  }
  expect(detailsChange({ ...user, preferredLanguage: 'de' }, form)).toEqual({ phone: null })
})
