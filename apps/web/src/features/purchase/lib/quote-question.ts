import { isBillingCountry } from '@shipminer/domain/orders/countries'
import type { OrderQuestion } from '../api/purchase.ts'
import type { PurchaseForm } from './purchase-form.ts'

/** What to ask the server about a form; null while the quantity cannot be read. A VAT number counts only with a company. */
export function quoteQuestion(
  form: Pick<PurchaseForm, 'product' | 'country' | 'company' | 'vatNumber'>,
  quantity: number | null,
): OrderQuestion | null {
  if (quantity === null) return null
  const company = form.company.trim()
  const vatNumber = form.vatNumber.trim()
  return {
    product: form.product,
    quantity,
    ...(isBillingCountry(form.country) ? { country: form.country } : {}),
    ...(company === '' || vatNumber === '' ? {} : { company, vatNumber }),
  }
}
