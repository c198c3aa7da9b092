import { BuyerInputSchema } from '@shipminer/contract/shop/orders'
import { describe, expect, test } from 'vitest'
import {
  buyerBody,
  checkInfo,
  chosenMethod,
  emptyPurchase,
  refusedField,
  requiredFields,
  splitName,
} from './purchase-form.ts'

const complete = {
  ...emptyPurchase,
  firstName: 'Jan',
  lastName: 'van der Berg',
  email: 'jan@schip-aurora.nl',
  phone: '+31 6 1234 5678',
  street: 'Kade 1',
  postalCode: '3311 AA',
  city: 'Dordrecht',
  country: 'NL',
}

describe('checkInfo', () => {
  test('a complete form has no problems', () => expect(checkInfo(complete)).toEqual({}))

  test.each(requiredFields)('%s is required, blanks do not count', (field) => {
    expect(checkInfo({ ...complete, [field]: '  ' })).toEqual({ [field]: 'required' })
  })

  test('problems come in the order of the page', () => {
    expect(Object.keys(checkInfo(emptyPurchase))).toEqual([...requiredFields])
  })

  test('an address must be one', () => {
    expect(checkInfo({ ...complete, email: 'jan@schip' })).toEqual({ email: 'emailInvalid' })
    expect(checkInfo({ ...complete, phone: 'bel mij' })).toEqual({ phone: 'phoneInvalid' })
  })

  test('a country must be on the list', () => {
    expect(checkInfo({ ...complete, country: 'XX' })).toEqual({ country: 'required' })
  })

  test.each([
    ['', 'NL123', {}],
    ['Rederij', '', {}],
    ['Rederij', 'NL810000000B01', { vatNumber: 'vatInvalid' }],
    ['Rederij', 'nl 8100.00.000 B01', { vatNumber: 'vatInvalid' }],
    ['Rederij', 'NL004495445B01', {}],
    ['Rederij', 'nonsense', { vatNumber: 'vatInvalid' }],
  ])('company %j with VAT number %j', (company, vatNumber, problems) => {
    expect(checkInfo({ ...complete, company, vatNumber })).toEqual(problems)
  })

  test.each([
    ['0106:12345678', '', {}],
    ['', 'facturen@rederij.nl', {}],
    ['12345678', '', { peppolId: 'peppolInvalid' }],
    ['0106:1234567', '', { peppolId: 'peppolInvalid' }],
    ['', 'facturen', { invoiceEmail: 'emailInvalid' }],
  ])('Peppol id %j and address for invoices %j of a company', (peppolId, invoiceEmail, problems) => {
    expect(checkInfo({ ...complete, company: 'Rederij', peppolId, invoiceEmail })).toEqual(problems)
    expect(checkInfo({ ...complete, peppolId, invoiceEmail })).toEqual({})
  })

  test('numbers of countries outside the Union are left to people', () => {
    const swiss = { ...complete, country: 'CH', company: 'Reederei', vatNumber: 'CHE-123.456.788 MWST' }
    expect(checkInfo(swiss)).toEqual({})
  })
})

const bookkeeping = {
  vatNumber: 'NL004495445B01',
  peppolId: '0106:12345678',
  reference: 'PO 4711',
  invoiceEmail: 'facturen@rederij.nl',
}

test('what a bookkeeping needs goes with a company', () => {
  const body = buyerBody({ ...complete, ...bookkeeping, company: 'Rederij' })
  expect(body).toMatchObject({ ...bookkeeping, company: 'Rederij' })
  expect(BuyerInputSchema.safeParse(JSON.parse(JSON.stringify(body))).success).toBe(true)
})

test('a refusal is about a field, or about none', () => {
  expect(refusedField('peppol-id-invalid')).toEqual({ field: 'peppolId', problem: 'peppolInvalid' })
  expect(refusedField('out-of-stock')).toBeNull()
  expect(refusedField(null)).toBeNull()
})

test('what is sent fits the contract; what only a company has does not go without one', () => {
  const body = JSON.parse(JSON.stringify(buyerBody({ ...complete, ...bookkeeping, notes: ' ' })))
  expect(body).toEqual({
    firstName: 'Jan',
    lastName: 'van der Berg',
    email: 'jan@schip-aurora.nl',
    phone: '+31 6 1234 5678',
    street: 'Kade 1',
    postalCode: '3311 AA',
    city: 'Dordrecht',
    country: 'NL',
  })
  expect(BuyerInputSchema.safeParse(body).success).toBe(true)
})

test.each([
  ['bitcoin', 'bitcoin'],
  ['', null],
  ['toString', null],
])('%j is the method %j', (method, chosen) => expect(chosenMethod({ method })).toBe(chosen))

test.each([
  ['Jan van der Berg', 'Jan', 'van der Berg'],
  ['  Ion   Popescu ', 'Ion', 'Popescu'],
  ['Madonna', 'Madonna', ''],
  ['', '', ''],
])('%j is %j and %j', (name, firstName, lastName) => expect(splitName(name)).toEqual({ firstName, lastName }))
