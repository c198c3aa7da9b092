import type { BuyerInput, PaymentMethod } from '@shipminer/contract/shop/orders'
import { isPhoneNumber } from '@shipminer/domain/accounts/phone-number'
import { isBillingCountry } from '@shipminer/domain/orders/countries'
import { readPeppolId } from '@shipminer/domain/orders/vat/peppol-id'
import { readVatNumber } from '@shipminer/domain/orders/vat/vat-number'
import { isEmail, trimText } from '../../../lib/inquiry/check-sender.ts'

/** An order as typed. `method` and `network` are the ids of the contract, `terms` is `yes` once they are accepted. */
export const emptyPurchase = {
  product: 'sm19',
  quantity: '1',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  company: '',
  vatNumber: '',
  peppolId: '',
  reference: '',
  invoiceEmail: '',
  street: '',
  postalCode: '',
  city: '',
  country: '',
  shipName: '',
  shipType: '',
  notes: '',
  method: '',
  network: '',
  terms: '',
  /** `yes` once something was filled in from the account. */
  filled: '',
}
export type PurchaseForm = typeof emptyPurchase

/** Fields of the step Info, in the order of the page. */
export const infoFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'vatNumber',
  'peppolId',
  'reference',
  'invoiceEmail',
  'street',
  'postalCode',
  'city',
  'country',
  'shipName',
  'shipType',
  'notes',
] as const
export type InfoField = (typeof infoFields)[number]

/** First and last name, e-mail and phone by docs/product.md 2.9; the address because an invoice needs it. */
export const requiredFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'street',
  'postalCode',
  'city',
  'country',
] as const satisfies readonly InfoField[]

export type InfoProblem = 'required' | 'emailInvalid' | 'phoneInvalid' | 'vatInvalid' | 'peppolInvalid'
export type InfoProblems = Partial<Record<InfoField, InfoProblem>>

/** Fields that only a company has. Without one they are neither checked nor sent. */
const companyFields: ReadonlySet<InfoField> = new Set(['vatNumber', 'peppolId', 'reference', 'invoiceEmail'])

/** What the server refuses by a code of its own: which field it is about, and what is wrong with it. */
const refusals: Readonly<Record<string, readonly [InfoField, InfoProblem]>> = {
  'email-invalid': ['email', 'emailInvalid'],
  'vat-number-invalid': ['vatNumber', 'vatInvalid'],
  'peppol-id-invalid': ['peppolId', 'peppolInvalid'],
  'invoice-email-invalid': ['invoiceEmail', 'emailInvalid'],
}

/** A field that the server did not take, so that the step Info can show it. */
export type RefusedField = { field: InfoField; problem: InfoProblem }

/** The field that a refusal is about; null: it is about none. */
export function refusedField(code: string | null): RefusedField | null {
  const refusal = code === null ? undefined : refusals[code]
  return refusal ? { field: refusal[0], problem: refusal[1] } : null
}

/** What is wrong with the step Info, in the order of the page. */
export function checkInfo(form: PurchaseForm): InfoProblems {
  const problems: InfoProblems = {}
  const isCompany = form.company.trim() !== ''
  for (const field of infoFields) {
    if (companyFields.has(field) && !isCompany) continue
    const text = form[field].trim()
    if (text === '') {
      if ((requiredFields as readonly string[]).includes(field)) problems[field] = 'required'
    } else if (field === 'email' && !isEmail(text)) problems.email = 'emailInvalid'
    else if (field === 'phone' && !isPhoneNumber(text)) problems.phone = 'phoneInvalid'
    else if (field === 'country' && !isBillingCountry(text)) problems.country = 'required'
    else if (field === 'vatNumber' && !isVatNumber(text, form.country)) problems.vatNumber = 'vatInvalid'
    else if (field === 'peppolId' && !readPeppolId(text).ok) problems.peppolId = 'peppolInvalid'
    else if (field === 'invoiceEmail' && !isEmail(text)) problems.invoiceEmail = 'emailInvalid'
  }
  return problems
}

/** Numbers of countries that have no published form (Switzerland, Norway …) are left to people. */
function isVatNumber(text: string, country: string): boolean {
  const reading = readVatNumber(text, country)
  return reading.ok || reading.reason === 'unknown-country'
}

/** The buyer as the call takes it; what was left empty is not sent. */
export function buyerBody(form: PurchaseForm): BuyerInput {
  const company = trimText(form.company)
  const ofCompany = (text: string) => (company === undefined ? undefined : trimText(text))
  return {
    firstName: trimText(form.firstName),
    lastName: trimText(form.lastName),
    email: trimText(form.email),
    phone: trimText(form.phone),
    company,
    vatNumber: ofCompany(form.vatNumber),
    peppolId: ofCompany(form.peppolId),
    reference: ofCompany(form.reference),
    invoiceEmail: ofCompany(form.invoiceEmail),
    street: trimText(form.street),
    postalCode: trimText(form.postalCode),
    city: trimText(form.city),
    country: trimText(form.country),
    shipName: trimText(form.shipName),
    shipType: trimText(form.shipType) as BuyerInput['shipType'],
    notes: trimText(form.notes),
  }
}

const methods: Record<PaymentMethod, true> = {
  bank_transfer: true,
  bitcoin: true,
  usdt: true,
  pay_on_delivery: true,
}

/** The chosen way to pay, or null when none was. */
export function chosenMethod(form: Pick<PurchaseForm, 'method'>): PaymentMethod | null {
  return Object.hasOwn(methods, form.method) ? (form.method as PaymentMethod) : null
}

/**
 * A name as one line, in the two parts that the form asks for: all but the first word is the last name, so that `van der Berg` stays whole.
 *
 * @example splitName('Jan van der Berg') // { firstName: 'Jan', lastName: 'van der Berg' }
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}
