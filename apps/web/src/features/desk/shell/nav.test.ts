import { expect, test } from 'vitest'
import { paths } from '../../../config/paths.ts'
import { mayOpen } from './nav.ts'

test('a page below a place, searched or not, is for those whom the place is for', () => {
  expect(mayOpen('service', paths.deskPayments)).toBe(false)
  expect(mayOpen('bookkeeper', paths.deskController('SM-AAAAAA'))).toBe(false)
  expect(mayOpen('bookkeeper', paths.deskLead('1'))).toBe(false)
  expect(mayOpen('sales', `${paths.deskPayouts}#pool-addresses`)).toBe(false)
  expect(mayOpen('bookkeeper', `${paths.deskPayments}?refunds-status=paid`)).toBe(true)
  expect(mayOpen('service', paths.deskOrder('1'))).toBe(true)
})

test('today is for everybody, and so is what no place is known of, or while the role is not', () => {
  expect(mayOpen('sales', paths.desk)).toBe(true)
  expect(mayOpen('sales', paths.home)).toBe(true)
  expect(mayOpen(null, paths.deskPayments)).toBe(true)
})
