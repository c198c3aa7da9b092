import { expect, test } from 'vitest'
import { correctedBuyer, correctionForm, missingOf } from './correction-form.ts'

const buyer = {
  firstName: 'Anna',
  lastName: 'de Vries',
  email: 'anna@rederij.nl',
  phone: '+31 10 123 45 67',
  company: null,
  vatNumber: null,
  vatNumberCheck: 'none',
  shipName: 'Ms Aurora',
  shipType: 'tanker',
  notes: null,
  street: 'Maaskade 1',
  postalCode: '3071 ND',
  city: 'Rotterdam',
  country: 'NL',
} as const

test('a form that is left as it is sends the buyer as they are', () => {
  const form = correctionForm(buyer)
  expect(missingOf(form).size).toBe(0)
  expect(correctedBuyer(form, buyer)).toMatchObject({
    firstName: 'Anna',
    company: '',
    peppolId: '',
    shipType: 'tanker',
    delivery: null,
  })
})

test('what is needed and empty is named, of the delivery only when there is one', () => {
  const form = correctionForm({ ...buyer, city: ' ' })
  expect([...missingOf(form)]).toEqual(['city'])
  const elsewhere = { name: '', street: 'Kaai 1', postalCode: '', city: 'Antwerpen', country: '' }
  expect([...missingOf({ ...form, delivery: elsewhere })]).toEqual([
    'city',
    'delivery.postalCode',
    'delivery.country',
  ])
})
