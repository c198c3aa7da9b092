import { expect, test } from 'vitest'
import { groups } from '../shell/nav.ts'
import { auditLink, splitSubject } from './audit-places.ts'

const places = groups.flatMap(({ items }) => items.map(({ to }) => to))

const about = (kind: 'order' | 'customer' | 'controller', id: string) => ({ kind, id, name: 'Anna' })

test.each([
  ['customer 6f1c', about('customer', '6f1c'), '/desk/customers/6f1c'],
  ['order SM-2026-000001', about('order', '9a'), '/desk/orders/9a'],
  ['job unpaid:9a', about('order', '9a'), '/desk/orders/9a'],
  ['controller SM-ABC234', about('controller', 'SM-ABC234'), '/desk/controllers?id=SM-ABC234'],
  ['payout 7', null, '/desk/payouts/7'],
  ['refund run 5', null, '/desk/bank'],
  ['operator Anna', null, '/desk/people'],
  ['customer 6f1c', null, null],
  ['search', null, null],
])('%s leads to its page', (subject, name, to) => {
  expect(auditLink({ subject, about: name }, places)).toBe(to)
})

test('nobody is led to where they may not go', () => {
  expect(auditLink({ subject: 'customer 6f1c', about: about('customer', '6f1c') }, ['/desk/bank'])).toBeNull()
})

test.each([
  ['refund run 5', ['refund-run', '5']],
  ['order SM-1', ['order', 'SM-1']],
  ['audit', ['audit', '']],
])('%s in two', (subject, parts) => {
  expect(splitSubject(subject)).toEqual(parts)
})
