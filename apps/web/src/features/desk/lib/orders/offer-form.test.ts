import { expect, test } from 'vitest'
import { buyerBody, type OfferForm, offerTotal, readOfferForm } from './offer-form.ts'

const form: OfferForm = {
  product: 'sm21',
  quantity: '12',
  unit: '39.000,00',
  validUntil: '2026-03-31',
  note: ' ',
  language: 'de',
  firstName: 'Anna',
  lastName: 'de Vries',
  email: 'anna@rederij.nl',
  phone: '',
  company: ' Rederij ',
  vatNumber: '',
  street: '',
  postalCode: '',
  city: '',
  country: '',
  shipName: '',
}
const context = { leadId: null, today: '2026-03-01' }

test('what is filled in is sent', () => {
  expect(readOfferForm(form, context)).toEqual({
    body: {
      product: 'sm21',
      quantity: 12,
      unitGrossCents: 3_900_000,
      validUntil: '2026-03-31',
      language: 'de',
      buyer: { firstName: 'Anna', lastName: 'de Vries', email: 'anna@rederij.nl', company: 'Rederij' },
    },
  })
  const withMore = readOfferForm({ ...form, note: 'Woche 12' }, { ...context, leadId: 'lead' })
  expect(withMore).toMatchObject({ body: { note: 'Woche 12', leadId: 'lead' } })
  expect(offerTotal(form)).toBe(46_800_000)
})

test.each([
  [{ product: '' }, 'product'],
  [{ quantity: '0' }, 'quantity'],
  [{ quantity: '1001' }, 'quantity'],
  [{ quantity: 'twelve' }, 'quantity'],
  [{ unit: '' }, 'unit'],
  [{ unit: '1,005' }, null],
  [{ unit: '1000000', quantity: '11' }, 'unit'],
  [{ validUntil: '' }, 'validUntil'],
  [{ validUntil: '2026-02-28' }, 'validUntil'],
  [{ firstName: ' ' }, 'firstName'],
  [{ lastName: '' }, 'lastName'],
  [{ email: 'anna' }, 'email'],
] as const)('%j is wrong at %s', (change, field) => {
  const read = readOfferForm({ ...form, ...change }, context)
  expect('problems' in read ? [...read.problems] : []).toEqual(field === null ? [] : [field])
})

test('empty fields of a buyer are left out', () => {
  expect(buyerBody({ city: ' Rotterdam ', phone: '' })).toEqual({ city: 'Rotterdam' })
})
