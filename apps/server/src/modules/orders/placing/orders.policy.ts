import type { Buyer, BuyerInput } from '@shipminer/contract/shop/orders'
import { isBillingCountry } from '@shipminer/domain/orders/countries'
import { readPeppolId } from '@shipminer/domain/orders/vat/peppol-id'
import { readVatNumber, type VatNumber } from '@shipminer/domain/orders/vat/vat-number'
import * as z from 'zod'

/** What the info step requires (docs/product.md 2.9, and the address that an invoice needs). */
const required = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'street',
  'postalCode',
  'city',
  'country',
] as const satisfies readonly (keyof BuyerInput)[]

export type BuyerDraft = Omit<Buyer, 'vatNumberCheck'> & { vat: VatReading }

export type AcceptedBuyer =
  | { ok: true; buyer: BuyerDraft }
  | {
      ok: false
      code:
        | 'required-fields-missing'
        | 'email-invalid'
        | 'vat-number-invalid'
        | 'peppol-id-invalid'
        | 'invoice-email-invalid'
        | 'invalid-request'
      fields: string[]
    }

const emailSchema = z.email()
const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text)

/** Checks the form; blank counts as missing. */
export function acceptBuyer(given: BuyerInput): AcceptedBuyer {
  const input = wellFormed(given)
  const missing = required.filter((field) => !input[field])
  if (missing.length > 0) return { ok: false, code: 'required-fields-missing', fields: missing }
  const {
    firstName = '',
    lastName = '',
    phone = '',
    street = '',
    postalCode = '',
    city = '',
    country = '',
  } = input
  const email = (input.email ?? '').toLowerCase()
  if (!emailSchema.safeParse(email).success) return { ok: false, code: 'email-invalid', fields: ['email'] }
  if (!isBillingCountry(country)) return { ok: false, code: 'invalid-request', fields: ['country'] }
  const vat = readVat(input.vatNumber, country)
  if (vat.kind === 'malformed') return { ok: false, code: 'vat-number-invalid', fields: ['vatNumber'] }
  const peppolId = orNull(input.peppolId)
  const peppol = peppolId === null ? null : readPeppolId(peppolId)
  if (peppol?.ok === false) return { ok: false, code: 'peppol-id-invalid', fields: ['peppolId'] }
  const invoiceEmail = orNull(input.invoiceEmail?.toLowerCase())
  if (invoiceEmail !== null && !emailSchema.safeParse(invoiceEmail).success)
    return { ok: false, code: 'invoice-email-invalid', fields: ['invoiceEmail'] }
  return {
    ok: true,
    buyer: {
      firstName,
      lastName,
      email,
      phone,
      company: orNull(input.company),
      vatNumber: vat.kind === 'read' ? vat.vatNumber.number : null,
      peppolId: peppol?.id ?? null,
      reference: orNull(input.reference),
      invoiceEmail,
      shipName: orNull(input.shipName),
      shipType: input.shipType || null,
      notes: orNull(input.notes),
      street,
      postalCode,
      city,
      country,
      vat,
    },
  }
}

/** An unpaired surrogate is not a character, and the database refuses it. */
function wellFormed(input: BuyerInput): BuyerInput {
  return Object.fromEntries(
    Object.entries(input).map(([name, text]) => [name, text?.toWellFormed()]),
  ) as BuyerInput
}

export type VatReading = { kind: 'none' } | { kind: 'malformed' } | { kind: 'read'; vatNumber: VatNumber }

/** Parses a VAT number by its format; empty means none. */
export function readVat(text: string | undefined, country: string): VatReading {
  if (text === undefined || text === '') return { kind: 'none' }
  const reading = readVatNumber(text, country)
  return reading.ok ? { kind: 'read', vatNumber: reading.vatNumber } : { kind: 'malformed' }
}
