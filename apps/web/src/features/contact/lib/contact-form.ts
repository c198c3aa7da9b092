import type { ContactRequest, SubjectKind } from '@shipminer/contract/inquiries'
import { seedProducts } from '@shipminer/domain/product-catalogue'
import type { Language } from '@shipminer/i18n/languages'
import { checkFields, type Problems, typed } from '../../../lib/inquiry/check-sender.ts'

/**
 * The contact form as typed. `kind` and `product` come with the link that led here; `subject` counts only once the person has changed it
 * (`isOwnSubject`), so that the filled-in words follow the language of the page.
 */
export const emptyContact = {
  name: '',
  email: '',
  phone: '',
  subject: '',
  isOwnSubject: '',
  kind: '',
  product: '',
  message: '',
}
export type ContactForm = typeof emptyContact

const kinds: Record<SubjectKind, true> = {
  question: true,
  order: true,
  quote: true,
  support: true,
  'notify-me': true,
}

/** The kind a link names; anything else is a question. */
export function subjectKind(text: string): SubjectKind {
  return Object.hasOwn(kinds, text) ? (text as SubjectKind) : 'question'
}

/** What the address asks for: `?subject=notify-me&product=sm23`. Unknown kinds and products are ignored. */
export function readSubject(search: string): { kind: string; product: string } | null {
  const query = new URLSearchParams(search)
  const kind = query.get('subject') ?? ''
  if (!Object.hasOwn(kinds, kind)) return null
  const product = query.get('product') ?? ''
  return { kind, product: seedProducts.some(({ id }) => id === product) ? product : '' }
}

/** Name, e-mail and message are required (docs/product.md 5.5); who only waits for a product needs no message. */
export function checkContact(form: ContactForm): Problems<keyof ContactForm> {
  const isNotice = subjectKind(form.kind) === 'notify-me' && form.product !== ''
  return checkFields(form, isNotice ? ['name', 'email'] : ['name', 'email', 'message'])
}

/** The form as the call takes it; what was left empty is not sent. `subject` is the line as shown. */
export function contactBody(
  form: ContactForm,
  extra: { subject: string; language: Language; website: string },
): ContactRequest {
  return {
    name: typed(form.name),
    email: typed(form.email),
    phone: typed(form.phone),
    subject: typed(extra.subject),
    subjectKind: subjectKind(form.kind),
    product: typed(form.product),
    message: typed(form.message),
    language: extra.language,
    website: typed(extra.website),
  }
}
