import { expect, test } from 'vitest'
import { byAddress, isReachable, textFor } from './mailing.policy.ts'

test('a reader gets their own language, else English, else the first', () => {
  const nl = { subject: 'Nieuws', text: 'Hallo' }
  const en = { subject: 'News', text: 'Hello' }
  expect(textFor({ nl, en }, 'nl')).toBe(nl)
  expect(textFor({ nl, en }, 'ro')).toBe(en)
  expect(textFor({ nl }, 'ro')).toBe(nl)
  expect(textFor({}, 'ro')).toBeNull()
})

test('an address that asked three times is one, in the words of its newest wish', () => {
  const rows = [
    { email: 'Jan@kade.nl', productId: 'sm19', name: null },
    { email: 'ion@nava.ro', productId: null, name: 'Ion' },
    { email: 'jan@kade.nl', productId: null, name: 'Jan' },
    { email: 'jan@kade.nl', productId: 'sm19', name: 'Jan B' },
  ]
  expect(byAddress(rows)).toEqual([
    { email: 'jan@kade.nl', productId: 'sm19', name: 'Jan B', wanted: ['sm19', null] },
    { email: 'ion@nava.ro', productId: null, name: 'Ion', wanted: [null] },
  ])
})

test('what came back or was ended counts until they ask again, and ending one list leaves the other', () => {
  const at = new Date(2000)
  const earlier = new Date(1000)
  const later = new Date(3000)
  const over = (reason: string) => [{ reason, at }]
  expect(isReachable([], { askedAt: earlier, audience: 'waiting' })).toBe(true)
  expect(isReachable(over('refused'), { askedAt: earlier, audience: 'newsletter' })).toBe(false)
  expect(isReachable(over('unsubscribed'), { askedAt: earlier, audience: 'waiting' })).toBe(false)
  expect(isReachable(over('unsubscribed'), { askedAt: earlier, audience: 'newsletter' })).toBe(true)
  expect(isReachable(over('returned'), { askedAt: later, audience: 'waiting' })).toBe(true)
})
