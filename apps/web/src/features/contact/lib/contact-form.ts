import type { ContactRequest, SubjectKind } from '@shipminer/contract/shop/inquiries'
import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import type { Language } from '@shipminer/i18n/languages'
import { checkFields, type Problems, trimText } from '../../../lib/inquiry/check-sender.ts'

/**
 * The contact form as typed. `kind` and `product` come with the link that led here, and so may words for the message, of which `linkMessage`
 * keeps a copy; `subject` counts only once the person has changed it (`isOwnSubject`), so that the filled-in words follow the language of the page.
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
  linkMessage: '',
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

/** As long as a message with a calculation may be. */
const maxLinkMessage = 2000

/**
 * What the address asks for: `?subject=notify-me&product=sm23`, with words for the message where it brings some. Unknown kinds and products are
 * ignored.
 */
export function readSubject(search: string): { kind: string; product: string; message: string } | null {
  const query = new URLSearchParams(search)
  const kind = query.get('subject') ?? ''
  if (!Object.hasOwn(kinds, kind)) return null
  const product = query.get('product') ?? ''
  return {
    kind,
    product: seedProducts.some(({ id }) => id === product) ? product : '',
    message: (query.get('message') ?? '').slice(0, maxLinkMessage),
  }
}

/** The fields that a link fills in. A message of one's own stays; one that another link brought makes way. */
export function askedFields(
  before: ContactForm,
  asked: NonNullable<ReturnType<typeof readSubject>>,
): Partial<ContactForm> {
  const { message, ...about } = asked
  const isOwn = before.message !== '' && before.message !== before.linkMessage
  return {
    ...about,
    subject: '',
    isOwnSubject: '',
    ...(message !== '' && !isOwn && { message, linkMessage: message }),
  }
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
    name: trimText(form.name),
    email: trimText(form.email),
    phone: trimText(form.phone),
    subject: trimText(extra.subject),
    subjectKind: subjectKind(form.kind),
    product: trimText(form.product),
    message: trimText(form.message),
    language: extra.language,
    website: trimText(extra.website),
  }
}
