import type { WaitingListRequest } from '@shipminer/contract/shop/inquiries'
import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import type { Language } from '@shipminer/i18n/languages'
import { checkFields, type Problems, trimText } from '../../../lib/inquiry/check-sender.ts'

/** The waiting list's form as typed; `product` empty: any. */
export const emptyWaiting = { name: '', email: '', product: '' }
export type WaitingForm = typeof emptyWaiting

/** What can be bought. */
export const buyableProducts = seedProducts.filter(({ category }) => category !== 'test')

/** The product that the address names, or null. */
export function readProduct(search: string): string | null {
  const id = new URLSearchParams(search).get('product')
  return buyableProducts.find((product) => product.id === id)?.id ?? null
}

export function checkWaiting(form: WaitingForm): Problems<keyof WaitingForm> {
  return checkFields(form, ['email'])
}

/** The form as the call takes it. */
export function waitingBody(
  form: WaitingForm,
  extra: { language: Language; website: string },
): WaitingListRequest {
  return {
    email: trimText(form.email),
    name: trimText(form.name),
    product: trimText(form.product),
    language: extra.language,
    website: trimText(extra.website),
  }
}
