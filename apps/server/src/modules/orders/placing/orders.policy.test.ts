import type { BuyerInput } from '@shipminer/contract/shop/orders'
import { describe, expect, test } from 'vitest'
import { acceptBuyer } from './orders.policy.ts'
import { priceOrder } from './price-order.service.ts'

const full: BuyerInput = {
  firstName: 'Anna',
  lastName: 'de Vries',
  email: 'Anna@Rederij.nl',
  phone: '1',
  street: 'Kade 1',
  postalCode: '1000 AA',
  city: 'Rotterdam',
  country: 'NL',
}

describe('a buyer', () => {
  test('with everything; what is blank is unknown', () => {
    expect(acceptBuyer({ ...full, company: '', shipType: '', notes: 'a\nb', vatNumber: '' })).toEqual({
      ok: true,
      buyer: {
        ...full,
        email: 'anna@rederij.nl',
        company: null,
        vatNumber: null,
        peppolId: null,
        reference: null,
        invoiceEmail: null,
        shipName: null,
        shipType: null,
        notes: 'a\nb',
        vat: { kind: 'none' },
      },
    })
  })

  test.each(Object.keys(full))('without %s', (field) => {
    for (const blank of ['', undefined])
      expect(acceptBuyer({ ...full, [field]: blank })).toMatchObject({
        ok: false,
        code: 'required-fields-missing',
        fields: [field],
      })
  })

  test('what a bookkeeping needs: a Peppol id in one spelling, its own reference, and an address for invoices', () => {
    const company = { peppolId: '0106: 1234 5678', reference: 'PO 4711', invoiceEmail: 'Facturen@Rederij.nl' }
    expect(acceptBuyer({ ...full, ...company })).toMatchObject({
      buyer: { peppolId: '0106:12345678', reference: 'PO 4711', invoiceEmail: 'facturen@rederij.nl' },
    })
  })

  test.each([
    ['peppolId', '0106:1234567', 'peppol-id-invalid'],
    ['peppolId', '12345678', 'peppol-id-invalid'],
    ['peppolId', '9999:12345678', 'peppol-id-invalid'],
    ['invoiceEmail', 'facturen', 'invoice-email-invalid'],
    ['invoiceEmail', 'a@b.nl, c@d.nl', 'invoice-email-invalid'],
  ])('%s %j is refused', (field, text, code) => {
    expect(acceptBuyer({ ...full, [field]: text })).toEqual({ ok: false, code, fields: [field] })
  })

  test('half letters become whole ones', () => {
    expect(acceptBuyer({ ...full, firstName: 'A\ud800' })).toMatchObject({ buyer: { firstName: 'A\ufffd' } })
  })

  test('a VAT number in one spelling, of the country of the address unless it names its own', () => {
    expect(acceptBuyer({ ...full, country: 'BE', vatNumber: '0428.759.497' })).toMatchObject({
      buyer: { vatNumber: 'BE0428759497' },
    })
    expect(acceptBuyer({ ...full, vatNumber: 'DE 136 695 976' })).toMatchObject({
      buyer: { vatNumber: 'DE136695976' },
    })
  })
})

describe('prices (facts of the payments document)', () => {
  test.each([
    [1_750_000, 1, 1_446_281, 303_719],
    [4_250_000, 1, 3_512_397, 737_603],
    [8_700_000, 1, 7_190_083, 1_509_917],
    [25_000, 1, 20_661, 4_339],
    [25_000, 3, 61_983, 13_017],
    [8_700_000, 1000, 7_190_082_645, 1_509_917_355],
  ])('%i cents × %i', (priceCents, quantity, netCents, vatCents) => {
    expect(priceOrder({ priceCents }, { quantity, vatPercent: 21 })).toMatchObject({
      netCents,
      vatCents,
      grossCents: priceCents * quantity,
    })
  })
})
